/**
 * Cookies that identify a caller (RFC 6265bis): sent to this host's own pages only, and hidden from all of their
 * scripts.
 */

export interface CookieKind {
  /** Over https only. The name's prefix then binds the cookie to this host. */
  readonly isSecure: boolean;
}

/** Of one cookie header, in characters: as much as Node takes in a whole head. */
const MAX_HEADER = 16_384;

/** The `Set-Cookie` of a value, which has no blanks, commas or semicolons. 0 seconds remove the cookie. */
export function cookieOf(kind: CookieKind, name: string, value: string, maxAgeSeconds: number): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict${kind.isSecure ? "; Secure" : ""}`;
  return `${fullName(kind, name)}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`;
}

/**
 * The value of the cookie in a `Cookie` header. Undefined for none, and for two values that differ: then another party
 * has set one of them.
 */
export function valueInCookies(kind: CookieKind, name: string, header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_HEADER) return undefined;
  const wanted = fullName(kind, name);
  const found = new Set<string>();
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === wanted) found.add(pair.slice(at + 1).trim());
  }
  const [value, ...others] = found;
  return others.length === 0 && value !== "" ? value : undefined;
}

function fullName({ isSecure }: CookieKind, name: string): string {
  return isSecure ? `__Host-${name}` : name;
}
