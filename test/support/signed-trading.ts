/** Signs requests to the trading platform as the public clients sign them. */
import { createHmac } from "node:crypto";
import type { MadeKey } from "../../src/trading/operator.ts";

/** Headers of a request that is signed as the public clients sign it. */
export function signed({ key, secret }: MadeKey, nonce: string = nextNonce()): Record<string, string> {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ typ: "JWT", alg: "HS256" })}.${part({ nonce })}`;
  const signature = createHmac("sha256", secret).update(text).digest("base64url");
  return { key, authorization: `${text}.${signature}` };
}

let last = 0n;

/** Nanoseconds since 1970, higher each time. */
function nextNonce(): string {
  const now = BigInt(Date.now()) * 1_000_000n;
  last = now > last ? now : last + 1n;
  return String(last);
}
