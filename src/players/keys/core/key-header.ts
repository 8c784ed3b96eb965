/** Reading the key of an `Authorization` header. */

/** The key of a request. The caller has the sentences; this only tells the cases apart. */
export type KeyHeader =
  | { readonly kind: "missing" }
  | { readonly kind: "malformed" }
  | { readonly kind: "key"; readonly key: string };

/** Longest header that is looked at, in characters, blanks and scheme included. Our own keys have 47. */
export const MAX_HEADER_CHARACTERS = 256;

/** `<key>`, `Bearer <key>` or `ApiKey <key>`. A scheme alone is not a key. */
const KEY = /^[ \t]*(?:(?:bearer|apikey)[ \t]+)?(?!(?:bearer|apikey)[ \t]*$)([\x21-\x7e]+)[ \t]*$/i;

/**
 * The key of an `Authorization` header: the whole value, or what follows `Bearer` or `ApiKey` in any case (RFC 9110,
 * section 11.1), with blanks around it. A header that is there twice, another scheme, anything but visible ASCII, and
 * more than `MAX_HEADER_CHARACTERS` is malformed; an empty header is a missing one.
 */
export function readKeyHeader(header: string | readonly string[] | undefined): KeyHeader {
  if (header === undefined || header.length === 0) return { kind: "missing" };
  if (typeof header !== "string") return header.length === 1 ? readKeyHeader(header[0]) : { kind: "malformed" };
  // Checked first, so that the patterns never meet a huge text.
  if (header.length > MAX_HEADER_CHARACTERS) return { kind: "malformed" };
  if (/^[ \t]*$/.test(header)) return { kind: "missing" };
  const key = KEY.exec(header)?.[1];
  return key === undefined ? { kind: "malformed" } : { kind: "key", key };
}
