/** The new times of a reminder when its user changes it. */
import type { Instant } from "../../../kit/time/instant.ts";
import { WallClock } from "../../../kit/time/wall-clock.ts";
import { nextOccurrence, type Repeat } from "./repeat.ts";

export interface ReminderTimes {
  readonly repeat: Repeat;
  /** Of its user: repetitions keep their time of day there. */
  readonly timezone: string;
  readonly firstAt: Instant;
  /** Null when no mail is to come any more. */
  readonly nextAt: Instant | null;
}

/**
 * A new time restarts the repetition. A new repetition alone keeps the first time and continues with the first
 * repetition later than now. A reminder that stops repeating is sent once more, at the time that was next.
 */
export function reschedule(
  before: ReminderTimes,
  change: { readonly repeat?: Repeat | undefined; readonly remindAt?: Instant | undefined },
  now: Instant,
): ReminderTimes {
  const repeat = change.repeat ?? before.repeat;
  const { timezone, firstAt, nextAt } = before;
  if (change.remindAt !== undefined) return { repeat, timezone, firstAt: change.remindAt, nextAt: change.remindAt };
  if (repeat === before.repeat) return before;
  if (repeat === "none") return { repeat, timezone, firstAt: nextAt ?? firstAt, nextAt };
  const next = nextOccurrence(firstAt, repeat, now, new WallClock(timezone));
  return { repeat, timezone, firstAt, nextAt: next ?? null };
}
