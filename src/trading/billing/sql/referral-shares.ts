/** Pays referral shares: users who referred others get a share of what those have paid. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { leastShared, payReferralShare } from "../../ledger/index.ts";
import { BILLING_CURRENCY } from "../core/packages.ts";

interface Row {
  readonly reference: string;
  readonly owner_id: number;
  readonly amount: string;
}

const AT_ONCE = 500;

/**
 * Each share has its own transaction, and is posted once, whichever process pays it.
 *
 * @throws AggregateError when the others are paid, where some could not be
 */
export async function payReferralShares(db: Database, percent: number, since: Instant): Promise<number> {
  const least = leastShared(percent);
  if (least === undefined) return 0;
  const failures: unknown[] = [];
  let paid = 0;
  for (const { reference, ownerUid, amount, at } of await listUnshared(db, since, least)) {
    const payment = { reference, ownerUid, currency: BILLING_CURRENCY, amount, at };
    try {
      if ((await db.transaction((tx) => payReferralShare(tx, payment, percent))) === "posted") paid++;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `shares that could not be paid: ${failures.length}`);
  return paid;
}

/**
 * Charges of which a share is due and was not paid, the oldest first, less what was given back of them. The rent of a
 * server comes when the server is over: until then its time may be given back. Charges whose share is never paid must
 * not be listed: they would be before all others forever.
 */
async function listUnshared(q: Queryable, since: Instant, least: bigint) {
  const rows = await q.query<Row & { readonly at: Instant }>({
    name: "trading.listUnsharedCharges",
    text: `select reference, owner_id, amount::text as amount, at from (
        select charge.reference, charge.owner_id, coalesce(server.ended_at, charge.at) as at,
          charge.amount - (select coalesce(sum(refund.amount), 0) from trading.ledger_entries entry
            join trading.ledger_refunds refund on refund.refund_of = entry.id
            where entry.reference = charge.reference) as amount
        from trading.charges charge
          join trading.users payer on payer.id = charge.owner_id
          join trading.users referrer on referrer.id = payer.referred_by
          join trading.users account on account.id = coalesce(referrer.owner_id, referrer.id)
          left join trading.servers server
            on server.id = substring(charge.reference from '^server:([0-9]{1,15})$')::bigint
        where charge.amount >= $2::numeric and coalesce(server.ended_at, charge.at) >= $1::timestamptz
          and (server.id is null or server.status in ('disabled', 'failed'))
          and account.id <> payer.id and account.closed_at is null
          and not exists (select from trading.ledger_entries entry
            where entry.reference = 'referral:' || charge.reference)) kept
      where amount >= $2::numeric order by at, reference limit ${AT_ONCE}`,
    values: [timestamp(since), String(least)],
  });
  return rows.map((row) => ({
    reference: row.reference,
    ownerUid: row.owner_id,
    amount: BigInt(row.amount),
    at: row.at,
  }));
}
