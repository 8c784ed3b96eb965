// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { ChangeOptions, Paged } from "../../operation.ts";
import type { Commission, Ledger } from "./schemas.ts";

export interface AdminCreditParams {
  /** A main account. 1 to 1000000000000000. */
  uid: number;
  /** A currency, such as USDT. */
  currency: string;
  /** Decimal, at most 8 places. */
  amount: string;
  /** Whether it gives or takes. Default: "deposit". */
  kind?: "deposit" | "correction";
  /** Your own name for the change, such as the number of a ticket: the same again changes nothing. */
  reference: string;
  /** Why; the user sees it. */
  reason: string;
}

export interface AdminCreditResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** An id, as lists show it. */
  uid: string;
  /** A currency, such as USDT. */
  currency: string;
  /** Decimal, 8 places. */
  amount: string;
  /** Of the user, afterwards. */
  balance: string;
}

export interface AdminRefundParams {
  /** Reference of the charge, as lists show it. */
  refund_of: string;
  /** Without: all that is left. */
  amount?: string;
  /** Your own name for the change, such as the number of a ticket: the same again changes nothing. */
  reference: string;
  /** Why; the user sees it. */
  reason: string;
}

export interface AdminRefundResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** An id, as lists show it. */
  uid: string;
  /** A currency, such as USDT. */
  currency: string;
  /** Decimal, 8 places. */
  amount: string;
  /** Of the user, afterwards. */
  balance: string;
}

export interface ListCommissionsPaidParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
  /** Uid of a sub-account, or your own. 1 to 1000000000000000. */
  subaccount_id: number;
}

export interface ListCommissionsPaidResult {
  commissions: Commission[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
  /** What all pages come to; null when that is in several currencies. */
  total_amount: string | null;
  /** The same for each currency. */
  total_amounts: {
    /** A currency, such as USDT. */
    currency: string;
    /** Decimal, 8 places. */
    amount: string;
  }[];
  /**
   * What is charged and not paid yet, because the balance was too low: it is taken when there is enough.
   * `awaiting_rate` charges more are not known yet, as their market has no rate in US dollars so far.
   */
  due: {
    /** A currency, such as USDT. */
    currency: string;
    /** Decimal, 8 places. */
    amount: string;
    awaiting_rate: number;
  };
}

export interface ListRecentTransactionsParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListRecentTransactionsResult {
  transactions: Ledger[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface LedgerOperations {
  /**
   * Credit an account by hand. Enters a deposit that came another way, or with `kind` `correction` takes back what
   * was credited by mistake. Posted once for each reference, and noted in the account's trail with the reason. An
   * admin cannot credit the own account, and another admin than the one who credited approves withdrawals of the
   * currency.
   */
  adminCredit(params: AdminCreditParams, options?: ChangeOptions): Promise<AdminCreditResult>;
  /**
   * Give back a charge. Gives back a charge to who paid it, in part or whole; all refunds of a charge together never
   * more than it was. Posted once for each reference, and noted in the account's trail with the reason. Nothing is
   * given back to a closed account, because its owner could not reach the money.
   */
  adminRefund(params: AdminRefundParams, options?: ChangeOptions): Promise<AdminRefundResult>;
  /**
   * List commissions paid. Commissions for the transactions of one sub-account, newest first. With the account's own
   * uid: for those of the main account itself.
   */
  listCommissionsPaid: Paged<ListCommissionsPaidParams, ListCommissionsPaidResult, Commission>;
  /**
   * List what has moved the balance. Payments, commissions, deposits, withdrawals, refunds and rewards of the
   * account, newest first, each with the balance after it. Entries are never changed: what was wrong is put right by
   * another entry.
   */
  listRecentTransactions: Paged<ListRecentTransactionsParams | undefined, ListRecentTransactionsResult, Ledger>;
}
