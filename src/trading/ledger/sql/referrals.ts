/** Referral shares: what users get of the payments of users they referred. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { holdOpenAccount } from "../../users/index.ts";
import { percentOf, referralShare } from "../core/entries.ts";
import { tryPostEntry } from "./post-entry.ts";

/** A payment to the platform that was posted. */
export interface SharedPayment {
  readonly reference: string;
  /** The payer. */
  readonly ownerUid: number;
  readonly currency: string;
  /** In units of 1e-8. */
  readonly amount: bigint;
  readonly at: Instant;
}

/**
 * Gives `percent` of a payment to its payer's referrer, once for each payment, whatever the percentage is the second
 * time. "none": the payer has no referrer whose account is open, or the share is less than 1e-8.
 */
export async function payReferralShare(
  tx: Transaction,
  payment: SharedPayment,
  percent: number,
): Promise<"posted" | "known" | "none"> {
  const amount = percentOf(payment.amount, percent);
  const referrerUid = amount > 0n ? await findReferrer(tx, payment.ownerUid) : undefined;
  if (referrerUid === undefined || !(await holdOpenAccount(tx, referrerUid))) return "none";
  const { currency, at } = payment;
  const reference = `referral:${payment.reference}`;
  const description = "Your share of a payment by a user that you referred";
  const entry = referralShare({ reference, ownerUid: referrerUid, currency, amount, description, at });
  const { outcome, entryId } = await tryPostEntry(tx, entry);
  if (outcome !== "posted") return "known";
  await addReferralShare(tx, { entryId, referrerUid, referredUid: payment.ownerUid, currency, amount });
  return "posted";
}

/** The main account of a user's referrer. */
async function findReferrer(q: Queryable, uid: number): Promise<number | undefined> {
  const [row] = await q.query<{ id: number }>({
    name: "trading.findReferrer",
    text: `select account.id from trading.users payer
      join trading.users referrer on referrer.id = payer.referred_by
      join trading.users account on account.id = coalesce(referrer.owner_id, referrer.id)
      where payer.id = $1 and account.id <> payer.id`,
    values: [uid],
  });
  return row?.id;
}

interface Share {
  readonly entryId: number;
  readonly referrerUid: number;
  readonly referredUid: number;
  readonly currency: string;
  readonly amount: bigint;
}

/** Records whose payment a share was for, so that referrers can see the income from each. */
async function addReferralShare(tx: Transaction, share: Share): Promise<void> {
  await tx.execute({
    name: "trading.addReferralShare",
    text: `insert into trading.referral_shares (entry_id, referrer_id, referred_id, currency, amount)
      values ($1, $2, $3, $4, $5::numeric)`,
    values: [share.entryId, share.referrerUid, share.referredUid, share.currency, String(share.amount)],
  });
}
