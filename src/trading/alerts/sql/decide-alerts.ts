/**
 * From alerts to mails and messages. An alert is decided in the transaction that enqueues its messages. So a process
 * that is killed has sent all of it or nothing, and nothing is enqueued twice.
 */
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import { plusMillis, utcDay, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { enqueueMail, sendMailsSoon } from "../../mail/index.ts";
import { isSeenBy, viewerOfRow, type ViewerRow } from "../../webhooks/index.ts";
import type { AlertKind } from "../core/alert.ts";
import { DEFAULT_CHANNELS } from "../core/channels.ts";
import { planMessages, recipientsOf, type Recipient, type UndecidedAlert } from "../core/plan-messages.ts";
import type { AlertOutbox, AlertOutcome } from "../store.ts";
import { insertMessage } from "./telegram-messages.ts";

const BATCH = 100;
/** More users than one account has. */
const MOST_USERS = 100_000;

export function alertOutbox(db: Database): AlertOutbox {
  return { decide: (now, perDay) => db.transaction((tx) => decideAlerts(tx, now, perDay)) };
}

type Undecided = UndecidedAlert & { readonly recordedAt: Instant };

async function decideAlerts(tx: Transaction, now: Instant, perDay: number): Promise<number> {
  const alerts = await claimUndecided(tx);
  if (alerts.length === 0) return 0;
  const users = await listRecipients(tx, [...new Set(alerts.map(({ ownerUid }) => ownerUid))]);
  const outcomes = new Map<number, AlertOutcome>();
  const due = new Map<number, { readonly alert: Undecided; readonly to: readonly Recipient[] }[]>();
  for (const alert of alerts) {
    const to = recipientsOf(alert, users, isSeenBy);
    const isLate = plusMillis(alert.recordedAt, DAY_MS) <= now;
    if (isLate || to.length === 0) outcomes.set(alert.id, isLate ? "late" : "not_wanted");
    else due.set(alert.ownerUid, [...(due.get(alert.ownerUid) ?? []), { alert, to }]);
  }
  let mails = 0;
  // One order for all processes, so that none waits for the other in a circle.
  for (const [ownerUid, own] of [...due].sort(([one], [other]) => one - other)) {
    const counted = await countToday(tx, ownerUid, now, own.length);
    for (const [index, { alert, to }] of own.entries()) {
      const number = counted - own.length + index + 1;
      const planned = planMessages(alert, to, { number, perDay });
      outcomes.set(alert.id, planned ? "sent" : "over_limit");
      const expiresAt = plusMillis(alert.recordedAt, DAY_MS);
      for (const { to: user, subject, text } of planned ?? []) {
        if (user.wantsTelegram) {
          await insertMessage(tx, { uid: user.uid, text: `${subject}\n\n${text}`, at: now, expiresAt });
        }
        if (!user.wantsEmail) continue;
        mails++;
        await enqueueMail(tx, { to: user.email, uid: user.uid, subject, text, at: now, expiresAt });
      }
    }
  }
  await setOutcomes(tx, outcomes);
  if (mails > 0) await sendMailsSoon(tx);
  return alerts.length;
}

interface AlertRow {
  readonly id: number;
  readonly owner_uid: number;
  readonly uid: number | null;
  readonly is_of_key: boolean;
  readonly exchange: string | null;
  readonly kind: AlertKind;
  readonly why: string;
  readonly data: string;
  readonly at: Instant;
  readonly recorded_at: Instant;
}

/** The oldest, for this transaction alone. */
async function claimUndecided(tx: Transaction): Promise<Undecided[]> {
  const rows = await tx.query<AlertRow>({
    name: "trading.courierClaimAlerts",
    text: `select id, owner_uid, uid, is_of_key, data ->> 'exchange' as exchange, kind, why, data, at, recorded_at from trading.alerts
      where outcome is null order by id limit ${BATCH} for update skip locked`,
  });
  return rows.map((row) => ({
    id: row.id,
    ownerUid: row.owner_uid,
    uid: row.uid,
    isOfKey: row.is_of_key,
    exchange: row.exchange ?? undefined,
    kind: row.kind,
    why: row.why,
    data: JSON.parse(row.data) as unknown,
    at: row.at,
    recordedAt: row.recorded_at,
  }));
}

interface UserRow extends ViewerRow {
  readonly email: string;
  readonly wants_email: boolean;
  readonly wants_telegram: boolean;
}

/** Users of these accounts who are let in, with what they have set. */
async function listRecipients(tx: Transaction, ownerUids: readonly number[]): Promise<Recipient[]> {
  const rows = await tx.query<UserRow>({
    name: "trading.courierListRecipients",
    text: `select u.id as uid, coalesce(u.owner_id, u.id) as owner_uid, u.email,
        u.email_verified_at is not null
          and coalesce((s.settings->>'notifications_email')::boolean, $2::boolean) as wants_email,
        b.uid is not null
          and coalesce((s.settings->>'notifications_telegram')::boolean, $3::boolean) as wants_telegram,
        u.rights, plan.base_id, plan.overrides
      from trading.users u join trading.users o on o.id = coalesce(u.owner_id, u.id)
        left join trading.user_settings s on s.uid = u.id
        left join trading.telegram_bots b on b.uid = u.id
        left join trading.subscriptions plan on plan.owner_id = o.id
      where (u.id = any ($1::bigint[]) or u.owner_id = any ($1::bigint[])) and u.is_active and u.closed_at is null
        and o.is_active
      order by u.id limit ${MOST_USERS}`,
    values: [ownerUids, DEFAULT_CHANNELS.email, DEFAULT_CHANNELS.telegram],
  });
  return rows.map((row) => ({
    ...viewerOfRow(row),
    email: row.email,
    wantsEmail: row.wants_email,
    wantsTelegram: row.wants_telegram,
  }));
}

/** Counts alerts of an account as due today. Answers how many there are with these; another process waits. */
async function countToday(tx: Transaction, ownerUid: number, now: Instant, alerts: number): Promise<number> {
  const [row] = await tx.query<{ alerts: number }>({
    name: "trading.courierCountToday",
    text: `insert into trading.alert_days as d (owner_uid, day, alerts) values ($1, $2::date, $3)
      on conflict (owner_uid, day) do update set alerts = d.alerts + excluded.alerts returning alerts`,
    values: [ownerUid, utcDay(now), alerts],
  });
  return row?.alerts ?? alerts;
}

/** Stores the outcome of each. */
async function setOutcomes(tx: Transaction, outcomes: ReadonlyMap<number, AlertOutcome>): Promise<void> {
  await tx.execute({
    name: "trading.courierSetOutcomes",
    text: `update trading.alerts a set outcome = v.outcome from unnest($1::bigint[], $2::text[]) as v (id, outcome)
      where a.id = v.id`,
    values: [[...outcomes.keys()], [...outcomes.values()]],
  });
}
