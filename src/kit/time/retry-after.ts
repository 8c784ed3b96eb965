import { toMillis, type Instant } from "./instant.ts";
import { DAY_MS, SECOND_MS } from "./spans.ts";

/**
 * Milliseconds that a `Retry-After` asks to wait from `now` on (RFC 9110, section 10.2.3: seconds or a date), at most
 * `maxMs`. Parts of a second count too: some servers send them. Undefined when there is none, or it cannot be read.
 */
export function retryAfterMs(header: string | undefined, now: Instant, maxMs = DAY_MS): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Math.min(Math.round(Number(text) * SECOND_MS), maxMs);
  const at = /^[A-Z][a-z]{2,8},/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at - toMillis(now), 0), maxMs);
}
