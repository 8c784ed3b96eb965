/** Refunds of charges that came to less in the end: at once, or as soon as the receiver has the money. */
import type { Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { DUE_CURRENCY, lockFreeBalance } from "./dues.ts";
import { holdPayees } from "./payees.ts";
import { refundCharge } from "./refunds.ts";

/** Of one account in one transaction. The rest is paid back by the next run. */
const AT_ONCE = 50;

/** A charge of an algorithm's author of which more was paid than it comes to. */
export interface Overpaid {
  readonly subject: string;
  /** US dollars in units of 1e-8. */
  readonly comesTo: bigint;
}

/**
 * Lowers charges that are paid to what they come to in the end. The rest is owed back.
 *
 * @returns the accounts that owe the rest
 */
export async function oweRefunds(tx: Transaction, overpaid: readonly Overpaid[]): Promise<ReadonlySet<number>> {
  if (overpaid.length === 0) return new Set();
  const rows = await tx.query<{ payee_uid: number }>({
    name: "trading.oweRefunds",
    text: `update trading.dues d set amount = o.comes_to, is_overpaid = true
      from unnest($1::text[], $2::numeric[]) as o (subject, comes_to)
      where d.kind = 'cpa' and d.subject = o.subject and d.entry_id is not null and d.payee_uid is not null
        and d.amount > o.comes_to
      returning d.payee_uid`,
    values: [overpaid.map(({ subject }) => subject), overpaid.map(({ comesTo }) => String(comesTo))],
  });
  return new Set(rows.map(({ payee_uid: uid }) => uid));
}

interface OwedRow {
  readonly id: number;
  readonly owner_uid: number;
  readonly order_id: number;
  /** The amount. */
  readonly amount: string;
}

/**
 * Repays an account's refunds that it owes, the oldest first, as far as its balance allows. Waits for no other
 * transaction: where it holds a balance or a charge, this stays owed.
 *
 * @returns how many were paid back
 */
export async function payRefunds(tx: Transaction, payeeUid: number, at: Instant): Promise<number> {
  const owed = await lockOwed(tx, payeeUid);
  if (owed.length === 0) return 0;
  let balance = await lockFreeBalance(tx, payeeUid);
  const { busy, closed } = await holdPayees(tx, [...new Set(owed.map((each) => each.owner_uid))], DUE_CURRENCY);
  const left = await readLeft(
    tx,
    owed.map(({ id }) => id),
  );
  const done: number[] = [];
  for (const { id, owner_uid: ownerUid, order_id: orderId, amount: comesTo } of owed) {
    if (busy.has(ownerUid)) continue;
    // An administrator may have given some of it back before. A closed account gets nothing back.
    const amount = closed.has(ownerUid) ? 0n : (left.get(id) ?? 0n) - BigInt(comesTo);
    if (amount > balance) break;
    if (amount > 0n) {
      const description = `Charge for transaction ${orderId}, which was taken for cancelled`;
      const refund = { of: `due:${id}`, reference: `due:${id}/comes-to/${comesTo}`, amount, description, at };
      await refundCharge(tx, { ...refund, adminOwnerUid: null });
      balance -= amount;
    }
    done.push(id);
  }
  await tx.execute({
    name: "trading.markRefunded",
    text: "update trading.dues set is_overpaid = false where id = any ($1::bigint[])",
    values: [done],
  });
  return done.length;
}

/** With the entries that paid them, so that no administrator gives one back at the same time. */
async function lockOwed(tx: Transaction, payeeUid: number): Promise<OwedRow[]> {
  return tx.query<OwedRow>({
    name: "trading.lockOwedRefunds",
    text: `select d.id, d.owner_uid, d.order_id, d.amount from trading.dues d
      join trading.ledger_entries e on e.id = d.entry_id
      where d.payee_uid = $1 and d.is_overpaid order by d.id limit ${AT_ONCE}
      for no key update of d, e skip locked`,
    values: [payeeUid],
  });
}

/** Paid less refunded, of each, in units of 1e-8. Read after the entries are held. */
async function readLeft(tx: Transaction, dueIds: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
  const rows = await tx.query<{ id: number; rest: string }>({
    name: "trading.readLeftOfDues",
    text: `select d.id, c.amount - coalesce(sum(r.amount), 0) as rest from trading.dues d
      join trading.commissions c on c.entry_id = d.entry_id
      left join trading.ledger_refunds r on r.refund_of = d.entry_id
      where d.id = any ($1::bigint[]) group by d.id, c.amount`,
    values: [dueIds],
  });
  return new Map(rows.map(({ id, rest }) => [id, BigInt(rest)]));
}
