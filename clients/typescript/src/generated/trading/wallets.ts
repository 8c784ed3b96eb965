// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { DoubtfulDeposit, ReviewedWithdrawal, Transfer, WalletBalance, WithdrawAddress, Withdrawal } from "./schemas.ts";

export interface ListSupportedWalletsResult {
  /** Seconds since 1970. */
  last_updated: number;
  supported: {
    symbol: string;
    name: string;
    /** Digits after the point that the block chain keeps. */
    decimals: number;
  }[];
}

export interface FetchDepositAddressParams {
  /** Default: "BTC". */
  wallet_currency?: "BTC" | "ETH";
}

export interface FetchDepositAddressResult {
  wallet_currency: string;
  address: string;
  /** Always null: no chain here needs one. */
  tag: string | null;
  network: string;
  /** Picture of a QR code with the address, as a data URI. */
  qr: string;
  /** Decimal, 8 places. */
  minimum_deposit: string;
  /** How many a deposit needs to be credited. */
  confirmations: number;
}

export interface WalletsListBalancesParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface WalletsListBalancesResult {
  wallets: WalletBalance[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface ListDepoistsParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListDepoistsResult {
  deposits: Transfer[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface WithdrawParams {
  /** An id, as lists show it. */
  wallet_id?: string;
  /** Code of a currency that is on a block chain. */
  currency?: "BTC" | "ETH";
  /** An address on the chain. */
  address_to: string;
  /** Decimal, at most 8 places. */
  amount: string;
  /** Of the authenticator app. */
  code?: string;
  /** Instead of a code, once. */
  recovery_code?: string;
}

export interface WithdrawResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  state: "pending_review";
  wallet_currency: string;
  /** Decimal, 8 places. */
  amount: string;
  /** Decimal, 8 places. */
  fee: string;
  /** Decimal, 8 places. */
  amount_net: string;
  address_to: string;
  /** Seconds since 1970. */
  estimated_by: number;
}

export interface ListWithdrawsParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListWithdrawsResult {
  withdraws: Withdrawal[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface CancelWithdrawParams {
  /** An id, as lists show it. */
  id: string;
}

export interface CancelWithdrawResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  withdraw: Withdrawal;
}

export interface AddWithdrawAddressParams {
  /** Code of a currency that is on a block chain. */
  currency: "BTC" | "ETH";
  /** An address on the chain. */
  address_to: string;
  /** Default: "". */
  label?: string;
  /** Of the authenticator app. */
  code?: string;
  /** Instead of a code, once. */
  recovery_code?: string;
}

export interface AddWithdrawAddressResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  address: WithdrawAddress;
}

export interface RemoveWithdrawAddressParams {
  /** An id, as lists show it. */
  id: string;
  /** Of the authenticator app. */
  code?: string;
  /** Instead of a code, once. */
  recovery_code?: string;
}

export interface RemoveWithdrawAddressResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface AdminListWithdrawalsParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
  status?: "pending_review" | "pending" | "completed" | "rejected";
}

export interface AdminListWithdrawalsResult {
  withdrawals: ReviewedWithdrawal[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface AdminApproveParams {
  /** An id, as lists show it. */
  id: string;
}

export interface AdminApproveResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  withdrawal: ReviewedWithdrawal;
}

export interface AdminRejectParams {
  /** An id, as lists show it. */
  id: string;
  /** For the account. */
  reason: string;
}

export interface AdminRejectResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  withdrawal: ReviewedWithdrawal;
}

export interface AdminCompleteParams {
  /** An id, as lists show it. */
  id: string;
  /** Id of the transaction, 64 hexadecimal digits; with 0x in front for Ethereum. */
  txid: string;
  /** The transaction has paid other withdrawals too. */
  batch?: boolean;
}

export interface AdminCompleteResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  withdrawal: ReviewedWithdrawal;
}

export interface AdminRecordDepositParams {
  /** Code of a currency that is on a block chain. */
  currency: "BTC" | "ETH";
  /** An id, as lists show it. */
  uid: string;
  /** Id of the transaction, 64 hexadecimal digits; with 0x in front for Ethereum. */
  txid: string;
  /** 0 to 1000000. Default: 0. */
  output_index?: number;
  /** Decimal, at most 8 places. */
  amount: string;
}

export interface AdminRecordDepositResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  deposit: Transfer;
}

export interface AdminListDoubtfulDepositsParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface AdminListDoubtfulDepositsResult {
  deposits: DoubtfulDeposit[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface WalletsOperations {
  /**
   * Currencies that wallets can hold. Those that can be deposited here: the operator has set an account that receives
   * them.
   */
  listSupportedWallets(params?: Record<string, never>, options?: CallOptions): Promise<ListSupportedWalletsResult>;
  /**
   * Where to send a deposit. The account's own address, the same each time. Deposits of BTC are found in the chain
   * and credited automatically, once they have enough confirmations; deposits of ETH are credited by an admin.
   */
  fetchDepositAddress(params?: FetchDepositAddressParams, options?: CallOptions): Promise<FetchDepositAddressResult>;
  /**
   * The account's holdings, wallet by wallet. `usd_value` is what `balance` is worth by the rates of system/rates;
   * null for a currency without one.
   */
  listBalances: Paged<WalletsListBalancesParams | undefined, WalletsListBalancesResult, WalletBalance>;
  /**
   * The account's holdings. All wallets of the account. `usd_value` is what `balance` is worth by the rates of
   * system/rates; null for a currency without one.
   */
  accountBalance(params?: Record<string, never>, options?: CallOptions): Promise<WalletBalance[]>;
  /**
   * Deposits from block chains, and those credited by hand. Newest first. `pending`: it waits for confirmations, or
   * its block has left the chain; `completed`: it is credited; `failed`: it has vanished from the chain; `rejected`:
   * it was below the minimum. A deposit that was credited by hand has the network `manual`, and no transaction.
   */
  listDepoists: Paged<ListDepoistsParams | undefined, ListDepoistsResult, Transfer>;
  /**
   * Ask for a withdrawal. The amount and the fee are reserved at once; an admin reviews each withdrawal within 24
   * hours. Two admins review it where much leaves the account: all withdrawals that are under way count, and those of
   * the last 24 hours. `amount` is what arrives: the fee is taken beside it. Needs a paid package. A user with a
   * second factor gives a code of it. Keys with the access `trade` are refused.
   */
  withdraw(params: WithdrawParams, options?: ChangeOptions): Promise<WithdrawResult>;
  /**
   * Withdrawals to block chains. Newest first. `pending`: it is approved and about to be sent. One that the account
   * canceled is `rejected`.
   */
  listWithdraws: Paged<ListWithdrawsParams | undefined, ListWithdrawsResult, Withdrawal>;
  /** Call a withdrawal back. Only while it waits for its review. Amount and fee can be used again at once. */
  cancelWithdraw(params: CancelWithdrawParams, options?: ChangeOptions): Promise<CancelWithdrawResult>;
  /**
   * The whitelist of withdrawals. A currency with an entry is withdrawn to its entries only, each from `usable_at`
   * on. At most 100.
   */
  listWithdrawAddresses(params?: Record<string, never>, options?: CallOptions): Promise<WithdrawAddress[]>;
  /**
   * Add an address to the whitelist of withdrawals. From the first entry of a currency on, it is withdrawn to its
   * entries only. A new entry can be used after a waiting time, so that an intruder who gets into the account for a
   * moment gains nothing, and the owner is notified by mail. A user with a second factor gives a code of it.
   */
  addWithdrawAddress(params: AddWithdrawAddressParams, options?: ChangeOptions): Promise<AddWithdrawAddressResult>;
  /**
   * Take an address from the whitelist of withdrawals. It can no longer be used at once. A whitelist that was emptied
   * holds for as long as a new entry waits. The owner is notified by mail. A user with a second factor gives a code
   * of it.
   */
  removeWithdrawAddress(params: RemoveWithdrawAddressParams, options?: ChangeOptions): Promise<RemoveWithdrawAddressResult>;
  /** Withdrawals of all accounts. Oldest first; those that are under way, unless a status is named. */
  adminListWithdrawals: Paged<AdminListWithdrawalsParams | undefined, AdminListWithdrawalsResult, ReviewedWithdrawal>;
  /**
   * Approve a withdrawal. Where much leaves an account, a second admin is needed. An admin cannot approve a
   * withdrawal of the own account, nor of an account that this admin has credited with the currency. Approving again
   * changes nothing.
   */
  adminApprove(params: AdminApproveParams, options?: ChangeOptions): Promise<AdminApproveResult>;
  /**
   * Reject a withdrawal. Amount and fee go back to the account, which is shown the reason. One that was approved can
   * be rejected until it is completed: never reject what has been sent.
   */
  adminReject(params: AdminRejectParams, options?: ChangeOptions): Promise<AdminRejectResult>;
  /**
   * Say that a withdrawal was sent. With the id of the transaction that sent it. What was reserved leaves the account
   * for good. The program itself sends nothing: it holds no private key. One transaction completes one withdrawal,
   * unless `batch` says that it has paid several.
   */
  adminComplete(params: AdminCompleteParams, options?: ChangeOptions): Promise<AdminCompleteResult>;
  /**
   * Credit a deposit that has arrived. For chains that are not watched: ETH always, BTC where no Esplora interface is
   * set. Credited once for each output of a transaction (`output_index`; for Ethereum 0, or the index of the call in
   * the transaction).
   */
  adminRecordDeposit(params: AdminRecordDepositParams, options?: ChangeOptions): Promise<AdminRecordDepositResult>;
  /**
   * Credited deposits that are no longer in their chain. Their accounts cannot withdraw while they are listed. One
   * that is lost for good is taken back; where the balance was too low for that, `needs_review` is true, and it is
   * tried again until it succeeds or the deposit comes back.
   */
  adminListDoubtfulDeposits: Paged<AdminListDoubtfulDepositsParams | undefined, AdminListDoubtfulDepositsResult, DoubtfulDeposit>;
}
