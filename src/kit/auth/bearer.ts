/** Reading of `Authorization: Bearer <token>` (RFC 6750, section 2.1). */

/** The bearer token of a request. The caller has the sentences; this only tells the cases apart. */
export type BearerHeader =
  | { readonly kind: "missing" }
  | { readonly kind: "malformed" }
  | { readonly kind: "token"; readonly token: string };

/** Longest token that is looked at, in characters. Node itself refuses headers past 16 KiB. */
export const MAX_BEARER_CHARACTERS = 12_288;

const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/**
 * The bearer token of an `Authorization` header. The scheme's name ignores case (RFC 9110, section 11.1). Malformed
 * are: a repeated header, another scheme, an empty token, one with characters that RFC 6750 does not allow and one
 * that is longer than `MAX_BEARER_CHARACTERS`. An empty header is a missing one.
 */
export function parseBearer(header: string | readonly string[] | undefined): BearerHeader {
  if (header === undefined || header === "" || header.length === 0) return { kind: "missing" };
  if (typeof header !== "string") return header.length === 1 ? parseBearer(header[0]) : { kind: "malformed" };
  // Longest scheme name and a few blanks; checked first so that the pattern never meets a huge text.
  if (header.length > MAX_BEARER_CHARACTERS + 16) return { kind: "malformed" };
  const token = BEARER.exec(header.trim())?.[1];
  return token === undefined || token.length > MAX_BEARER_CHARACTERS ? { kind: "malformed" } : { kind: "token", token };
}
