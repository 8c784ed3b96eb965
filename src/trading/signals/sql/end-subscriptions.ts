/** Ends what follows a signal that its author takes off the market. */
import type { Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { proratedDifference } from "../../billing/index.ts";
import { refundUnused } from "../../ledger/index.ts";
import type { SignalDoer } from "../store.ts";
import type { HeldSignal } from "./hold-signal.ts";

interface Row {
  readonly id: number;
  readonly owner_uid: number;
  readonly price: number;
  readonly paid_from: Instant | null;
  readonly paid_to: Instant | null;
  readonly periods: number;
  readonly is_closed: boolean;
}

/**
 * The author pays back what is left of each month that is paid.
 *
 * @returns how many followed
 * @throws ledgerErrors.insufficient
 */
export async function endSubscriptions(tx: Transaction, by: SignalDoer, signal: HeldSignal): Promise<number> {
  const rows = await tx.query<Row>({
    name: "trading.lockSubscriptionsOfSignal",
    text: `select u.id, u.owner_uid, u.price, u.paid_from, u.paid_to, u.periods, payer.closed_at is not null as is_closed
      from trading.signal_subscriptions u join trading.users payer on payer.id = u.owner_uid
      where u.signal_id = $1 and u.state <> 'cancelled' order by u.id limit 1001 for no key update of u`,
    values: [signal.id],
  });
  for (const row of rows) await end(tx, by, signal, row);
  return rows.length;
}

async function end(tx: Transaction, { at }: SignalDoer, signal: HeldSignal, row: Row): Promise<void> {
  const left = row.is_closed ? 0n : leftOf(row, at);
  const refund = await refundUnused(tx, {
    of: `signal:${row.id}:${row.periods}`,
    reference: `signal:${row.id}:${row.periods}:unused`,
    description: `Signal ${signal.id} has ended: the rest of the month`,
    amount: left,
    at,
  });
  await markEnded(tx, row.id);
  await recordAudit(tx, {
    ownerUid: row.owner_uid,
    uid: null,
    action: "signal.cancelled",
    subject: String(signal.id),
    details: { subscription: row.id, why: "its author has deleted the signal", refund: String(refund) },
    at,
  });
}

/** Nothing starts or is paid for it any more. */
async function markEnded(tx: Transaction, id: number): Promise<void> {
  await tx.execute({
    name: "trading.endSignalSubscription",
    text: `update trading.signal_subscriptions set state = 'cancelled', why = 'its author has deleted the signal'
      where id = $1`,
    values: [id],
  });
}

function leftOf({ price, paid_from: from, paid_to: to }: Row, at: Instant): bigint {
  return from === null || to === null ? 0n : -proratedDifference(BigInt(price), 0n, { from, to }, at);
}
