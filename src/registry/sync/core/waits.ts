/** How long to wait before something is tried again. */
import { toMillis, type Instant } from "../../../kit/time/instant.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Milliseconds that a `Retry-After` asks to wait from `now` on (RFC 9110, section 10.2.3: seconds or a date), at most a
 * day. Undefined when there is none, or it cannot be read.
 */
export function retryAfterMs(header: string | undefined, now: Instant): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, DAY_MS);
  const at = /^[A-Z][a-z]{2,8},/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at - toMillis(now), 0), DAY_MS);
}

/**
 * Milliseconds before try `failures + 1`: doubled with each failure up to `maxMs`, then less by up to a half, so that
 * those who failed together do not come back together. `chance` is a random number from 0 to 1.
 */
export function backoffMs(failures: number, firstMs: number, maxMs: number, chance: number): number {
  const fullMs = Math.min(firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 30), maxMs);
  return Math.round(fullMs * (1 - chance / 2));
}
