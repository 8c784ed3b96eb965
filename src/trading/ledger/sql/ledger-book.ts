/** The ledger's operations on PostgreSQL. */
import { formatAmount } from "../../../kit/money/amount.ts";
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { recordAudit } from "../../audit/index.ts";
import { holdOpenAccount } from "../../users/index.ts";
import { deposit, depositCorrection } from "../core/entries.ts";
import { userAccount } from "../core/entry.ts";
import { ledgerErrors } from "../errors.ts";
import type { AdminChanged, AdminCredit, AdminRefund, LedgerBook } from "../store.ts";
import { listCommissions } from "./commissions.ts";
import { listTransactions } from "./list-transactions.ts";
import { balanceOf, tryPostEntry } from "./post-entry.ts";
import { refundCharge } from "./refunds.ts";

/** The ledger as the operations of `finance/` see it. `currencies`: those that accounts can be credited with. */
export function ledgerBook(db: Database, currencies: ReadonlySet<string>): LedgerBook {
  return {
    listTransactions: (ownerUid, page) => listTransactions(db, ownerUid, page),
    listCommissions: (ownerUid, subaccountUid, page) => listCommissions(db, ownerUid, subaccountUid, page),
    credit: (change) => db.transaction((tx) => credit(tx, change, currencies)),
    refund: (change) => db.transaction((tx) => refund(tx, change)),
  };
}

async function credit(tx: Transaction, change: AdminCredit, currencies: ReadonlySet<string>): Promise<AdminChanged> {
  const { ownerUid, currency, amount, kind, reason, at } = change;
  if (change.admin?.ownerUid === ownerUid) throw ledgerErrors.ownCredit({ uid: ownerUid });
  // A correction takes what there is, however its currency came there.
  if (kind === "deposit" && !currencies.has(currency)) throw unknownCurrency(currency, currencies);
  if (!(await holdOpenAccount(tx, ownerUid))) throw ledgerErrors.noAccount({ uid: ownerUid });
  const make = kind === "deposit" ? deposit : depositCorrection;
  const reference = `credit:${change.reference}`;
  const entry = make({ reference, ownerUid, currency, amount, description: reason, at });
  const { outcome, entryId } = await tryPostEntry(tx, entry);
  if (outcome === "conflict") throw ledgerErrors.referenceTaken({ reference: change.reference });
  if (outcome === "posted" && kind === "deposit") await addCredit(tx, entryId, change);
  const signed = kind === "deposit" ? amount : -amount;
  const balance = await balanceOf(tx, userAccount(ownerUid), currency);
  const changed = { outcome, entryId, ownerUid, currency, amount: signed, balance };
  await audit(tx, "ledger.credit", change, changed, { kind });
  return changed;
}

async function refund(tx: Transaction, change: AdminRefund): Promise<AdminChanged> {
  const { refundOf, amount, reason, at } = change;
  const reference = `refund:${change.reference}`;
  const adminOwnerUid = change.admin?.ownerUid ?? null;
  const refunded = await refundCharge(tx, { of: refundOf, reference, amount, description: reason, at, adminOwnerUid });
  const balance = await balanceOf(tx, userAccount(refunded.ownerUid), refunded.currency);
  const changed = { ...refunded, balance };
  await audit(tx, "ledger.refund", change, changed, { refund_of: refundOf });
  return changed;
}

/** Changes known before are in the trail already. */
async function audit(
  tx: Transaction,
  action: string,
  { admin, reference, reason, at }: AdminCredit | AdminRefund,
  { outcome, ownerUid, currency, amount }: AdminChanged,
  more: object,
): Promise<void> {
  if (outcome === "known") return;
  const details = { reference, reason, currency, amount: formatAmount(amount), ...more };
  await recordAudit(tx, { ownerUid, uid: admin?.uid ?? null, action, subject: reference, details, at });
}

function unknownCurrency(currency: string, currencies: ReadonlySet<string>) {
  const supported = [...currencies].toSorted();
  const error = "currency must be one that accounts can be credited with";
  const details = { missing_information: [{ error, supported }] };
  return ledgerErrors.unknownCurrency({ currency, known: supported.join(", "), details });
}

/** Puts a deposit that came another way into the list of deposits. */
async function addCredit(
  tx: Transaction,
  entryId: number,
  { ownerUid, currency, amount, at }: AdminCredit,
): Promise<void> {
  await tx.execute({
    name: "trading.addCredit",
    text: `insert into trading.credits (entry_id, owner_id, currency, amount, created_at)
      values ($1, $2, $3, $4::numeric, $5)`,
    values: [entryId, ownerUid, currency, String(amount), timestamp(at)],
  });
}
