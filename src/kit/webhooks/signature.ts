/**
 * The signature of a delivery: a receiver that knows the webhook's secret can verify that it came from here, and when.
 */
import { createHmac } from "node:crypto";

/**
 * The value of `X-Tripod-Signature`: `v1=` and the HMAC-SHA-256, in hexadecimal digits, of the timestamp, a dot and the
 * body, with the secret's text as the key. The timestamp is in it so that an old delivery cannot pass for a new one.
 */
export function signatureOf(secret: string, timestampSeconds: number, body: string): string {
  return `v1=${createHmac("sha256", secret).update(`${timestampSeconds}.${body}`).digest("hex")}`;
}
