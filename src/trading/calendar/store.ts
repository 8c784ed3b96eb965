/** The ports of the calendar: storage and other areas. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { Repeat } from "./core/repeat.ts";

/** Of one user, still to come. */
export const MAX_WAITING = 100;

export interface StoredReminder {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly repeat: Repeat;
  /** IANA name, from its user's settings: repetitions keep their time of day there. */
  readonly timezone: string;
  /** All times of a repetition are counted from here. */
  readonly firstAt: Instant;
  /** Null when no mail is to come any more. */
  readonly nextAt: Instant | null;
  readonly lastSentAt: Instant | null;
  readonly createdAt: Instant;
}

export interface NewReminder {
  readonly title: string;
  readonly body: string;
  readonly repeat: Repeat;
  readonly remindAt: Instant;
}

/** The changed fields; see `reschedule` for the times. */
export interface ReminderChange {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  readonly repeat?: Repeat | undefined;
  readonly remindAt?: Instant | undefined;
}

/** Who acts, and when. */
export interface Doing {
  readonly uid: number;
  readonly ownerUid: number;
  readonly at: Instant;
}

export interface ReminderStore {
  /** Undefined when the user has `MAX_WAITING` waiting. */
  add(doing: Doing, reminder: NewReminder): Promise<StoredReminder | undefined>;
  edit(doing: Doing, id: number, change: ReminderChange): Promise<StoredReminder | "not_found" | "too_many">;
  /** False when the user has no such reminder. */
  remove(doing: Doing, id: number): Promise<boolean>;
  list(uid: number, page: Page): Promise<{ readonly entries: StoredReminder[]; readonly total: number }>;
  /** The user's reminders that may have times between these. At most `limit`, the earliest first. */
  listBetween(uid: number, window: ScheduleWindow): Promise<StoredReminder[]>;
  /**
   * Puts mails for up to `limit` reminders that are due into the outbox and moves them on, in one transaction; answers
   * how many it was. Those that another process has in hand are left to it.
   */
  fireDue(now: Instant, limit: number): Promise<number>;
  /** Forgets up to `limit` reminders that ended before then; answers how many. */
  trim(endedBefore: Instant, limit: number): Promise<number>;
}

export interface ScheduleEntry {
  readonly id: string;
  readonly type: "reminder" | "maintenance" | "subscription" | "competition" | "order_send";
  readonly title: string;
  readonly startsAt: Instant;
  /** Null where it is a moment, or has no end. */
  readonly endsAt: Instant | null;
  /** The subject of an entry: an id, or another text known to the entry's area. */
  readonly reference: string;
}

export interface ScheduleWindow {
  readonly from: Instant;
  readonly to: Instant;
  /** Most entries that are wanted. */
  readonly limit: number;
}

/** Whose schedule it is. */
export interface ScheduleUser {
  readonly uid: number;
  readonly ownerUid: number;
  /** A sub-account does not see what only the main account may see. */
  readonly isSubaccount: boolean;
}

/** How another area adds to schedules: its entries in the window for this user. */
export type ScheduleSource = (user: ScheduleUser, window: ScheduleWindow) => Promise<readonly ScheduleEntry[]>;
