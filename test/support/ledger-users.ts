/** Users for tests of money: only what foreign keys need. */
import type { Queryable } from "../../src/kit/sql/database.ts";

/** As many main accounts, by their uids; each brought by the one before where `chained`. */
export async function addUsers(q: Queryable, count: number, chained = false): Promise<number[]> {
  const uids: number[] = [];
  while (uids.length < count) {
    uids.push(await addUser(q, { referredBy: chained ? uids.at(-1) : undefined }));
  }
  return uids;
}

/** A main account, or a sub-account of `ownerId`. */
export async function addUser(
  q: Queryable,
  { ownerId, referredBy }: { readonly ownerId?: number; readonly referredBy?: number | undefined },
): Promise<number> {
  const [row] = await q.query<{ id: number }>({
    name: "test.addUser",
    text: `insert into trading.users (owner_id, username, name, email, password_hash, password_changed_at, referral_code,
        referred_by, created_at, rights, email_verified_at)
      select $1::bigint, 'user' || n, 'User', 'user' || n || '@example.test', '', now(), 'code' || n, $2::bigint, now(),
        case when $1::bigint is not null then '{}'::jsonb end, now()
      from (select coalesce(max(id), 0) + 1 as n from trading.users) as next returning id`,
    values: [ownerId ?? null, referredBy ?? null],
  });
  return row?.id ?? 0;
}
