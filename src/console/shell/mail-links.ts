/** Links in mails end in `#page=token`: behind `#`, so that no server and no log sees the token. */

import { go } from "../live/place.ts";

/** What mails name, and the page that takes it. */
const PAGES: Readonly<Record<string, string>> = {
  "sign-up": "/console/trading/sign-up",
  "reset-password": "/console/trading/reset-password",
  "verify-email": "/console/trading/verify-email",
  "change-email": "/console/trading/change-email",
};

let token: string | undefined;

/** Takes the token of a link out of the address, so that it stays in no history, and opens its page. */
export function followMailLink(): void {
  const found = /^#([a-z-]{1,40})=([\w.~-]{1,500})$/.exec(location.hash);
  const page = found && PAGES[found[1] ?? ""];
  if (!found || page === undefined || page === null) return;
  token = found[2];
  go(page, { replace: true });
}

/** The token of the link by which this page was opened. It stays in memory while the person signs in first. */
export function mailToken(): string | undefined {
  return token;
}

/** Call it when the token was used. */
export function forgetMailToken(): void {
  token = undefined;
}
