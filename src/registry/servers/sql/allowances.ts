/** What publishers have stored in a day, counted in the transactions that store it. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { AllowanceUse, UsedAllowance } from "../store.ts";

/**
 * Uses up an allowance, or finds that it does not suffice. Its row stays locked until the transaction ends, so that two
 * publications cannot take the same rest.
 */
export async function spendAllowance(
  tx: Transaction,
  { key, kibibytes, limit, now, endsAt }: AllowanceUse,
): Promise<UsedAllowance> {
  const [row] = await tx.query<{ ends_at: Instant; used: boolean }>({
    name: "registry.spendAllowance",
    text: `with spent as (
        insert into registry.allowances as a (key, ends_at, kibibytes)
        select $1, $4::timestamptz, $2::bigint where $2::bigint <= $5::bigint
        on conflict (key) do update set
          ends_at = case when a.ends_at <= $3::timestamptz then excluded.ends_at else a.ends_at end,
          kibibytes = excluded.kibibytes + case when a.ends_at <= $3::timestamptz then 0 else a.kibibytes end
        where a.ends_at <= $3::timestamptz or a.kibibytes + excluded.kibibytes <= $5::bigint
        returning ends_at
      )
      select ends_at, true as used from spent
      union all
      select ends_at, false from registry.allowances
      where key = $1 and ends_at > $3::timestamptz and not exists (select from spent)`,
    values: [key, kibibytes, timestamp(now), timestamp(endsAt), limit],
  });
  return { isEnough: row?.used === true, endsAt: row?.ends_at ?? endsAt };
}

/** Forgets allowances whose day has ended, some at a time, and leaves alone those that are being used. */
export function deleteEndedAllowances(db: Queryable, now: Instant, limit: number): Promise<number> {
  return db.execute({
    name: "registry.deleteEndedAllowances",
    text: `delete from registry.allowances where key in (
      select key from registry.allowances where ends_at <= $1 order by ends_at limit $2 for update skip locked)`,
    values: [timestamp(now), limit],
  });
}
