/** Times as this service writes them. */
import { toMillis, type Instant } from "../../../kit/time/instant.ts";

/**
 * ISO 8601 with a numeric offset, and milliseconds only where there are some.
 *
 * @example
 * shownTime(1467645334000000 as Instant); // "2016-07-04T15:15:34+00:00"
 */
export function shownTime(instant: Instant): string {
  const text = new Date(toMillis(instant)).toISOString();
  return `${text.endsWith(".000Z") ? text.slice(0, 19) : text.slice(0, -1)}+00:00`;
}
