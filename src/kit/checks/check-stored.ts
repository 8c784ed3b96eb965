/** The checks of the database: that it answers, its clock, its migrations, and that sealed texts can be opened. */
import { trySecretKeys, type KeysAtHand } from "../sealed/require-keys.ts";
import type { SealedPlace } from "../sealed/sealed-place.ts";
import type { Connection } from "../sql/connection.ts";
import { MAX_CLOCK_DIFFERENCE_MS } from "../sql/database-clock.ts";
import type { Queryable } from "../sql/database.ts";
import { pendingMigrations } from "../sql/migrate.ts";
import type { MigrationRoom } from "../sql/migration-files.ts";
import { tryServer } from "../sql/server-away.ts";
import { serverFacts } from "../sql/server-facts.ts";
import type { Clock } from "../time/clock.ts";
import { checkLine, type CheckLine } from "./check-line.ts";

/** Answers one line where the database is away, and else what it and its clock say. */
export async function checkDatabase(
  connection: Connection,
  rooms: readonly MigrationRoom[],
  clock: Clock,
): Promise<CheckLine[]> {
  let clockAheadMs: number | undefined;
  const database = await checkLine("database", async () => {
    await tryServer(connection, "TRIPOD_DATABASE_URL");
    const facts = await serverFacts(connection, clock);
    clockAheadMs = facts.clockAheadMs;
    const pending = await pendingMigrations(connection, rooms);
    const state =
      pending.length === 0 ? "up to date" : `${pending.length} migrations will be applied at the next start`;
    return `${facts.version} answers; ${state}`;
  });
  return clockAheadMs === undefined ? [database] : [clockLine(clockAheadMs), database];
}

/**
 * Opens something of every place that seals.
 *
 * @param rows of each place are looked at for keys that are missing; default all.
 * @throws UserError when a key is missing, or something does not open.
 */
export async function checkSealed(
  db: Queryable,
  places: readonly SealedPlace[],
  keys: KeysAtHand,
  rows?: number,
): Promise<string> {
  const { tried } = await trySecretKeys(db, places, keys, rows);
  return tried === 0
    ? "the key that seals secrets can be read; nothing is sealed yet"
    : `they open what is sealed in ${tried} tables`;
}

function clockLine(aheadMs: number): CheckLine {
  const isRight = Math.abs(aheadMs) <= MAX_CLOCK_DIFFERENCE_MS;
  const says = isRight
    ? `agrees with the database's within ${Math.abs(aheadMs)} ms`
    : `the database's clock differs from this machine's by ${Math.abs(aheadMs)} ms: set both by a time server`;
  return { what: "clock", isRight, says };
}
