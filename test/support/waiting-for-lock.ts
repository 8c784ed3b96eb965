/** Awaits what a test cannot see otherwise: that a statement waits for the lock of another transaction. */
import type { Database } from "../../src/kit/sql/database.ts";
import { waitUntil } from "./wait-until.ts";

/** Resolves when at least `count` connections of the database wait for a lock. */
export async function untilWaitingForLock(db: Database, count = 1): Promise<void> {
  await waitUntil(async () => {
    const [row] = await db.query<{ waiting: number }>({
      name: "test.waiting",
      text: `select count(*) as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
    });
    if (row === undefined || row.waiting < count) throw new Error(`${row?.waiting ?? 0} of ${count} wait for a lock`);
  });
}
