/** Ends what follows signals that their author takes off the market, or leaves behind. */
import type { Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { BILLING_CURRENCY, proratedDifference } from "../../billing/index.ts";
import { balanceOf, refundUnused } from "../../ledger/index.ts";
import type { SignalDoer } from "../store.ts";
import type { HeldSignal } from "./hold-signal.ts";

interface Row {
  readonly id: number;
  readonly owner_uid: number;
  readonly price: number;
  readonly paid_from: Instant | null;
  readonly paid_to: Instant | null;
  readonly periods: number;
}

/**
 * The author pays back what is left of each month that is paid.
 *
 * @returns how many followed
 * @throws ledgerErrors.insufficient
 */
export async function endSubscriptions(tx: Transaction, by: SignalDoer, signal: HeldSignal): Promise<number> {
  const rows = await lockSubscriptions(tx, signal.id);
  const ending = { signalId: signal.id, why: "its author has deleted the signal", at: by.at };
  for (const row of rows) await end(tx, row, leftOf(row, by.at), ending);
  return rows.length;
}

/**
 * For an author whose account is being closed: pays back what is left of each month that is paid, signal by signal and
 * the oldest subscription first, as far as the balance goes. The caller holds the balance.
 */
export async function endSubscriptionsOfAuthor(tx: Transaction, authorUid: number, at: Instant): Promise<void> {
  let balance = await balanceOf(tx, `user:${authorUid}`, BILLING_CURRENCY);
  for (const signalId of await lockSignals(tx, authorUid)) {
    for (const row of await lockSubscriptions(tx, signalId)) {
      const left = leftOf(row, at);
      const ending = { signalId, why: "its author has closed the account", at };
      balance -= await end(tx, row, left < balance ? left : balance, ending);
    }
  }
}

/**
 * For a follower whose account is being closed: what it follows has room for others again. What is paid stays paid. Does not
 * wait for an author who ends the same one at this moment, and who may wait for the follower's balance.
 */
export async function endSubscriptionsOfFollower(tx: Transaction, ownerUid: number): Promise<void> {
  await tx.execute({
    name: "trading.endSubscriptionsOfFollower",
    text: `update trading.signal_subscriptions set state = 'cancelled', why = 'the account was closed'
      where id in (select id from trading.signal_subscriptions where owner_uid = $1 and state <> 'cancelled'
        for no key update skip locked)`,
    values: [ownerUid],
  });
}

/** For sub-accounts that are being deleted: nothing starts for them any more, and their places are free. */
export async function endSubscriptionsOfSubaccount(tx: Transaction, uid: number): Promise<void> {
  await tx.execute({
    name: "trading.endSubscriptionsOfSubaccount",
    text: `update trading.signal_subscriptions set state = 'cancelled', why = 'the sub-account was deleted'
      where uid = $1 and state <> 'cancelled'`,
    values: [uid],
  });
}

interface Ending {
  readonly signalId: number;
  readonly why: string;
  readonly at: Instant;
}

/** Pays this much back, less where other refunds have left less; answers how much. */
async function end(tx: Transaction, row: Row, amount: bigint, { signalId, why, at }: Ending): Promise<bigint> {
  const refund = await refundUnused(tx, {
    of: `signal:${row.id}:${row.periods}`,
    reference: `signal:${row.id}:${row.periods}:unused`,
    description: `Signal ${signalId} has ended: the rest of the month`,
    amount,
    at,
  });
  await markEnded(tx, row.id, why);
  await recordAudit(tx, {
    ownerUid: row.owner_uid,
    uid: null,
    action: "signal.cancelled",
    subject: String(signalId),
    details: { subscription: row.id, why, refund: String(refund) },
    at,
  });
  return refund;
}

/** The signals of an author, so that none is followed while its subscriptions end. */
async function lockSignals(tx: Transaction, authorUid: number): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>({
    name: "trading.lockSignalsOfAuthor",
    text: "select id from trading.signals where owner_uid = $1 and deleted_ms is null order by id for update",
    values: [authorUid],
  });
  return rows.map(({ id }) => id);
}

/** What follows a signal, the oldest first. */
async function lockSubscriptions(tx: Transaction, signalId: number): Promise<readonly Row[]> {
  return tx.query<Row>({
    name: "trading.lockSubscriptionsOfSignal",
    text: `select id, owner_uid, price, paid_from, paid_to, periods from trading.signal_subscriptions
      where signal_id = $1 and state <> 'cancelled' order by id limit 1001 for no key update`,
    values: [signalId],
  });
}

/** Nothing starts or is paid for it any more. */
async function markEnded(tx: Transaction, id: number, why: string): Promise<void> {
  await tx.execute({
    name: "trading.endSignalSubscription",
    text: "update trading.signal_subscriptions set state = 'cancelled', why = $2 where id = $1",
    values: [id, why],
  });
}

function leftOf({ price, paid_from: from, paid_to: to }: Row, at: Instant): bigint {
  return from === null || to === null ? 0n : -proratedDifference(BigInt(price), 0n, { from, to }, at);
}
