/** Alerts as users see them, and what takes them away. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { utcDay, type Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import { seenCondition, viewerValues, type Viewer } from "../../webhooks/index.ts";
import type { AlertKind } from "../core/alert.ts";
import type { AlertList, AlertOutcome, AlertTrim, KeptAlert } from "../store.ts";
import { deleteBots } from "./telegram-bots.ts";

const TRIM_BATCH = 5_000;

const SEEN = seenCondition({ uid: "uid", isOfKey: "is_of_key", exchange: "data ->> 'exchange'" });
const IN_VIEW = `owner_uid = $1 and ${SEEN}`;

export function alertList(db: Database): AlertList {
  return {
    list: (view, page) =>
      db.snapshot(async (tx) => ({ alerts: await listAlerts(tx, view, page), total: await countAlerts(tx, view) })),
    countDue: (ownerUid, at) => countDue(db, ownerUid, at),
  };
}

export function alertTrim(db: Queryable): AlertTrim {
  return {
    async trim(olderThan) {
      await trimDays(db, olderThan);
      while ((await trimMessages(db, olderThan)) === TRIM_BATCH);
      while ((await trimAlerts(db, olderThan)) === TRIM_BATCH);
    },
  };
}

interface Row {
  readonly id: number;
  readonly uid: number | null;
  readonly kind: AlertKind;
  readonly why: string;
  readonly data: string;
  readonly at: Instant;
  readonly outcome: AlertOutcome | null;
}

/** A page of them, newest first. */
async function listAlerts(db: Queryable, view: Viewer, { limit, offset }: Page): Promise<KeptAlert[]> {
  return db.query<Row>({
    name: "trading.listAlerts",
    text: `select id, uid, kind, why, data, at, outcome from trading.alerts where ${IN_VIEW}
      order by id desc limit $6 offset $7`,
    values: [...viewerValues(view), limit, offset],
  });
}

/** How many there are on all pages. */
async function countAlerts(db: Queryable, view: Viewer): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countAlerts",
    text: `select count(*) as total from trading.alerts where ${IN_VIEW}`,
    values: viewerValues(view),
  });
  return row?.total ?? 0;
}

/** How many of an account were due on a day. */
async function countDue(db: Queryable, ownerUid: number, at: Instant): Promise<number> {
  const [row] = await db.query<{ alerts: number }>({
    name: "trading.countAlertsDue",
    text: "select alerts from trading.alert_days where owner_uid = $1 and day = $2::date",
    values: [ownerUid, utcDay(at)],
  });
  return row?.alerts ?? 0;
}

/** For users who are gone: what they were alerted of, their bots, and what was to be sent to these. */
export async function forgetAlerts(tx: Transaction, uids: readonly number[]): Promise<void> {
  await deleteBots(tx, uids);
  await tx.execute({
    name: "trading.forgetAlertsOfUsers",
    text: "delete from trading.alerts where uid = any ($1::bigint[]) or owner_uid = any ($1::bigint[])",
    values: [uids],
  });
}

/** Some of the oldest. */
async function trimAlerts(db: Queryable, olderThan: Instant): Promise<number> {
  return db.execute({
    name: "trading.trimAlerts",
    text: `delete from trading.alerts where id in (
      select id from trading.alerts where recorded_at < $1 order by id limit ${TRIM_BATCH})`,
    values: [timestamp(olderThan)],
  });
}

/** Some of the oldest. */
async function trimMessages(db: Queryable, olderThan: Instant): Promise<number> {
  return db.execute({
    name: "trading.trimTelegramMessages",
    text: `delete from trading.telegram_messages where id in (
      select id from trading.telegram_messages where created_at < $1 order by id limit ${TRIM_BATCH})`,
    values: [timestamp(olderThan)],
  });
}

/** Counts of days that are over. */
async function trimDays(db: Queryable, olderThan: Instant): Promise<void> {
  await db.execute({
    name: "trading.trimAlertDays",
    text: "delete from trading.alert_days where day < ($1::timestamptz at time zone 'UTC')::date",
    values: [timestamp(olderThan)],
  });
}
