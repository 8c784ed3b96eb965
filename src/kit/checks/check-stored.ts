/** The checks of the database: that it answers, its clock, its migrations, and that sealed texts can be opened. */
import { trySecretKeys, type KeysAtHand } from "../sealed/require-keys.ts";
import type { SealedPlace } from "../sealed/sealed-place.ts";
import type { Connection } from "../sql/connection.ts";
import { MAX_CLOCK_DIFFERENCE_MS } from "../sql/database-clock.ts";
import type { Queryable } from "../sql/database.ts";
import { pendingMigrations } from "../sql/migrate.ts";
import type { Migration, MigrationRoom } from "../sql/migration-files.ts";
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
    return `${facts.version} answers; ${pendingInWords(pending)}`;
  });
  return clockAheadMs === undefined ? [database] : [clockLine(clockAheadMs), database];
}

/** `2 migrations will be applied at the next start: registry/0009 to registry/0010`, to be looked up in docs/upgrade.md. */
function pendingInWords(pending: readonly Pick<Migration, "room" | "number">[]): string {
  if (pending.length === 0) return "up to date";
  const shown = ({ room, number }: Pick<Migration, "room" | "number">): string =>
    `${room}/${String(number).padStart(4, "0")}`;
  const rooms = [...new Set(pending.map(({ room }) => room))].map((room) => {
    const [first, ...more] = pending.filter((each) => each.room === room).map(shown);
    return more.length === 0 ? first : `${first} to ${more.at(-1)}`;
  });
  const count = pending.length === 1 ? "1 migration" : `${pending.length} migrations`;
  return `${count} will be applied at the next start: ${rooms.join(", ")}`;
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
    ? "the check can read the secret key; nothing is sealed yet"
    : `they open the sealed values in ${tried === 1 ? "one table" : `${tried} tables`}`;
}

function clockLine(aheadMs: number): CheckLine {
  const isRight = Math.abs(aheadMs) <= MAX_CLOCK_DIFFERENCE_MS;
  const says = isRight
    ? `agrees with the database's within ${Math.abs(aheadMs)} ms`
    : `the database's clock differs from this machine's by ${Math.abs(aheadMs)} ms: set both by a time server`;
  return { what: "clock", isRight, says };
}
