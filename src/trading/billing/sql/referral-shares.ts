/** Gives those who have brought others their share of what these have paid. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { payReferralShare } from "../../ledger/index.ts";
import { BILLING_CURRENCY } from "../core/packages.ts";

interface Row {
  readonly reference: string;
  readonly owner_id: number;
  readonly amount: string;
}

const AT_ONCE = 500;

/** Each share is a transaction of its own, and is posted once whoever pays it. */
export async function payReferralShares(db: Database, percent: number, since: Instant): Promise<number> {
  let paid = 0;
  for (const { reference, ownerUid, amount, at } of await listUnshared(db, since)) {
    const payment = { reference, ownerUid, currency: BILLING_CURRENCY, amount, at };
    if ((await db.transaction((tx) => payReferralShare(tx, payment, percent))) === "posted") paid++;
  }
  return paid;
}

/** Charges of users who were brought by somebody, of which no share was paid; the oldest first. */
async function listUnshared(q: Queryable, since: Instant) {
  const rows = await q.query<Row & { readonly at: Instant }>({
    name: "trading.listUnsharedCharges",
    text: `select charge.reference, charge.owner_id, charge.amount::text as amount, charge.at from trading.charges charge
      join trading.users payer on payer.id = charge.owner_id and payer.referred_by is not null
      where charge.amount > 0 and charge.at >= $1::timestamptz
        and not exists (select from trading.ledger_entries entry where entry.reference = 'referral:' || charge.reference)
      order by charge.at, charge.reference limit ${AT_ONCE}`,
    values: [timestamp(since)],
  });
  return rows.map((row) => ({
    reference: row.reference,
    ownerUid: row.owner_id,
    amount: BigInt(row.amount),
    at: row.at,
  }));
}
