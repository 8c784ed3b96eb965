/** What a page must show beside the cookie of its session, so that pages of other sites cannot change anything. */
import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The CSRF token of a session. It follows from the cookie's value, so it needs no storage, ends with the session, and does
 * not help to guess the cookie.
 *
 * @param service whose session it is, such as `trading`
 */
export function csrfToken(service: string, cookie: string): string {
  return createHmac("sha256", cookie).update(`tripod.${service}.csrf`).digest("base64url");
}

/** Whether a header holds the session's own CSRF token. Takes the same time wherever they differ. */
export function isCsrfToken(service: string, cookie: string, shown: string | undefined): boolean {
  if (shown === undefined) return false;
  const expected = Buffer.from(csrfToken(service, cookie));
  const given = Buffer.from(shown);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
