/** The entries that the platform posts: who gives, who gets, and what each is called. All amounts are above 0. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { userAccount, type EntryType, type LedgerEntry, type Posting } from "./entry.ts";

/** The fields of every entry. */
export interface EntryFacts {
  readonly reference: string;
  readonly ownerUid: number;
  readonly currency: string;
  /** In units of 1e-8. */
  readonly amount: bigint;
  readonly description: string;
  readonly at: Instant;
}

/** A user pays for the actions of a strategy: to the platform, or to the author of its algorithm. */
export function commission(facts: EntryFacts, payeeUid: number | null): LedgerEntry {
  const payee = payeeUid === null ? "platform:revenue" : userAccount(payeeUid);
  return moved("commission", facts, userAccount(facts.ownerUid), payee);
}

/** `ownerUid` gets a share of the payment of a user that it referred. */
export function referralShare(facts: EntryFacts): LedgerEntry {
  return moved("referral", facts, "platform:rewards", userAccount(facts.ownerUid));
}

/** Money has arrived from outside. */
export function deposit(facts: EntryFacts): LedgerEntry {
  return moved("deposit", facts, "platform:deposits", userAccount(facts.ownerUid));
}

/** Takes back what was credited by mistake. */
export function depositCorrection(facts: EntryFacts): LedgerEntry {
  return moved("deposit", facts, userAccount(facts.ownerUid), "platform:deposits");
}

/** An account is closed, and what it still held is given up. */
export function balanceGivenUp(facts: EntryFacts): LedgerEntry {
  return moved("withdraw", facts, userAccount(facts.ownerUid), "platform:revenue");
}

/** The share of `amount` that `percent` is, rounded down to 1e-8. The percentage is exact to four places. */
export function percentOf(amount: bigint, percent: number): bigint {
  invariant(percent >= 0 && percent <= 100, "a percentage is from 0 to 100");
  return (amount * BigInt(Math.round(percent * 10_000))) / 1_000_000n;
}

/** The smallest amount of which `percent` is 1e-8 or more; undefined where no amount is. */
export function leastShared(percent: number): bigint | undefined {
  const tenThousandths = BigInt(Math.round(percent * 10_000));
  return tenThousandths === 0n ? undefined : (999_999n + tenThousandths) / tenThousandths;
}

function moved(type: EntryType, facts: EntryFacts, from: string, to: string): LedgerEntry {
  const { currency, amount } = facts;
  return entryOf(type, facts, [
    { account: from, currency, amount: -amount },
    { account: to, currency, amount },
  ]);
}

function entryOf(type: EntryType, facts: EntryFacts, postings: readonly Posting[]): LedgerEntry {
  const { reference, ownerUid, description, at, amount: total } = facts;
  invariant(total > 0n, "an entry moves more than nothing");
  return { reference, type, ownerUid, description, at, postings: postings.filter(({ amount }) => amount !== 0n) };
}
