/** Links in mails end in `#page=token`: behind `#`, so that no server and no log sees the token. */

import { go } from "../live/place.ts";

/** What mails name, and the page that takes it. */
const PAGES: Readonly<Record<string, string>> = {
  "sign-up": "/console/trading/sign-up",
  "reset-password": "/console/trading/reset-password",
  "confirm-email": "/console/trading/confirm-email",
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

/** The token of the link by which this page was opened. It is given out once. */
export function takeMailToken(): string | undefined {
  const taken = token;
  token = undefined;
  return taken;
}
