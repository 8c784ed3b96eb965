/**
 * The token of a signed request: a JWT (RFC 7519) of `typ` JWT and `alg` HS256, without a word before it.
 *
 * We read it here, without a library, because every request pays for it and there is exactly one algorithm: nothing in
 * the token decides how it is checked.
 */
import { createHmac, timingSafeEqual, type KeyObject } from "node:crypto";
import { parseExact } from "./exact-json.ts";

/** Header and payload, in base64, and the signature of both. */
export interface SignedToken {
  /** As it was sent: the signature covers its padding too. */
  readonly signedText: string;
  readonly payload: string;
  readonly signature: Buffer;
}

/** Longest token, in characters. One with every member that we know has about 400. */
export const MAX_TOKEN_CHARACTERS = 4096;

const MAX_HEADER_CHARACTERS = 256;
/** Base64 of either alphabet, with or without padding: clients differ. */
const PARTS = /^([A-Za-z0-9_+/-]+={0,2})\.([A-Za-z0-9_+/-]+={0,2})\.([A-Za-z0-9_+/-]{43}=?)$/;
/** As clients write it, so that it need not be read each time. */
const USUAL_HEADERS: ReadonlySet<string> = new Set(
  ['{"typ":"JWT","alg":"HS256"}', '{"alg":"HS256","typ":"JWT"}'].map((text) => Buffer.from(text).toString("base64url")),
);

/** Takes a token apart. Undefined for anything but a JWT with HS256, and for more than 4,096 characters. */
export function readToken(authorization: string): SignedToken | undefined {
  if (authorization.length > MAX_TOKEN_CHARACTERS) return undefined;
  const [, header, payload, signature] = PARTS.exec(authorization) ?? [];
  if (header === undefined || payload === undefined || signature === undefined) return undefined;
  if (!USUAL_HEADERS.has(header) && !isHeaderOfOurs(header)) return undefined;
  return {
    signedText: authorization.slice(0, header.length + 1 + payload.length),
    payload,
    signature: Buffer.from(signature, "base64url"),
  };
}

/** Whether the key made the signature. Takes the same time wherever they differ. */
export function isSignedBy(token: SignedToken, key: KeyObject): boolean {
  const own = createHmac("sha256", key).update(token.signedText).digest();
  return own.length === token.signature.length && timingSafeEqual(own, token.signature);
}

/** The members of a token's payload, numbers as the text of their digits; undefined when it is not a JSON object. */
export function claimsOf(token: SignedToken): Readonly<Record<string, unknown>> | undefined {
  return parseExact(Buffer.from(token.payload, "base64url").toString("utf8"));
}

function isHeaderOfOurs(text: string): boolean {
  if (text.length > MAX_HEADER_CHARACTERS) return false;
  const header = parseExact(Buffer.from(text, "base64url").toString("utf8"));
  if (header === undefined || header["alg"] !== "HS256" || Object.hasOwn(header, "crit")) return false;
  const { typ = "JWT" } = header;
  return typeof typ === "string" && typ.toUpperCase() === "JWT";
}
