/** A verdict as response headers (draft-ietf-httpapi-ratelimit-headers-07's fields, one header each; RFC 9110, 10.2.3). */
import type { Verdict } from "./limiter.ts";

/** `RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset` (seconds) and, for a refusal, `Retry-After` (seconds). */
export function rateHeaders(verdict: Verdict): Record<string, string> {
  return {
    "RateLimit-Limit": String(verdict.limit),
    "RateLimit-Remaining": String(verdict.remaining),
    "RateLimit-Reset": String(verdict.resetSeconds),
    ...(verdict.allowed ? {} : { "Retry-After": String(verdict.retryAfterSeconds) }),
  };
}
