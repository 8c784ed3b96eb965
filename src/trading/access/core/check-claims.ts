/** What a signed request claims beside its signature: its nonce, and what else the signature covers. */
import { createHash } from "node:crypto";
import type { Instant } from "../../../kit/time/instant.ts";
import { isTooFarAhead, readNonce, type Nonce } from "./nonce.ts";

export type ClaimsProblem =
  | "unreadable"
  | "nonceMissing"
  | "nonceMalformed"
  | "nonceAhead"
  | "expired"
  | "otherPath"
  | "otherBody"
  | "notCovered";

export interface SignedRequest {
  /** As sent: path and query. */
  readonly url: string;
  readonly rawBody: Buffer | undefined;
}

const NO_BYTES = Buffer.alloc(0);
const SECONDS = /^[0-9]{1,12}(?:\.[0-9]{1,9})?$/;
const SHA256 = /^[0-9a-f]{64}$/i;

/**
 * The nonce of a request, or what is wrong with its claims.
 *
 * Beside `nonce` a client may sign `path`, `body_sha256` and `exp`. `path` is the target of the request as it is sent,
 * query included. `body_sha256` is of the bytes of the body, in hexadecimal; of no bytes without a body. `exp` is in
 * seconds since 1970 (RFC 7519 section 4.1.4); that very moment is too late. They are checked where they are there;
 * for a strict key they must be.
 *
 * @param claims numbers as the text of their digits.
 */
export function checkClaims(
  claims: Readonly<Record<string, unknown>>,
  request: SignedRequest,
  isStrict: boolean,
  now: Instant,
): { readonly nonce: Nonce } | { readonly problem: ClaimsProblem } {
  const { nonce: written, path, body_sha256: bodyHash, exp } = claims;
  if (written === undefined || written === null || written === "") return { problem: "nonceMissing" };
  const nonce = typeof written === "string" ? readNonce(written) : undefined;
  if (nonce === undefined) return { problem: "nonceMalformed" };
  if (isTooFarAhead(nonce, now)) return { problem: "nonceAhead" };
  if (isStrict && (path === undefined || bodyHash === undefined || exp === undefined)) return { problem: "notCovered" };
  const problem =
    (exp === undefined ? undefined : checkExpiry(exp, now)) ??
    (path === undefined ? undefined : checkPath(path, request)) ??
    (bodyHash === undefined ? undefined : checkBody(bodyHash, request));
  return problem === undefined ? { nonce } : { problem };
}

function checkExpiry(exp: unknown, now: Instant): ClaimsProblem | undefined {
  if (typeof exp !== "string" || !SECONDS.test(exp)) return "unreadable";
  return Number(exp) * 1_000_000 <= now ? "expired" : undefined;
}

function checkPath(path: unknown, request: SignedRequest): ClaimsProblem | undefined {
  if (typeof path !== "string") return "unreadable";
  return path === request.url ? undefined : "otherPath";
}

function checkBody(hash: unknown, request: SignedRequest): ClaimsProblem | undefined {
  if (typeof hash !== "string" || !SHA256.test(hash)) return "unreadable";
  const own = createHash("sha256")
    .update(request.rawBody ?? NO_BYTES)
    .digest("hex");
  return own === hash.toLowerCase() ? undefined : "otherBody";
}
