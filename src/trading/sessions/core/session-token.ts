/** What a session's cookie holds, and what follows from it. */
import { createHmac, timingSafeEqual } from "node:crypto";

export const TOKEN_BYTES = 32;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Whether this could be a token at all: nothing else is hashed and looked up. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * What a page of the console must show beside the cookie. It follows from the token, so it needs no storage, ends with
 * the session, and is of no use for guessing the token.
 */
export function csrfToken(token: string): string {
  return createHmac("sha256", token).update("tripod.trading.csrf").digest("base64url");
}

/** Whether a header holds the session's own CSRF token. Takes the same time wherever they differ. */
export function isCsrfToken(token: string, shown: string | undefined): boolean {
  if (shown === undefined) return false;
  const expected = Buffer.from(csrfToken(token));
  const given = Buffer.from(shown);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
