/** Takes money from accounts and gives it back: in the ledger, and in the words of an invoice. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { postEntry, refundUnused, type UnusedPart } from "../../ledger/index.ts";
import { BILLING_CURRENCY } from "../core/packages.ts";

export interface Charge {
  readonly ownerUid: number;
  /** What it is for: charged only once. */
  readonly reference: string;
  readonly type: "subscription" | "server" | "drivetime";
  readonly description: string;
  /** In 1e-8, not below zero. Nothing happens for 0. */
  readonly amount: bigint;
  readonly at: Instant;
  /** The invoice that already lists it. */
  readonly invoiceId?: number;
}

/**
 * Moves money between an account and the platform's revenue, once for each reference.
 *
 * @throws ledgerErrors.insufficient when the account has too little; nothing has then changed.
 */
export async function postCharge(tx: Transaction, charge: Charge): Promise<void> {
  const { ownerUid, reference, type, description, amount, at } = charge;
  if (amount === 0n) return;
  const outcome = await postEntry(tx, {
    reference,
    type,
    ownerUid,
    description,
    at,
    postings: [
      { account: `user:${ownerUid}`, currency: BILLING_CURRENCY, amount: -amount },
      { account: "platform:revenue", currency: BILLING_CURRENCY, amount },
    ],
  });
  if (outcome === "posted") await insertCharge(tx, charge);
}

/**
 * Gives back the part of a charge that was not used, less what was given back of it before: in the ledger, and as a
 * line of the next invoice.
 */
export async function giveBackUnused(
  tx: Transaction,
  unused: UnusedPart & { readonly ownerUid: number },
): Promise<void> {
  const { ownerUid, reference, description, at } = unused;
  const amount = -(await refundUnused(tx, unused));
  if (amount < 0n) await insertCharge(tx, { ownerUid, reference, description, amount, at });
}

/**
 * Lists what admins gave back of accounts' charges until then. The ledger knows nothing of invoices, so its refunds get their
 * lines when the next invoices are made.
 */
export async function recordRefunds(tx: Transaction, uids: readonly number[], before: Instant): Promise<void> {
  await tx.execute({
    name: "trading.recordRefundsOfCharges",
    text: `insert into trading.charges (owner_id, reference, description, amount, at)
      select charge.owner_id, refund.reference, 'Given back: ' || charge.description, -part.amount, refund.created_at
      from trading.charges charge
        join trading.ledger_entries entry on entry.reference = charge.reference
        join trading.ledger_refunds part on part.refund_of = entry.id
        join trading.ledger_entries refund on refund.id = part.entry_id
      where charge.owner_id = any ($1::bigint[]) and refund.created_at < $2
      order by refund.id on conflict (reference) do nothing`,
    values: [uids, timestamp(before)],
  });
}

/** The charges that the next invoice will list. */
async function insertCharge(tx: Transaction, charge: Omit<Charge, "type">): Promise<void> {
  const { ownerUid, reference, description, amount, at, invoiceId } = charge;
  await tx.execute({
    name: "trading.insertCharge",
    text: `insert into trading.charges (owner_id, reference, description, amount, at, invoice_id)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [ownerUid, reference, description, String(amount), timestamp(at), invoiceId ?? null],
  });
}
