/** Which servers are being read for the first time, across restarts and owners of the lease. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import type { SavedBatch } from "../store.ts";

/** Whether a first reading began and has not ended. */
export async function isFirstReadingOpen(db: Queryable, server: string): Promise<boolean> {
  const rows = await db.query({
    name: "players.isFirstReadingOpen",
    text: "select from players.first_readings where server = $1",
    values: [server],
  });
  return rows.length > 0;
}

/** Notes that a first reading goes on, or ends with this batch. */
export async function noteFirstReading(tx: Transaction, { server, changes }: SavedBatch): Promise<void> {
  if (!changes.full) return;
  await tx.execute({
    name: changes.last ? "players.endFirstReading" : "players.openFirstReading",
    text: changes.last
      ? "delete from players.first_readings where server = $1"
      : "insert into players.first_readings (server) values ($1) on conflict (server) do nothing",
    values: [server],
  });
}
