/** Months of subscriptions: each is paid to the author once, and what is left of one is paid back where the signal ends. */
import { invariant } from "../../../kit/errors/invariant.ts";
import { AppError } from "../../../kit/errors/catalogue.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { utcDay, type Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { anchorDayOf, BILLING_CURRENCY, periodFrom, type Period } from "../../billing/index.ts";
import { ledgerErrors, postEntry } from "../../ledger/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import { signalErrors } from "../errors.ts";

const BATCH = 500;

interface PaidRow {
  readonly id: number;
  readonly signal_id: number;
  readonly name: string;
  readonly author_uid: number;
  readonly owner_uid: number;
  readonly price: number;
  readonly state: string;
  readonly anchor_day: number | null;
  readonly paid_to: Instant | null;
  readonly periods: number;
  readonly is_over: boolean;
  /** An admin has disabled the author's account. */
  readonly is_author_disabled: boolean;
  readonly subscriber: string;
  readonly email: string;
}

interface Month {
  readonly period: Period;
  /** On which day of the month the months after it begin. */
  readonly anchorDay: number;
}

/** Holds a subscription with all that its next month needs. Its author's account stays as it is until the transaction ends. */
async function lockPaid(tx: Transaction, id: number): Promise<PaidRow | undefined> {
  await holdAuthorOf(tx, id);
  const [row] = await tx.query<PaidRow>({
    name: "trading.lockPaidSubscription",
    text: `select u.id, u.signal_id, s.name, s.owner_uid as author_uid, u.owner_uid, u.price, u.state, u.anchor_day, u.paid_to,
        u.periods, s.deleted_ms is not null or author.closed_at is not null or payer.closed_at is not null as is_over,
        not author.is_active as is_author_disabled, payer.name as subscriber, payer.email
      from trading.signal_subscriptions u join trading.signals s on s.id = u.signal_id
        join trading.users author on author.id = s.owner_uid join trading.users payer on payer.id = u.owner_uid
      where u.id = $1 for no key update of u`,
    values: [id],
  });
  return row;
}

/** Waits for a closing of the author's account, which ends the subscription. */
async function holdAuthorOf(tx: Transaction, id: number): Promise<void> {
  await tx.query({
    name: "trading.holdAuthorOfSubscription",
    text: `select from trading.users where id = (
      select s.owner_uid from trading.signal_subscriptions u join trading.signals s on s.id = u.signal_id where u.id = $1
    ) for key share`,
    values: [id],
  });
}

/**
 * Pays the month that begins, unless the present one is paid. The number of the month is in the entry's reference, so that
 * none is paid twice. Called before a subscription is made active again: from its state follows when the month begins.
 *
 * @throws ledgerErrors.insufficient, signalErrors.authorDisabled
 */
export async function payMonth(tx: Transaction, id: number, at: Instant): Promise<void> {
  const row = await lockPaid(tx, id);
  invariant(row, "a subscription that is paid is there");
  if (row.paid_to !== null && row.paid_to > at) return;
  if (row.is_author_disabled) throw signalErrors.authorDisabled({ id: row.signal_id });
  await charge(tx, row, at);
}

/** The entry, and until when it is paid by that. */
async function charge(tx: Transaction, row: PaidRow, at: Instant): Promise<void> {
  const { period, anchorDay } = nextMonth(row, at);
  const number = row.periods + 1;
  const price = BigInt(row.price);
  await postEntry(tx, {
    reference: `signal:${row.id}:${number}`,
    type: "signal",
    ownerUid: row.owner_uid,
    description: `Signal ${row.signal_id}, ${utcDay(period.from)} to ${utcDay(period.to)}`,
    at,
    postings: [
      { account: `user:${row.owner_uid}`, currency: BILLING_CURRENCY, amount: -price },
      { account: `user:${row.author_uid}`, currency: BILLING_CURRENCY, amount: price },
    ],
  });
  await tx.execute({
    name: "trading.markSignalMonthPaid",
    text: `update trading.signal_subscriptions set anchor_day = $2, paid_from = $3, paid_to = $4, periods = $5 where id = $1`,
    values: [row.id, anchorDay, timestamp(period.from), timestamp(period.to), number],
  });
}

/**
 * The month after the one before, of a subscription that is active, where that month is not over by now as well. A whole
 * month that begins now otherwise: the time in which nothing was followed is not paid.
 */
function nextMonth({ state, paid_to: paidTo, anchor_day: anchorDay }: PaidRow, at: Instant): Month {
  if (state === "active" && paidTo !== null && anchorDay !== null) {
    const period = periodFrom(paidTo, anchorDay);
    if (period.to > at) return { period, anchorDay };
  }
  const today = anchorDayOf(at);
  return { period: periodFrom(at, today), anchorDay: today };
}

/** Subscriptions whose month is over. */
export async function listDueSubscriptions(q: Queryable, at: Instant, after: number): Promise<readonly number[]> {
  const rows = await q.query<{ id: number }>({
    name: "trading.listDueSignalSubscriptions",
    text: `select id from trading.signal_subscriptions
      where state = 'active' and price > 0 and paid_to <= $1 and id > $2 order by id limit ${BATCH}`,
    values: [timestamp(at), after],
  });
  return rows.map(({ id }) => id);
}

/**
 * Pays the next month; pauses where the balance is too low or the author is disabled, and ends where the signal or one of the accounts
 * has ended.
 */
export async function renewSubscription(tx: Transaction, id: number, at: Instant): Promise<void> {
  const row = await lockPaid(tx, id);
  if (row?.state !== "active" || row.paid_to === null || row.paid_to > at) return;
  if (row.is_over) return await setState(tx, row, "cancelled", "the signal has ended", at);
  if (row.is_author_disabled) {
    await setState(tx, row, "paused", "its author was disabled by an admin", at);
    return await tellPaused(tx, row, "its author was disabled by an admin. You pay nothing more", at);
  }
  try {
    await charge(tx, row, at);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== ledgerErrors.insufficient.spec.code) throw error;
    await setState(tx, row, "paused", "the month could not be paid", at);
    const price = `${formatAmount(BigInt(row.price))} ${BILLING_CURRENCY}`;
    await tellPaused(tx, row, `its next month costs ${price}, and your balance is lower: top it up first`, at);
    return;
  }
  await note(tx, row, "signal.renew", { price: formatAmount(BigInt(row.price)) }, at);
}

/** Ends or pauses a subscription that its user did not end. */
async function setState(tx: Transaction, row: PaidRow, state: string, why: string, at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.setSignalSubscriptionState",
    text: "update trading.signal_subscriptions set state = $2, why = $3 where id = $1",
    values: [row.id, state, why],
  });
  await note(tx, row, `signal.${state}`, { why }, at);
}

async function note(tx: Transaction, row: PaidRow, action: string, more: object, at: Instant): Promise<void> {
  const details = { subscription: row.id, ...more };
  await recordAudit(tx, { ownerUid: row.owner_uid, uid: null, action, subject: String(row.signal_id), details, at });
}

async function tellPaused(tx: Transaction, row: PaidRow, why: string, at: Instant): Promise<void> {
  await enqueueMail(tx, {
    to: row.email,
    subject: `Your subscription to the signal ${row.name} is paused`,
    text: `Hello ${row.subscriber},

your subscription to the signal ${row.name} (${row.signal_id}) is paused: ${why}.
No strategy starts for it until you subscribe again. What is open is still closed when the signal closes.
`,
    uid: row.owner_uid,
    at,
  });
}
