/** The expiry of a key, as an operator writes it. */
import { parseInstant, plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS, HOUR_SECONDS, DAY_SECONDS } from "../../../kit/time/spans.ts";

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: HOUR_SECONDS, d: DAY_SECONDS };
/** Later is a slip of the pen. Also stays well within the range of an `Instant`. */
const MAX_MS = 100 * 365.25 * DAY_MS;

/**
 * Reads `never` (null), `now`, a duration from now (`90s`, `15m`, `12h`, `30d`), a day (`2030-12-31`: its beginning in
 * UTC) or an RFC 3339 date-time. Answers undefined for anything else, and for what is more than 100 years from now.
 */
export function parseExpiry(text: string, now: Instant): Instant | null | undefined {
  if (text === "never") return null;
  const at = instantOf(text, now);
  return at !== undefined && Math.abs(at - now) <= MAX_MS * 1000 ? at : undefined;
}

function instantOf(text: string, now: Instant): Instant | undefined {
  if (text === "now") return now;
  const [, count, unit = ""] = /^(\d{1,10})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return plusMillis(now, Number(count) * (UNIT_SECONDS[unit] ?? 0) * 1000);
  return parseInstant(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
}
