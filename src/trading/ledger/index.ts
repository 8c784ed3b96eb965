/** The door of the ledger: what each account owns and owes, in double entries that never change. */
export { balanceGivenUp, leastShared } from "./core/entries.ts";
export type { LedgerEntry } from "./core/entry.ts";
export { ledgerErrors } from "./errors.ts";
export { ledgerSettings } from "./settings.ts";
export { dueBook } from "./sql/due-book.ts";
export {
  collectDues,
  deleteDuesTo,
  findUnknownDue,
  insertDues,
  setDueAmount,
  withdrawDues,
  type NewDue,
} from "./sql/dues.ts";
export { oweRefunds, payRefunds, type Overpaid } from "./sql/owed-refunds.ts";
export { lockHoldings, type Holding } from "./sql/lock-holdings.ts";
export { ledgerBook } from "./sql/ledger-book.ts";
export { balanceOf, postEntry } from "./sql/post-entry.ts";
export { proveBalances } from "./sql/prove-balances.ts";
export { refundUnused, type UnusedPart } from "./sql/refunds.ts";
export { payReferralShare } from "./sql/referrals.ts";
