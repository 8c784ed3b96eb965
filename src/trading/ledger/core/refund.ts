/** Giving back what was charged: an entry reversed once, in parts or whole, and never more than it. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { userAccount, type EntryType, type LedgerEntry, type Posting } from "./entry.ts";

/** An entry as it was posted, and how much of it was given back since. */
export interface Refundable {
  readonly reference: string;
  readonly type: EntryType;
  readonly ownerUid: number;
  readonly postings: readonly Posting[];
  /** In units of 1e-8. */
  readonly refunded: bigint;
}

export interface RefundRequest {
  readonly reference: string;
  /** In units of 1e-8; undefined for all that is left. */
  readonly amount: bigint | undefined;
  readonly description: string;
  readonly at: Instant;
}

const CHARGES: ReadonlySet<EntryType> = new Set(["subscription", "commission", "server", "signal", "drivetime"]);

/** The owner's payment by this entry; undefined for an entry that is not a charge. */
export function chargeOf({
  type,
  ownerUid,
  postings,
}: Pick<Refundable, "type" | "ownerUid" | "postings">):
  | { readonly currency: string; readonly amount: bigint }
  | undefined {
  const paid = postings.filter(({ account }) => account === userAccount(ownerUid));
  const [only] = paid;
  if (!CHARGES.has(type) || paid.length !== 1 || !only || only.amount >= 0n) return undefined;
  if (postings.some(({ currency }) => currency !== only.currency)) return undefined;
  return { currency: only.currency, amount: -only.amount };
}

/**
 * The entry that gives back `amount` of a charge to its owner, by the same accounts as it came. Where a charge went to
 * several accounts, each gives its share; parts that add up to the whole take from each exactly what it got.
 *
 * @throws BrokenInvariant for an entry that is not a charge, for nothing, and for more than is left.
 */
export function refundEntry(of: Refundable, request: RefundRequest): LedgerEntry {
  const charge = chargeOf(of);
  invariant(charge, "a refund gives back a charge");
  const left = charge.amount - of.refunded;
  const amount = request.amount ?? left;
  invariant(amount > 0n && amount <= left, "a refund gives back at most what is left");
  const before = reversed(of, charge.amount, of.refunded);
  const after = reversed(of, charge.amount, of.refunded + amount);
  const postings = of.postings.map(({ account, currency }, place) => ({
    account,
    currency,
    amount: (after[place] ?? 0n) - (before[place] ?? 0n),
  }));
  return {
    reference: request.reference,
    type: "refund",
    ownerUid: of.ownerUid,
    description: request.description,
    at: request.at,
    postings: postings.filter((posting) => posting.amount !== 0n),
  };
}

/**
 * The amount reversed of each account when `refunded` of `total` was: its share, rounded towards 0. The last account
 * that is not the owner's gets the remainder.
 */
function reversed({ ownerUid, postings }: Refundable, total: bigint, refunded: bigint): bigint[] {
  const shares = postings.map(({ amount }) => (-amount * refunded) / total);
  const last = postings.findLastIndex(({ account }) => account !== userAccount(ownerUid));
  const rest = shares.reduce((sum, share) => sum + share, 0n);
  return shares.map((share, place) => (place === last ? share - rest : share));
}
