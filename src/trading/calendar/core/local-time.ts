/** A moment as a user reads it in a mail. */
import { toMillis, type Instant } from "../../../kit/time/instant.ts";
import { isTimeZone } from "../../../kit/time/time-zone.ts";

export interface Place {
  /** IANA name. One that this runtime does not know counts as UTC. */
  readonly timezone: string;
  /** The order of YYYY, MM and DD, with what is between them. */
  readonly dateFormat: string;
}

/** To the minute, on the clock of the place: `31.01.2026 10:00 (Europe/Berlin)`. */
export function localTime(at: Instant, { timezone, dateFormat }: Place): string {
  const timeZone = isTimeZone(timezone) ? timezone : "UTC";
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(toMillis(at));
  const partOf = (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? "";
  const date = dateFormat
    .replace("YYYY", () => partOf("year"))
    .replace("MM", () => partOf("month"))
    .replace("DD", () => partOf("day"));
  return `${date} ${partOf("hour")}:${partOf("minute")} (${timeZone})`;
}
