/** The debts and owed refunds, for the job that settles them. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { collectDues } from "./dues.ts";
import { payRefunds } from "./owed-refunds.ts";

export function dueBook(db: Database) {
  return {
    listDebtors: (after: number, limit: number) => listDebtors(db, after, limit),
    /** Settles an account's debts, the oldest first, as far as its balance allows; answers how many were settled. */
    collect: (ownerUid: number, at: Instant) =>
      db.transaction(async (tx) => (await payRefunds(tx, ownerUid, at)) + (await collectDues(tx, ownerUid, at))),
  };
}

/** Accounts that owe something and have something, in the order of their numbers, after that one; at most `limit`. */
async function listDebtors(q: Queryable, after: number, limit: number): Promise<readonly number[]> {
  const rows = await q.query<{ uid: number }>({
    name: "trading.listDebtors",
    text: `select distinct owing.uid from (
        select owner_uid as uid, currency from trading.dues where entry_id is null and amount is not null
        union all select payee_uid, currency from trading.dues where is_overpaid) owing
      join trading.ledger_accounts a on a.account = 'user:' || owing.uid and a.currency = owing.currency and a.part = 0
      where a.balance > 0 and owing.uid > $1 order by owing.uid limit $2`,
    values: [after, limit],
  });
  return rows.map(({ uid }) => uid);
}
