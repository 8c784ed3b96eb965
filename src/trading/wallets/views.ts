/** The callers' view of wallets and transfers. */
import { Type, type TSchema } from "typebox";
import { formatAmount } from "../../kit/money/amount.ts";
import { toSeconds, type Instant } from "../../kit/time/instant.ts";
import { rateText } from "../market/index.ts";
import { decimal, id, seconds } from "../shapes.ts";
import { CURRENCIES, SYMBOLS } from "./core/currencies.ts";
import { shownDepositState } from "./core/deposit.ts";
import { shownState } from "./core/withdrawal.ts";
import { worthOf } from "./core/worth.ts";
import type { AllowedAddress, Deposit, ListedDeposit, Wallet, Withdrawal } from "./store.ts";

/** The currencies that are on a block chain, as a parameter. */
export const currencySymbol = Type.Union([Type.Literal("BTC"), Type.Literal("ETH")], {
  description: "Code of a currency that is on a block chain",
});

/** A Bitcoin or Ethereum address; which of them it must be depends on the currency. */
export const addressText = Type.String({ minLength: 14, maxLength: 100, description: "An address on the chain" });

export const txidText = Type.String({
  pattern: "^(0x)?[0-9a-fA-F]{64}$",
  description: "Id of the transaction, 64 hexadecimal digits; with 0x in front for Ethereum",
});

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const walletBalance = Type.Object(
  {
    id,
    symbol: Type.String(),
    name: Type.String(),
    address: orNull(Type.String({ description: "Where it receives; null until that was asked for" })),
    /** The usable amount; beside it the reservations for withdrawals, and deposits that are not credited yet. */
    balance: decimal,
    held: decimal,
    pending: decimal,
    usd_value: orNull(
      Type.String({ ...decimal, description: "Of `balance`, by the rate of system/rates; null without a rate" }),
    ),
    last_updated: seconds,
  },
  { title: "WalletBalance" },
);

const transferMembers = {
  id,
  currency: Type.String(),
  network: Type.String({ description: "`manual` for a deposit that was credited by hand" }),
  amount: decimal,
  fee: decimal,
  address: Type.String(),
  txid: orNull(Type.String()),
  confirmations: orNull(Type.Integer({ minimum: 0 })),
  status: Type.Union([
    Type.Literal("pending_review"),
    Type.Literal("pending"),
    Type.Literal("completed"),
    Type.Literal("rejected"),
    Type.Literal("failed"),
  ]),
  time_created: seconds,
  completed_at: orNull(seconds),
} as const;

export const depositTransfer = Type.Object(transferMembers, { title: "Transfer" });

const withdrawMembers = {
  ...transferMembers,
  reviewed_by: orNull(id),
  reviewed_at: orNull(seconds),
  reason: orNull(Type.String({ description: "Why it was rejected" })),
} as const;

export const withdrawTransfer = Type.Object(withdrawMembers, { title: "Withdrawal" });

export const reviewedWithdrawal = Type.Object(
  {
    ...withdrawMembers,
    owner_uid: id,
    requested_by: id,
    approvals_needed: Type.Integer({ minimum: 1, maximum: 2 }),
    approved_by: Type.Array(id),
  },
  { title: "ReviewedWithdrawal" },
);

export const doubtfulDeposit = Type.Object(
  {
    ...transferMembers,
    owner_uid: id,
    needs_review: Type.Boolean({ description: "Lost for good, and the balance was too low to take it back" }),
  },
  { title: "DoubtfulDeposit" },
);

export const allowedAddress = Type.Object(
  {
    id,
    currency: Type.String(),
    address: Type.String(),
    label: Type.String(),
    time_created: seconds,
    usable_at: seconds,
  },
  { title: "WithdrawAddress" },
);

/** A wallet, and what a unit of its currency is worth in US dollars, undefined where that is not known. */
export function viewWallet(wallet: Wallet, usdRate: number | undefined, now: Instant) {
  const known = SYMBOLS.find((symbol) => symbol === wallet.currency);
  return {
    id: String(wallet.id),
    symbol: wallet.currency,
    name: known ? CURRENCIES[known].name : wallet.currency,
    address: wallet.address,
    balance: formatAmount(wallet.balance),
    held: formatAmount(wallet.held),
    pending: formatAmount(wallet.pending),
    usd_value: usdRate === undefined ? null : formatAmount(worthOf(wallet.balance, rateText(usdRate))),
    last_updated: toSeconds(now),
  };
}

export function viewDeposit(deposit: ListedDeposit) {
  return {
    id: String(deposit.id),
    currency: deposit.currency,
    network: networkOf(deposit),
    amount: formatAmount(deposit.amount),
    fee: formatAmount(0n),
    address: deposit.address,
    txid: deposit.txid,
    confirmations: deposit.confirmations,
    status: shownDepositState(deposit.state),
    time_created: toSeconds(deposit.seenAt),
    completed_at: shownDepositState(deposit.state) === "completed" ? orNothing(deposit.creditedAt) : null,
  };
}

/** The chain of a deposit; of one that was credited by hand there is none. */
function networkOf({ currency, txid }: ListedDeposit): string {
  const symbol = txid === null ? undefined : SYMBOLS.find((each) => each === currency);
  return symbol ? CURRENCIES[symbol].network : "manual";
}

export function viewDoubtful(deposit: Deposit) {
  return {
    ...viewDeposit(deposit),
    owner_uid: String(deposit.ownerUid),
    needs_review: deposit.state === "review",
  };
}

export function viewWithdrawal(withdrawal: Withdrawal) {
  return {
    id: String(withdrawal.id),
    currency: withdrawal.currency,
    network: CURRENCIES[withdrawal.currency].network,
    amount: formatAmount(withdrawal.amount),
    fee: formatAmount(withdrawal.fee),
    address: withdrawal.address,
    txid: withdrawal.txid,
    confirmations: null,
    status: shownState(withdrawal.state),
    time_created: toSeconds(withdrawal.createdAt),
    completed_at: orNothing(withdrawal.completedAt),
    reviewed_by: withdrawal.reviewedBy === null ? null : String(withdrawal.reviewedBy),
    reviewed_at: orNothing(withdrawal.reviewedAt),
    reason: withdrawal.state === "canceled" ? "Canceled by the account itself" : withdrawal.reason,
  };
}

export function viewReviewed(withdrawal: Withdrawal) {
  const { firstApprovedBy, reviewedBy, state } = withdrawal;
  const isApproved = state === "approved" || state === "completed";
  const approvals = [firstApprovedBy, isApproved ? reviewedBy : null].filter((uid) => uid !== null);
  return {
    ...viewWithdrawal(withdrawal),
    owner_uid: String(withdrawal.ownerUid),
    requested_by: String(withdrawal.requestedBy),
    approvals_needed: withdrawal.approvalsNeeded,
    approved_by: approvals.map(String),
  };
}

export function viewAllowed(entry: AllowedAddress) {
  return {
    id: String(entry.id),
    currency: entry.currency,
    address: entry.address,
    label: entry.label,
    time_created: toSeconds(entry.createdAt),
    usable_at: toSeconds(entry.usableAt),
  };
}

function orNothing(at: Instant | null): number | null {
  return at === null ? null : toSeconds(at);
}
