/** Whose referral code it is. */
import type { Queryable } from "../../../kit/sql/database.ts";

/** The user of a code, in whatever case it was typed; undefined for an unknown one, and for that of a closed account. */
export async function findReferrer(q: Queryable, code: string): Promise<number | undefined> {
  const [row] = await q.query<{ id: number }>({
    name: "trading.findReferrerByCode",
    text: "select id from trading.users where referral_code = lower($1) and closed_at is null",
    values: [code],
  });
  return row?.id;
}
