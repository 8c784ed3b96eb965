/** The storage port of money operations. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { EntryType } from "./core/entry.ts";

/** One movement of a user's balance. Amounts in units of 1e-8. */
export interface UserTransaction {
  readonly id: number;
  readonly type: EntryType;
  readonly currency: string;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly reference: string;
  readonly description: string;
  readonly at: Instant;
}

/** A share of what was traded for the platform; for an order that ended, or for a month, to the algorithm's author. */
export type CommissionKind = "commission" | "cpa" | "monthly_fee";

/** The charge for one transaction of a strategy. `rate` is a share in units of 1e-8; 0 for a fixed charge. */
export interface Commission {
  readonly id: number;
  readonly kind: CommissionKind;
  readonly subaccountUid: number;
  readonly strategyId: number;
  readonly transactionId: number;
  readonly currency: string;
  readonly rate: bigint;
  readonly amount: bigint;
  readonly at: Instant;
}

export interface CommissionPage {
  readonly commissions: readonly Commission[];
  readonly total: number;
  /** The sum of all of them, of each currency. */
  readonly sums: readonly { readonly currency: string; readonly amount: bigint }[];
  /** The unpaid sum, of the platform's currency, and how many charges wait for a rate. */
  readonly due: { readonly amount: bigint; readonly unknown: number };
}

/** An admin's change by hand. */
interface AdminChange {
  /** Null for the operator, at the command line. */
  readonly admin: { readonly uid: number; readonly ownerUid: number } | null;
  /** The admin's own name for it: the same again changes nothing. */
  readonly reference: string;
  readonly reason: string;
  readonly at: Instant;
}

export interface AdminCredit extends AdminChange {
  readonly ownerUid: number;
  readonly currency: string;
  /** Above 0. */
  readonly amount: bigint;
  /** A correction takes the amount away. */
  readonly kind: "deposit" | "correction";
}

export interface AdminRefund extends AdminChange {
  /** The reference of the charge. */
  readonly refundOf: string;
  /** Undefined for all that is left. */
  readonly amount: bigint | undefined;
}

/** The result of a change by hand; `known`: it was made before. */
export interface AdminChanged {
  readonly outcome: "posted" | "known";
  readonly entryId: number;
  readonly ownerUid: number;
  readonly currency: string;
  readonly amount: bigint;
  /** Of the user's account, afterwards. */
  readonly balance: bigint;
}

export interface LedgerBook {
  /** A page of all that has moved the account's balance, newest first, and how much there is on all pages. */
  listTransactions(
    ownerUid: number,
    page: Page,
  ): Promise<{ readonly transactions: readonly UserTransaction[]; readonly total: number }>;
  /** The same of commissions for one user of the account; undefined when the account has no such user. */
  listCommissions(ownerUid: number, subaccountUid: number, page: Page): Promise<CommissionPage | undefined>;
  /** @throws ledgerErrors.ownCredit, unknownCurrency, noAccount, referenceTaken, insufficient */
  credit(change: AdminCredit): Promise<AdminChanged>;
  /** @throws ledgerErrors.ownRefund, noEntry, notRefundable, refundTooLarge, referenceTaken */
  refund(change: AdminRefund): Promise<AdminChanged>;
}
