/** Links in mails end in `#page=token`: behind `#`, so that no server and no log sees the token. */
import { signal } from "@preact/signals";
import { go } from "../live/place.ts";
import { readMailLink } from "./read-mail-link.ts";

/** What mails name, and the page that takes it. */
const PAGES: Readonly<Record<string, string>> = {
  "sign-up": "/console/trading/confirm-sign-up",
  "reset-password": "/console/trading/reset-password",
  "verify-email": "/console/trading/verify-email",
  "change-email": "/console/trading/change-email",
};

/** The token of the link that was opened last. It stays in the memory of this page while the user signs in first. */
export const mailToken = signal<string | undefined>(undefined);

/** Opens the page of each link from now on, also where the link is opened in a console that is open already. */
export function followMailLinks(): void {
  takeLink();
  addEventListener("hashchange", takeLink);
}

/** Takes the token out of the address, so that it stays in no history. */
function takeLink(): void {
  const link = readMailLink(location.hash);
  const page = link && PAGES[link.page];
  if (!link || page === undefined) return;
  mailToken.value = link.token;
  go(page, { replace: true });
}
