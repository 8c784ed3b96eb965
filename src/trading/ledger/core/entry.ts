/** An entry of the ledger, and the conditions that every entry meets before it is posted. */
import { createHash } from "node:crypto";
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Instant } from "../../../kit/time/instant.ts";

export const ENTRY_TYPES = [
  "subscription",
  "commission",
  "server",
  "signal",
  "referral",
  "refund",
  "withdraw",
  "deposit",
  "article",
  "drivetime",
] as const;

export type EntryType = (typeof ENTRY_TYPES)[number];

export interface Posting {
  /** `user:<ownerUid>` and `held:<ownerUid>`, which never fall below 0, or an account of the platform. */
  readonly account: string;
  readonly currency: string;
  /** In units of 1e-8: what the account gets (above 0) or gives. */
  readonly amount: bigint;
}

/** Money that changes hands, all of it or nothing. */
export interface LedgerEntry {
  /** Posted once only: what it is for, such as `invoice:512`. At most 200 characters. */
  readonly reference: string;
  readonly type: EntryType;
  readonly ownerUid: number;
  /** For the owner's eyes. At most 500 characters. */
  readonly description: string;
  readonly at: Instant;
  /** Those of each currency sum to 0; each account once for each currency. */
  readonly postings: readonly Posting[];
}

/** Accounts of the platform itself, which may fall below 0. */
const PLATFORM_ACCOUNTS = [
  "platform:revenue",
  "platform:deposits",
  "platform:withdrawals",
  "platform:fees",
  "platform:rewards",
] as const;

const MAX_POSTINGS = 20;
const ACCOUNT = new RegExp(`^(?:(?:user|held):[1-9]\\d{0,15}|${PLATFORM_ACCOUNTS.join("|")})$`);
const CURRENCY = /^[A-Z0-9]{1,16}$/;
/** 29 digits before the point: ten times less than a balance can hold. */
const MAX_AMOUNT = 10n ** 37n;

/** The account whose money is free to be used. */
export function userAccount(ownerUid: number): string {
  return `user:${ownerUid}`;
}

/** The account of what is reserved for withdrawals. */
export function heldAccount(ownerUid: number): string {
  return `held:${ownerUid}`;
}

/**
 * States that an entry can be posted: it balances, and all that it names is well-formed.
 *
 * @throws BrokenInvariant otherwise: entries are made by the program, never by callers.
 */
export function checkEntry({ reference, description, postings }: LedgerEntry): void {
  invariant(reference.length > 0 && reference.length <= 200, "an entry has a reference of at most 200 characters");
  invariant(description.length <= 500, "an entry has a description of at most 500 characters");
  invariant(postings.length >= 2 && postings.length <= MAX_POSTINGS, "an entry has 2 to 20 postings");
  const sums = new Map<string, bigint>();
  const seen = new Set<string>();
  for (const { account, currency, amount } of postings) {
    invariant(ACCOUNT.test(account), "an entry posts to accounts that there are");
    invariant(CURRENCY.test(currency), "an entry posts in currencies by their codes");
    invariant(amount !== 0n && amount < MAX_AMOUNT && amount > -MAX_AMOUNT, "a posting moves something");
    invariant(!seen.has(`${account} ${currency}`), "an entry posts to an account and currency once");
    seen.add(`${account} ${currency}`);
    sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  }
  invariant(
    [...sums.values()].every((sum) => sum === 0n),
    "the postings of an entry cancel out",
  );
}

/** SHA-256 of an entry's effect: type, owner and postings in any order; without its words and its time. */
export function contentHash({ type, ownerUid, postings }: LedgerEntry): Buffer {
  const lines = postings.map(({ account, currency, amount }) => `${account} ${currency} ${amount}`);
  return createHash("sha256")
    .update([`${type} ${ownerUid}`, ...lines.toSorted()].join("\n"))
    .digest();
}
