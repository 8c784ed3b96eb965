/** Giving back what was charged. */
import { invariant } from "../../../kit/errors/invariant.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { holdOpenAccount } from "../../users/index.ts";
import type { EntryType } from "../core/entry.ts";
import { chargeOf, refundEntry, type Refundable } from "../core/refund.ts";
import { ledgerErrors } from "../errors.ts";
import { tryPostEntry } from "./post-entry.ts";

export interface RefundOrder {
  /** The reference of the charge. */
  readonly of: string;
  /** The refund's own: the same again changes nothing. */
  readonly reference: string;
  /** In units of 1e-8, above 0; undefined for all that is left. */
  readonly amount: bigint | undefined;
  readonly description: string;
  readonly at: Instant;
  /** The account of the admin who gives it back; null for the operator. */
  readonly adminOwnerUid: number | null;
}

export interface Refunded {
  readonly outcome: "posted" | "known";
  readonly entryId: number;
  readonly ownerUid: number;
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * Gives a charge back to its owner, in part or whole; all its refunds together never more than it was. The owner of a
 * closed account could not reach the money, so none is given back to it.
 *
 * @throws ledgerErrors.noEntry, ownRefund, notRefundable, refundTooLarge, closedAccount, or referenceTaken when the
 *   refund's reference has another meaning.
 */
export async function refundCharge(tx: Transaction, order: RefundOrder): Promise<Refunded> {
  const { of: reference } = order;
  const found = await lockCharge(tx, reference);
  if (!found) throw ledgerErrors.noEntry({ reference });
  const { id, of, refunds } = found;
  if (of.ownerUid === order.adminOwnerUid) throw ledgerErrors.ownRefund({ reference });
  const charge = chargeOf(of);
  if (!charge) throw ledgerErrors.notRefundable({ reference });
  const told = { ownerUid: of.ownerUid, currency: charge.currency };
  const known = refunds.find((refund) => refund.reference === order.reference);
  if (known) {
    const amount = BigInt(known.amount);
    if (order.amount !== undefined && order.amount !== amount) throw taken(order);
    return { outcome: "known", entryId: known.entry_id, amount, ...told };
  }
  const left = charge.amount - of.refunded;
  const amount = order.amount ?? left;
  if (amount > left || left === 0n) {
    throw ledgerErrors.refundTooLarge({ left: formatAmount(left), currency: charge.currency, reference });
  }
  if (!(await holdOpenAccount(tx, of.ownerUid))) throw ledgerErrors.closedAccount({ reference, uid: of.ownerUid });
  const { outcome, entryId } = await tryPostEntry(tx, refundEntry(of, order));
  // Not among the refunds of this charge, so the reference has another meaning.
  if (outcome !== "posted") throw taken(order);
  await addRefund(tx, { entryId, refundOf: id, amount });
  return { outcome, entryId, amount, ...told };
}

/** A refund by the program itself, whose reference no admin can choose: those of admins begin with `refund:`. */
export type UnusedPart = Omit<RefundOrder, "amount" | "adminOwnerUid"> & { readonly amount: bigint };

/**
 * Gives back the part of a charge that was not used, as far as other refunds have left it. Nothing, where the account
 * is closed.
 *
 * @returns how much was given back, in units of 1e-8; 0 where other refunds were the whole
 * @throws ledgerErrors.insufficient where the receiver of the charge has less
 */
export async function refundUnused(tx: Transaction, { amount: unused, ...order }: UnusedPart): Promise<bigint> {
  if (unused === 0n) return 0n;
  const found = await lockCharge(tx, order.of);
  const charge = found && chargeOf(found.of);
  invariant(charge, "what was not used was charged");
  const left = charge.amount - found.of.refunded;
  const amount = unused < left ? unused : left;
  if (amount === 0n || !(await holdOpenAccount(tx, found.of.ownerUid))) return 0n;
  const { outcome } = await refundCharge(tx, { ...order, amount, adminOwnerUid: null });
  return outcome === "posted" ? amount : 0n;
}

/** An entry with what was given back of it. Refunds of one charge go one after another. */
async function lockCharge(tx: Transaction, reference: string) {
  const entry = await lockEntry(tx, reference);
  if (!entry) return undefined;
  const { id, type, owner_id: ownerUid } = entry;
  const [postings, refunds] = [await listPostings(tx, id), await listRefunds(tx, id)];
  const refunded = refunds.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const of: Refundable = { reference, type, ownerUid, postings, refunded };
  return { id, of, refunds };
}

function taken({ reference }: RefundOrder) {
  return ledgerErrors.referenceTaken({ reference });
}

/** The entry with this reference, locked against other refunds until the transaction ends. */
async function lockEntry(tx: Transaction, reference: string) {
  const [row] = await tx.query<{ id: number; type: EntryType; owner_id: number }>({
    name: "trading.lockEntry",
    text: "select id, type, owner_id from trading.ledger_entries where reference = $1 for no key update",
    values: [reference],
  });
  return row;
}

/** The movements of an entry. */
async function listPostings(q: Queryable, entryId: number): Promise<Refundable["postings"]> {
  const rows = await q.query<{ account: string; currency: string; amount: string }>({
    name: "trading.listPostings",
    text: "select account, currency, amount from trading.ledger_postings where entry_id = $1 order by id limit 100",
    values: [entryId],
  });
  return rows.map(({ account, currency, amount }) => ({ account, currency, amount: BigInt(amount) }));
}

/**
 * The earlier refunds of an entry. Releases before this one noted no charge for the rest of a server's time and of a
 * signal's month: those are known by their references.
 */
async function listRefunds(q: Queryable, entryId: number) {
  return q.query<{ entry_id: number; reference: string; amount: string }>({
    name: "trading.listRefunds",
    text: `select r.entry_id, e.reference, r.amount from trading.ledger_refunds r
        join trading.ledger_entries e on e.id = r.entry_id where r.refund_of = $1
      union all
      select e.id, e.reference, p.amount from trading.ledger_entries c
        join trading.ledger_entries e on e.owner_id = c.owner_id
          and e.reference = any (array['refund:' || c.reference, c.reference || ':refund'])
        join trading.ledger_postings p on p.entry_id = e.id and p.account = 'user:' || c.owner_id
        where c.id = $1 and c.type in ('server', 'signal')
          and not exists (select from trading.ledger_refunds r where r.entry_id = e.id)
      order by 1`,
    values: [entryId],
  });
}

/** Notes which charge an entry gives back, so that it is counted. */
async function addRefund(
  tx: Transaction,
  { entryId, refundOf, amount }: { entryId: number; refundOf: number; amount: bigint },
): Promise<void> {
  await tx.execute({
    name: "trading.addRefund",
    text: "insert into trading.ledger_refunds (entry_id, refund_of, amount) values ($1, $2, $3::numeric)",
    values: [entryId, refundOf, String(amount)],
  });
}
