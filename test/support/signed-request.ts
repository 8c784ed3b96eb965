/** Signs requests as clients of the trading platform do. */
import { createHmac } from "node:crypto";

let last = 0n;

/** A nonce of 19 digits: nanoseconds, each higher than the one before. */
export function nextNonce(): string {
  const now = BigInt(Date.now()) * 1_000_000n;
  last = now > last ? now : last + 1n;
  return String(last);
}

/** The value of `Authorization`. `payload` is JSON as it is signed, by default a nonce alone. */
export function signedToken(
  secret: string,
  payload = `{"nonce":${nextNonce()}}`,
  header = '{"typ":"JWT","alg":"HS256"}',
): string {
  const signed = `${Buffer.from(header).toString("base64url")}.${Buffer.from(payload).toString("base64url")}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
