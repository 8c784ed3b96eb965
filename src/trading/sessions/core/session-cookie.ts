/** The cookie of a session (RFC 6265bis). */
import { isToken } from "./session-token.ts";

export interface CookieKind {
  /** Over https only. The name's prefix then binds the cookie to this host. */
  readonly isSecure: boolean;
}

/** Of one cookie header; browsers send far less. */
const MAX_HEADER = 8192;

/** The `Set-Cookie` that begins a session. Sent to this site's own pages only, and shown to none of their scripts. */
export function sessionCookie(kind: CookieKind, token: string, maxAgeSeconds: number): string {
  return `${cookieName(kind)}=${token}; ${attributes(kind)}; Max-Age=${maxAgeSeconds}`;
}

/** The `Set-Cookie` that takes it away again. */
export function endedCookie(kind: CookieKind): string {
  return `${cookieName(kind)}=; ${attributes(kind)}; Max-Age=0`;
}

/**
 * The token of a `Cookie` header. Undefined when there is none, it is no token, or there are two that differ: somebody
 * else set one of them.
 */
export function tokenOfCookie(kind: CookieKind, header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_HEADER) return undefined;
  const name = cookieName(kind);
  const found = new Set<string>();
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) found.add(pair.slice(at + 1).trim());
  }
  const [token, ...others] = found;
  return token !== undefined && others.length === 0 && isToken(token) ? token : undefined;
}

function cookieName({ isSecure }: CookieKind): string {
  return isSecure ? "__Host-tripod_session" : "tripod_session";
}

function attributes({ isSecure }: CookieKind): string {
  return `Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}
