/** The cookie of a session. */
import { cookieOf, valueInCookies, type CookieKind } from "../../../kit/text/cookie.ts";
import { isToken } from "./session-token.ts";

const NAME = "tripod_session";

/** The `Set-Cookie` that begins a session. */
export function sessionCookie(kind: CookieKind, token: string, maxAgeSeconds: number): string {
  return cookieOf(kind, NAME, token, maxAgeSeconds);
}

/** The `Set-Cookie` that takes it away again. */
export function endedCookie(kind: CookieKind): string {
  return cookieOf(kind, NAME, "", 0);
}

/** The token of a `Cookie` header. Undefined when there is none, it is not a token, or there are two that differ. */
export function tokenOfCookie(kind: CookieKind, header: string | undefined): string | undefined {
  const token = valueInCookies(kind, NAME, header);
  return token !== undefined && isToken(token) ? token : undefined;
}
