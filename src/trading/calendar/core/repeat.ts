/** When a reminder is due: the times of a repetition, counted from its first, on the clock of its user. */
import type { Instant } from "../../../kit/time/instant.ts";
import { DAY_MICROS } from "../../../kit/time/spans.ts";
import type { WallClock, WallTime } from "../../../kit/time/wall-clock.ts";

export type Repeat = "none" | "daily" | "weekly" | "monthly";

/** The days between two times of a repetition, of those that have as many each time. */
const DAYS = { daily: 1, weekly: 7 } as const;

/**
 * The first time of the repetition that is later than `after`; undefined where there is none. Each is at the time of day of the
 * first, on this clock, whatever summer time does: see `WallClock.instantOf` for hours that a day does not have. A month that
 * lacks the first's day uses its own last day, and the months after it the first's day again: 31 January, 28 February, 31 March.
 */
export function nextOccurrence(first: Instant, repeat: Repeat, after: Instant, clock: WallClock): Instant | undefined {
  if (first > after) return first;
  if (repeat === "none") return undefined;
  const firstWall = clock.wallOf(first);
  // One step early: the clock may have gone back since, and then shows more steps than have passed.
  for (let step = stepsBefore(firstWall, repeat, clock.wallOf(after)); ; step++) {
    const next = clock.instantOf(wallAfter(firstWall, repeat, step));
    if (next > after) return next;
  }
}

/** All times of the repetition from `from` to `to`, both included, earliest first; at most `limit`. */
export function occurrencesBetween(
  first: Instant,
  repeat: Repeat,
  { from, to, limit }: { readonly from: Instant; readonly to: Instant; readonly limit: number },
  clock: WallClock,
): Instant[] {
  const times: Instant[] = [];
  let next = nextOccurrence(first, repeat, (from - 1) as Instant, clock);
  while (next !== undefined && next <= to && times.length < limit) {
    times.push(next);
    next = nextOccurrence(first, repeat, next, clock);
  }
  return times;
}

/** How often the repetition has come by then, or once less. */
function stepsBefore(first: WallTime, repeat: Exclude<Repeat, "none">, after: WallTime): number {
  const steps =
    repeat === "monthly" ? monthOf(after) - monthOf(first) : Math.floor((after - first) / (DAYS[repeat] * DAY_MICROS));
  return Math.max(0, steps - 1);
}

function wallAfter(first: WallTime, repeat: Exclude<Repeat, "none">, steps: number): WallTime {
  if (repeat === "monthly") return monthsLater(first, steps);
  return (first + steps * DAYS[repeat] * DAY_MICROS) as WallTime;
}

function monthOf(wall: WallTime): number {
  const date = new Date(Math.floor(wall / 1000));
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function monthsLater(first: WallTime, months: number): WallTime {
  const date = new Date(Math.floor(first / 1000));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  // Day 0 of the next month is the last of this one.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const startOfDay = Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) * 1000;
  return (startOfDay + (first - Math.floor(first / DAY_MICROS) * DAY_MICROS)) as WallTime;
}
