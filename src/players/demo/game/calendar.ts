/** The game's own time, and how its logs write times. */
import { toMillis, type Instant } from "../../../kit/time/instant.ts";
import { HOUR_SECONDS, DAY_SECONDS } from "../../../kit/time/spans.ts";

/** Worlds are older than the life that is played in them. */
const SECONDS_BEFORE = 1_209_600;
/** A day of the game takes an hour. */
const DAYS_PER_SECOND = 1 / HOUR_SECONDS;
const SECONDS_OF_DAY = DAY_SECONDS;

/** Seconds that the game has run, in a world that began (or was watched first) at `since`. */
export function gameSeconds(since: Instant, at: Instant): number {
  return SECONDS_BEFORE + (at - since) / 1_000_000;
}

/** `Day 337, 04:12:09`, as logs of tribes begin. */
export function gameDay(seconds: number): string {
  const days = 1 + seconds * DAYS_PER_SECOND;
  const second = Math.floor((days % 1) * SECONDS_OF_DAY);
  const parts = [Math.floor(second / HOUR_SECONDS), Math.floor(second / 60) % 60, second % 60];
  return `Day ${Math.floor(days)}, ${parts.map((part) => String(part).padStart(2, "0")).join(":")}`;
}

/** `2026.02.01_18.30.07: `, as lines of a server's log begin. */
export function logStamp(at: Instant): string {
  const [date = "", time = ""] = new Date(toMillis(at)).toISOString().slice(0, 19).split("T");
  return `${date.replaceAll("-", ".")}_${time.replaceAll(":", ".")}: `;
}
