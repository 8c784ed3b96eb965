/** Reminders as their users keep them. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { DEFAULT_SETTINGS } from "../../accounts/index.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Page } from "../../page.ts";
import { lockUser } from "../../users/index.ts";
import type { Repeat } from "../core/repeat.ts";
import { reschedule } from "../core/reschedule.ts";
import { MAX_WAITING, type Doing, type NewReminder, type ReminderChange, type StoredReminder } from "../store.ts";

interface Row {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly repeat: Repeat;
  readonly first_at: Instant;
  readonly next_at: Instant | null;
  readonly last_sent_at: Instant | null;
  readonly created_at: Instant;
  /** Null until its user has set one. */
  readonly timezone: string | null;
}

const COLUMNS = `id, title, body, repeat, first_at, next_at, last_sent_at, created_at,
  (select s.settings ->> 'timezone' from trading.user_settings s where s.uid = reminders.uid) as timezone`;

/** Adds a reminder, unless as many wait as may: counted after the user's row is locked. */
export async function addReminder(
  tx: Transaction,
  { uid, ownerUid, at }: Doing,
  reminder: NewReminder,
): Promise<StoredReminder | undefined> {
  await lockUser(tx, uid);
  if ((await countWaiting(tx, uid)) >= MAX_WAITING) return undefined;
  const [row] = await tx.query<Row>({
    name: "trading.addReminder",
    text: `insert into trading.reminders (uid, owner_id, title, body, repeat, first_at, next_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz, $7::timestamptz, $7::timestamptz)
      returning ${COLUMNS}`,
    values: [
      uid,
      ownerUid,
      reminder.title,
      reminder.body,
      reminder.repeat,
      timestamp(reminder.remindAt),
      timestamp(at),
    ],
  });
  invariant(row, "a reminder that was inserted is there");
  await recordAudit(tx, { ownerUid, uid, action: "reminder.create", subject: String(row.id), at });
  return reminderOf(row);
}

/** Changes a reminder, of which the times are decided by how it is under its lock. */
export async function editReminder(
  tx: Transaction,
  { uid, ownerUid, at }: Doing,
  id: number,
  change: ReminderChange,
): Promise<StoredReminder | "not_found" | "too_many"> {
  await lockUser(tx, uid);
  const before = await lockReminder(tx, uid, id);
  if (!before) return "not_found";
  const times = reschedule(before, change, at);
  const waitsAgain = before.nextAt === null && times.nextAt !== null;
  if (waitsAgain && (await countWaiting(tx, uid)) >= MAX_WAITING) return "too_many";
  const after = { ...before, ...times, title: change.title ?? before.title, body: change.body ?? before.body };
  await tx.execute({
    name: "trading.editReminder",
    text: `update trading.reminders set title = $3, body = $4, repeat = $5, first_at = $6, next_at = $7, updated_at = $8
      where id = $1 and uid = $2`,
    values: [
      id,
      uid,
      after.title,
      after.body,
      after.repeat,
      timestamp(after.firstAt),
      after.nextAt === null ? null : timestamp(after.nextAt),
      timestamp(at),
    ],
  });
  await recordAudit(tx, { ownerUid, uid, action: "reminder.edit", subject: String(id), at });
  return after;
}

/** Deletes a reminder: no mail is sent any more. */
export async function removeReminder(tx: Transaction, { uid, ownerUid, at }: Doing, id: number): Promise<boolean> {
  const removed = await tx.execute({
    name: "trading.removeReminder",
    text: "delete from trading.reminders where id = $1 and uid = $2",
    values: [id, uid],
  });
  if (removed === 0) return false;
  await recordAudit(tx, { ownerUid, uid, action: "reminder.delete", subject: String(id), at });
  return true;
}

/** One of a user's reminders, held until the transaction ends. */
async function lockReminder(tx: Transaction, uid: number, id: number): Promise<StoredReminder | undefined> {
  const [row] = await tx.query<Row>({
    name: "trading.lockReminder",
    text: `select ${COLUMNS} from trading.reminders where id = $1 and uid = $2 for update`,
    values: [id, uid],
  });
  return row && reminderOf(row);
}

/** One page of a user's reminders, newest first. */
export async function listReminders(db: Queryable, uid: number, page: Page): Promise<StoredReminder[]> {
  const rows = await db.query<Row>({
    name: "trading.listReminders",
    text: `select ${COLUMNS} from trading.reminders where uid = $1 order by id desc limit $2 offset $3`,
    values: [uid, page.limit, page.offset],
  });
  return rows.map(reminderOf);
}

/** How many reminders a user has, those that have ended included. */
export async function countReminders(db: Queryable, uid: number): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countReminders",
    text: "select count(*) as total from trading.reminders where uid = $1",
    values: [uid],
  });
  return row?.total ?? 0;
}

/**
 * A user's reminders that may fall into a window, in the order of their first possible time there: one that does not repeat
 * falls into it, one that does began before its end.
 */
export async function listRemindersBetween(
  db: Queryable,
  uid: number,
  { from, to, limit }: { readonly from: Instant; readonly to: Instant; readonly limit: number },
): Promise<StoredReminder[]> {
  const rows = await db.query<Row>({
    name: "trading.listRemindersBetween",
    text: `select ${COLUMNS} from trading.reminders
      where uid = $1 and first_at <= $3 and (repeat <> 'none' or first_at >= $2)
      order by greatest(first_at, $2), id limit $4`,
    values: [uid, timestamp(from), timestamp(to), limit],
  });
  return rows.map(reminderOf);
}

/** How many mails a user has asked for that are still to come. */
async function countWaiting(db: Queryable, uid: number): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countWaitingReminders",
    text: "select count(*) as total from trading.reminders where uid = $1 and next_at is not null",
    values: [uid],
  });
  return row?.total ?? 0;
}

function reminderOf(row: Row): StoredReminder {
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    repeat: row.repeat,
    timezone: row.timezone ?? DEFAULT_SETTINGS.timezone,
    firstAt: row.first_at,
    nextAt: row.next_at,
    lastSentAt: row.last_sent_at,
    createdAt: row.created_at,
  };
}
