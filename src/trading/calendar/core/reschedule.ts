/** The new times of a reminder when its user changes it. */
import type { Instant } from "../../../kit/time/instant.ts";
import { nextOccurrence, type Repeat } from "./repeat.ts";

export interface ReminderTimes {
  readonly repeat: Repeat;
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
  if (change.remindAt !== undefined) return { repeat, firstAt: change.remindAt, nextAt: change.remindAt };
  if (repeat === before.repeat) return before;
  if (repeat === "none") return { repeat, firstAt: before.nextAt ?? before.firstAt, nextAt: before.nextAt };
  return { repeat, firstAt: before.firstAt, nextAt: nextOccurrence(before.firstAt, repeat, now) ?? null };
}
