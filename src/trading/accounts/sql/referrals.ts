/** The users that a user referred, and what that earned. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import type { Referral } from "../store.ts";

interface Row {
  readonly id: number;
  readonly username: string;
  readonly last_login_at: Instant | null;
  readonly is_active: boolean;
  readonly created_at: Instant;
  /** JSON: currency to units of 1e-8 as text; null for nothing yet. */
  readonly earned: string | null;
}

/** A page of the users that a user referred, newest first. */
export async function listReferrals(
  q: Queryable,
  uid: number,
  { limit, offset }: Page,
): Promise<{ code: string; referrals: Referral[]; total: number }> {
  const rows = await q.query<Row>({
    name: "trading.listReferrals",
    text: `select u.id, u.username, u.last_login_at, u.is_active and u.closed_at is null as is_active, u.created_at,
        (select jsonb_object_agg(s.currency, s.amount) from (
          select currency, sum(amount)::text as amount from trading.referral_shares
          where referred_id = u.id group by currency
        ) s) as earned
      from trading.users u where u.referred_by = $1 order by u.id desc limit $2 offset $3`,
    values: [uid, limit, offset],
  });
  const { code, total } = await countReferrals(q, uid);
  return { code, referrals: rows.map(referralOf), total };
}

/** The user's code, and how many there are on all pages. */
async function countReferrals(q: Queryable, uid: number): Promise<{ code: string; total: number }> {
  const [row] = await q.query<{ code: string; total: number }>({
    name: "trading.countReferrals",
    text: `select referral_code as code, (select count(*) from trading.users where referred_by = $1) as total
      from trading.users where id = $1`,
    values: [uid],
  });
  invariant(row, "a caller is a user");
  return row;
}

function referralOf(row: Row): Referral {
  const earned = row.earned === null ? {} : (JSON.parse(row.earned) as Record<string, string>);
  return {
    uid: row.id,
    username: row.username,
    hasLoggedIn: row.last_login_at !== null,
    isActive: row.is_active,
    earned: new Map(Object.entries(earned).map(([currency, amount]) => [currency, BigInt(amount)])),
    createdAt: row.created_at,
  };
}
