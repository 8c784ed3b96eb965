/** Days and months, in UTC, as the tables hold them. */
import { utcDay, type Instant } from "../../../kit/time/instant.ts";

/** The first day of the month: `2026-03-01`. */
export function monthOf(at: Instant): string {
  return `${utcDay(at).slice(0, 7)}-01`;
}
