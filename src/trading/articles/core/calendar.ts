/** Days and months, in UTC, as the tables hold them. */
import { toMillis, type Instant } from "../../../kit/time/instant.ts";

/** The day: `2026-03-09`. */
export function dayOf(at: Instant): string {
  return new Date(toMillis(at)).toISOString().slice(0, 10);
}

/** The first day of the month: `2026-03-01`. */
export function monthOf(at: Instant): string {
  return `${dayOf(at).slice(0, 7)}-01`;
}
