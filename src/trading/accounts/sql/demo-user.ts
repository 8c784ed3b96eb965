/** The user that `--demo` makes. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";

/** Says of a user that a demo may sign it in without a password. There is one at most. */
export async function markDemoUser(tx: Transaction, uid: number): Promise<void> {
  await tx.execute({
    name: "trading.markDemoUser",
    text: "update trading.users set is_demo = true where id = $1",
    values: [uid],
  });
}

/** The user that an earlier demo, or this one, has made. */
export async function findDemoUid(q: Queryable): Promise<number | undefined> {
  const [row] = await q.query<{ id: number }>({
    name: "trading.findDemoUid",
    text: "select id from trading.users where is_demo and closed_at is null",
  });
  return row?.id;
}
