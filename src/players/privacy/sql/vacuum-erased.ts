/** Takes erased rows out of the tables' files. */
import type { Database } from "../../../kit/sql/database.ts";

/** Every table that may have held a person's ids or names, and the announcements of changes. */
const TABLES: readonly string[] = [
  "players.players",
  "players.names",
  "players.accounts",
  "players.sessions",
  "players.memberships",
  "players.save_files",
  "players.plugin_records",
  "players.bans",
  "players.opt_outs",
  "players.presence_batches",
  "players.tribes",
  "players.tribe_names",
  "players.tribe_listings",
  "players.tribe_log",
  "players.webhook_deliveries",
  "kit.outbox",
];

/**
 * Vacuums table by table: PostgreSQL may then use the space of erased rows again. It does not overwrite their bytes at once.
 * A table that cannot be vacuumed does not stop the others.
 *
 * @param openUnhurried opens a pool whose statements have no time limit: a large table takes long.
 * @throws the signal's reason between two tables; an AggregateError of what failed, when all tables were tried.
 */
export async function vacuumErased(openUnhurried: () => Database, signal: AbortSignal): Promise<void> {
  const db = openUnhurried();
  const failures: unknown[] = [];
  // Waits a moment for the table that is in progress, then cuts it off.
  const end = (): void => void db.close();
  signal.addEventListener("abort", end, { once: true });
  try {
    for (const table of TABLES) {
      signal.throwIfAborted();
      await db
        .execute({ name: `players.vacuum ${table}`, text: `vacuum ${table}` })
        .catch((error: unknown) => failures.push(error));
    }
  } finally {
    signal.removeEventListener("abort", end);
    await db.close();
  }
  if (failures.length > 0) throw new AggregateError(failures, `tables that could not be vacuumed: ${failures.length}`);
}
