/** The ledger's operations on PostgreSQL. */
import { formatAmount } from "../../../kit/money/amount.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { recordAudit } from "../../audit/index.ts";
import { deposit, depositCorrection } from "../core/entries.ts";
import { userAccount } from "../core/entry.ts";
import { ledgerErrors } from "../errors.ts";
import type { AdminChanged, AdminCredit, AdminRefund, LedgerBook } from "../store.ts";
import { listCommissions } from "./commissions.ts";
import { listTransactions } from "./list-transactions.ts";
import { balanceOf, tryPostEntry } from "./post-entry.ts";
import { refundCharge } from "./refunds.ts";

/** The ledger as the operations of `finance/` see it. */
export function ledgerBook(db: Database): LedgerBook {
  return {
    listTransactions: (ownerUid, page) => listTransactions(db, ownerUid, page),
    listCommissions: (ownerUid, subaccountUid, page) => listCommissions(db, ownerUid, subaccountUid, page),
    credit: (change) => db.transaction((tx) => credit(tx, change)),
    refund: (change) => db.transaction((tx) => refund(tx, change)),
  };
}

async function credit(tx: Transaction, change: AdminCredit): Promise<AdminChanged> {
  const { ownerUid, currency, amount, kind, reason, at } = change;
  if (!(await isOpenAccount(tx, ownerUid))) throw ledgerErrors.noAccount({ uid: ownerUid });
  const make = kind === "deposit" ? deposit : depositCorrection;
  const reference = `credit:${change.reference}`;
  const entry = make({ reference, ownerUid, currency, amount, description: reason, at });
  const { outcome, entryId } = await tryPostEntry(tx, entry);
  if (outcome === "conflict") throw ledgerErrors.referenceTaken({ reference: change.reference });
  const signed = kind === "deposit" ? amount : -amount;
  const balance = await balanceOf(tx, userAccount(ownerUid), currency);
  const changed = { outcome, entryId, ownerUid, currency, amount: signed, balance };
  await audit(tx, "ledger.credit", change, changed, { kind });
  return changed;
}

async function refund(tx: Transaction, change: AdminRefund): Promise<AdminChanged> {
  const { refundOf, amount, reason, at } = change;
  const reference = `refund:${change.reference}`;
  const refunded = await refundCharge(tx, { of: refundOf, reference, amount, description: reason, at });
  const balance = await balanceOf(tx, userAccount(refunded.ownerUid), refunded.currency);
  const changed = { ...refunded, balance };
  await audit(tx, "ledger.refund", change, changed, { refund_of: refundOf });
  return changed;
}

/** What was known before is in the trail already. */
async function audit(
  tx: Transaction,
  action: string,
  { adminUid, reference, reason, at }: AdminCredit | AdminRefund,
  { outcome, ownerUid, currency, amount }: AdminChanged,
  more: object,
): Promise<void> {
  if (outcome === "known") return;
  const details = { reference, reason, currency, amount: formatAmount(amount), ...more };
  await recordAudit(tx, { ownerUid, uid: adminUid, action, subject: reference, details, at });
}

/** Whether money can be given to this user: a main account that is not closed. */
async function isOpenAccount(q: Queryable, uid: number): Promise<boolean> {
  const rows = await q.query({
    name: "trading.findOpenAccount",
    text: "select id from trading.users where id = $1 and owner_id is null and closed_at is null",
    values: [uid],
  });
  return rows.length === 1;
}
