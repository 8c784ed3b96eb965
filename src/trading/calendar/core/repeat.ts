/** When a reminder is due: the times of a repetition, counted from its first, in UTC. */
import type { Instant } from "../../../kit/time/instant.ts";
import { DAY_MICROS } from "../../../kit/time/spans.ts";

export type Repeat = "none" | "daily" | "weekly" | "monthly";

/**
 * The first time of the repetition that is later than `after`; undefined where there is none. A month that lacks the
 * first's day uses its own last day, and the months after it the first's day again: 31 January, 28 February, 31 March.
 */
export function nextOccurrence(first: Instant, repeat: Repeat, after: Instant): Instant | undefined {
  if (first > after) return first;
  switch (repeat) {
    case "none":
      return undefined;
    case "daily":
      return afterSteps(first, DAY_MICROS, after);
    case "weekly":
      return afterSteps(first, 7 * DAY_MICROS, after);
    case "monthly":
      return nextMonth(first, after);
  }
}

/** All times of the repetition from `from` to `to`, both included, earliest first; at most `limit`. */
export function occurrencesBetween(
  first: Instant,
  repeat: Repeat,
  { from, to, limit }: { readonly from: Instant; readonly to: Instant; readonly limit: number },
): Instant[] {
  const times: Instant[] = [];
  let next = nextOccurrence(first, repeat, (from - 1) as Instant);
  while (next !== undefined && next <= to && times.length < limit) {
    times.push(next);
    next = nextOccurrence(first, repeat, next);
  }
  return times;
}

function afterSteps(first: Instant, stepMicros: number, after: Instant): Instant {
  return (first + (Math.floor((after - first) / stepMicros) + 1) * stepMicros) as Instant;
}

/** The month of `after` holds one time of the repetition: it is that, or the next month's. */
function nextMonth(first: Instant, after: Instant): Instant {
  const months = monthOf(after) - monthOf(first);
  const sameMonth = monthsLater(first, months);
  return sameMonth > after ? sameMonth : monthsLater(first, months + 1);
}

function monthOf(at: Instant): number {
  const date = new Date(Math.floor(at / 1000));
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function monthsLater(first: Instant, months: number): Instant {
  const date = new Date(Math.floor(first / 1000));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  // Day 0 of the next month is the last of this one.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const startOfDay = Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) * 1000;
  return (startOfDay + (first - Math.floor(first / DAY_MICROS) * DAY_MICROS)) as Instant;
}
