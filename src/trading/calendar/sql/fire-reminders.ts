/** Sending what is due, and forgetting what has long ended. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { WallClock } from "../../../kit/time/wall-clock.ts";
import { DEFAULT_SETTINGS } from "../../accounts/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import { localTime } from "../core/local-time.ts";
import { nextOccurrence, type Repeat } from "../core/repeat.ts";

interface DueRow {
  readonly id: number;
  readonly uid: number;
  readonly title: string;
  readonly body: string;
  readonly repeat: Repeat;
  readonly first_at: Instant;
  readonly next_at: Instant;
  readonly email: string;
  readonly is_active: boolean;
  readonly is_closed: boolean;
  /** Null until its user has set one. */
  readonly timezone: string | null;
  readonly date_format: string | null;
}

/**
 * Sends up to `limit` reminders that are due. Each is claimed by a lock on its row, in the transaction that puts its
 * mail into the outbox and advances it: both happen once, or neither. Times that were missed while nothing ran are one
 * mail, not many.
 */
export async function fireDueReminders(tx: Transaction, now: Instant, limit: number): Promise<number> {
  const due = await claimDue(tx, now, limit);
  const sent = new Set<number>();
  for (const reminder of due) {
    if (reminder.is_active && !reminder.is_closed && (await send(tx, reminder, now))) sent.add(reminder.id);
  }
  const closed = due.filter(({ is_closed: isClosed }) => isClosed);
  await forget(tx, closed);
  await moveOn(
    tx,
    due.filter(({ is_closed: isClosed }) => !isClosed),
    sent,
    now,
  );
  return due.length;
}

/** The reminders that are due and that no other process has in hand, held until the transaction ends. */
async function claimDue(tx: Transaction, now: Instant, limit: number): Promise<DueRow[]> {
  return tx.query<DueRow>({
    name: "trading.claimDueReminders",
    text: `select reminder.id, reminder.uid, reminder.title, reminder.body, reminder.repeat, reminder.first_at,
        reminder.next_at, users.email, users.is_active and owners.is_active as is_active,
        users.closed_at is not null or owners.closed_at is not null as is_closed,
        s.settings ->> 'timezone' as timezone, s.settings ->> 'date_format' as date_format
      from trading.reminders as reminder join trading.users on users.id = reminder.uid
      join trading.users as owners on owners.id = reminder.owner_id
      left join trading.user_settings s on s.uid = reminder.uid
      where reminder.next_at <= $1 order by reminder.next_at, reminder.id limit $2
      for update of reminder skip locked`,
    values: [timestamp(now), limit],
  });
}

/** False where the user has no verified address. */
async function send(tx: Transaction, reminder: DueRow, at: Instant): Promise<boolean> {
  const time = localTime(reminder.next_at, {
    timezone: reminder.timezone ?? DEFAULT_SETTINGS.timezone,
    dateFormat: reminder.date_format ?? DEFAULT_SETTINGS.date_format,
  });
  const body = reminder.body === "" ? "" : `\n\n${reminder.body}`;
  return enqueueMail(tx, {
    to: reminder.email,
    uid: reminder.uid,
    subject: `Reminder: ${reminder.title}`,
    text: `You asked to be reminded at ${time}:\n\n${reminder.title}${body}\n`,
    at,
  });
}

/** Notes the mail, and when the next is due; null for none. A user who may not log in, or has no verified address, gets no mail but keeps the times. */
async function moveOn(tx: Transaction, due: readonly DueRow[], sent: ReadonlySet<number>, now: Instant): Promise<void> {
  if (due.length === 0) return;
  const next = due.map(({ first_at: first, repeat, timezone }) =>
    nextOccurrence(first, repeat, now, new WallClock(timezone ?? DEFAULT_SETTINGS.timezone)),
  );
  await tx.execute({
    name: "trading.moveRemindersOn",
    text: `update trading.reminders as reminder set next_at = fired.next_at, updated_at = $4::timestamptz,
        last_sent_at = case when fired.is_sent then $4::timestamptz else last_sent_at end
      from unnest($1::bigint[], $2::timestamptz[], $3::boolean[]) as fired (id, next_at, is_sent)
      where reminder.id = fired.id`,
    values: [
      due.map(({ id }) => id),
      next.map((at) => (at === undefined ? null : timestamp(at))),
      due.map(({ id }) => sent.has(id)),
      timestamp(now),
    ],
  });
}

/** Reminders of closed accounts go. */
async function forget(tx: Transaction, closed: readonly DueRow[]): Promise<void> {
  if (closed.length === 0) return;
  await tx.execute({
    name: "trading.forgetReminders",
    text: "delete from trading.reminders where id = any ($1::bigint[])",
    values: [closed.map(({ id }) => id)],
  });
}

/** Removes some reminders that ended before then, so that the table does not grow for ever. */
export async function trimReminders(db: Queryable, endedBefore: Instant, limit: number): Promise<number> {
  return db.execute({
    name: "trading.trimReminders",
    text: `delete from trading.reminders where id in (
        select id from trading.reminders where next_at is null and updated_at < $1 order by updated_at limit $2
      )`,
    values: [timestamp(endedBefore), limit],
  });
}
