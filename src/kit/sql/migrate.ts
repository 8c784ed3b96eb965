/** Brings a database to the shape that this release of the code needs: forward only. */
import { DatabaseError, type Client } from "pg";
import { UserError } from "../errors/user-error.ts";
import { connectOnce, type Connection } from "./connection.ts";
import {
  MAY_NOT_CHANGE,
  MAY_NOT_CREATE,
  otherProgram,
  requireNoOtherQueue,
  requireNoOtherTables,
  requireQueueRights,
  requireRights,
  requireUnicode,
} from "./fit-database.ts";
import type { SqlLog } from "./log.ts";
import { migrationTitle, readMigrations, type Migration, type MigrationRoom } from "./migration-files.ts";
import { inTurn } from "./migration-turn.ts";
import { queryError } from "./query-error.ts";
import { serverAway } from "./server-away.ts";
import { requireFinished } from "./unfinished-restore.ts";

export interface MigrateOptions {
  readonly log: SqlLog;
  /** How long to wait for any lock on a table, and how often to log that another process is migrating; default 60,000. */
  readonly waitMs?: number;
  /** Ends it with the signal's reason. What was applied stays; nothing is kept of the migration that runs then. */
  readonly signal?: AbortSignal | undefined;
  /** Runs before the first change of a database that was migrated before. If it throws, nothing is changed. */
  readonly beforeChange?: () => Promise<void>;
  /** For the restore of a backup: applies no migration of a room beyond this number, in a database that is marked as its. */
  readonly restoring?: { readonly upTo: ReadonlyMap<string, number> };
}

/** The oldest PostgreSQL whose SQL we use, as it numbers itself. */
const OLDEST_SERVER = 150_000;

/**
 * Applies what is missing, room by room in the order of `rooms`, and answers what it applied. Each migration runs in
 * its own transaction together with its record in `kit.migrations`, so one that fails leaves nothing behind. It may
 * hold several statements, but none that must run outside a transaction (such as `create index concurrently`).
 *
 * Processes that migrate at once take turns: each transaction begins by taking an advisory lock, however long another
 * process needs for a large table, and then looks again whether its migration is still missing. (A lock of the session
 * would do the same with fewer words, but is lost or left behind when pgbouncer deals out connections per transaction.)
 *
 * @throws UserError when the files and the database contradict each other (an applied file was changed, the database
 *   is newer than the code), when PostgreSQL is older than 15, or when a backup is being restored.
 */
export async function migrate(
  connection: Connection,
  rooms: readonly MigrationRoom[],
  { log, waitMs = 60_000, signal, beforeChange, restoring }: MigrateOptions,
): Promise<Migration[]> {
  const all = (await Promise.all(rooms.map(readMigrations))).flat();
  const migrations = restoring ? all.filter(({ room, number }) => number <= (restoring.upTo.get(room) ?? 0)) : all;
  const work = async (client: Client): Promise<Migration[]> => {
    if (!restoring) await requireFinished(client);
    const done: Migration[] = [];
    const start = performance.now();
    const known = await readApplied(client);
    const missing = compare(migrations, known, rooms);
    if (known.length === 0) await requireUnicode(client);
    if (known.length > 0 && missing.length > 0) await beforeChange?.();
    const turn = { waitMs, log, signal };
    if (missing.length > 0) await inTurn(client, turn, () => ensureRecord(client, rooms));
    for (const migration of missing) {
      signal?.throwIfAborted();
      const applied = await inTurn(client, turn, () => applyUnlessDone(client, migrations, migration, rooms));
      if (applied) done.push(migration);
    }
    if (done.length > 0) {
      const duration = Math.round(performance.now() - start);
      log.info({ applied: done.length, duration_ms: duration }, `applied ${inWords(done)}`);
    }
    return done;
  };
  return withConnection(connection, work, signal);
}

/**
 * The migrations that `migrate` would apply.
 *
 * @throws UserError as `migrate` does, or would: also where the account lacks a right, or the database takes no changes.
 */
export async function pendingMigrations(connection: Connection, rooms: readonly MigrationRoom[]): Promise<Migration[]> {
  const migrations = (await Promise.all(rooms.map(readMigrations))).flat();
  return withConnection(connection, async (client) => {
    await requireFinished(client);
    await requireUnicode(client);
    // One state, while another process may be migrating.
    await client.query("begin isolation level repeatable read read only");
    const known = await readApplied(client);
    const missing = compare(migrations, known, rooms);
    await (known.length === 0 ? requireNoOtherQueue(client) : requireQueueRights(client));
    const first = missing.filter(({ number }) => number === 1).map(({ room }) => room);
    for (const room of first) await requireNoOtherTables(client, room);
    const begun = missing.map(({ room }) => room).filter((room) => !first.includes(room));
    await requireRights(client, { begun, missing: first });
    await client.query("commit");
    return missing;
  });
}

/** `migration kit/0002_next`, or of several how many and the last one of each room. */
function inWords(done: readonly Migration[]): string {
  const [first, second] = done;
  if (first && !second) return `migration ${migrationTitle(first)}`;
  const last = new Map(done.map((migration) => [migration.room, migrationTitle(migration)]));
  return `${done.length} migrations, up to ${[...last.values()].join(", ")}`;
}

interface Applied {
  readonly room: string;
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
}

const CREATE_TABLE = `
  create table if not exists kit.migrations (
    room text not null,
    number integer not null,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default clock_timestamp(),
    primary key (room, number)
  )`;

async function ensureRecord(client: Client, rooms: readonly MigrationRoom[]): Promise<void> {
  const begun = new Set((await readApplied(client)).map(({ room }) => room));
  if (begun.size === 0) await requireNoOtherQueue(client);
  for (const { room } of rooms) if (!begun.has(room)) await requireNoOtherTables(client, room);
  // A plain read, which sees what the process before us has just committed. `create schema if not exists` alone may
  // not, on a used connection of a pooler. It trusts a cache that a wait for an advisory lock does not refresh, and
  // then fails with "duplicate key". Seen with pgbouncer.
  const { rowCount } = await client.query("select from pg_namespace where nspname = 'kit'");
  if (rowCount === 0) await client.query("create schema kit");
  await client.query(CREATE_TABLE);
}

async function withConnection<Result>(
  connection: Connection,
  work: (client: Client) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = await connectOnce(connection, "tripod migrate").catch((error: unknown) => {
    throw serverAway(connection, queryError("connect", error));
  });
  // Cuts off a statement that runs: the server takes back what was not committed.
  const cutOff = (): void => void client.end();
  signal?.addEventListener("abort", cutOff, { once: true });
  try {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ number: string; text: string }>(
      "select current_setting('server_version_num') as number, current_setting('server_version') as text",
    );
    if (Number(rows[0]?.number) < OLDEST_SERVER) {
      throw new UserError(`PostgreSQL 15 or newer is needed; the database server is ${rows[0]?.text}. Update it.`);
    }
    return await work(client);
  } catch (error) {
    signal?.throwIfAborted();
    throw migrateFailure(error);
  } finally {
    signal?.removeEventListener("abort", cutOff);
    await client.end();
  }
}

/**
 * The message about a failure of PostgreSQL: the right that the account lacks, or the failure itself. Any other
 * failure as it is.
 */
export function migrateFailure(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const cause = queryError("migrate", error);
  return error.code === "42501" ? new UserError(MAY_NOT_CREATE, { cause }) : cause;
}

async function readApplied(client: Client): Promise<Applied[]> {
  const known = await client.query<{ there: boolean }>("select to_regclass('kit.migrations') is not null as there");
  if (known.rows[0]?.there !== true) return [];
  const text = "select room, number, name, sha256 from kit.migrations order by 1, 2";
  const { rows } = await client.query<Applied>(text).catch((error: unknown) => {
    // Of another program that has a table of this name: it has other columns.
    throw error instanceof DatabaseError && error.code === "42703" ? otherProgram("kit") : error;
  });
  return rows;
}

const WAITED_FOR_TABLE =
  "waited too long for a table that another session uses, and nothing of it was kept. End that session (see " +
  "pg_stat_activity), or stop the processes of the former release, and try again.";

async function applyUnlessDone(
  client: Client,
  migrations: readonly Migration[],
  migration: Migration,
  rooms: readonly MigrationRoom[],
): Promise<boolean> {
  const missing = compare(migrations, await readApplied(client), rooms);
  if (!missing.includes(migration)) return false;
  try {
    await client.query(migration.text);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === "42501") {
      const says = migration.number === 1 ? MAY_NOT_CREATE : MAY_NOT_CHANGE;
      throw new UserError(says, { cause: queryError(migrationTitle(migration), error) });
    }
    const title = migrationTitle(migration);
    const cause = queryError(title, error);
    if (cause.code === "55P03") throw new UserError(`Migration ${title} ${WAITED_FOR_TABLE}`, { cause });
    const line = lineOf(migration.text, error);
    const why = cause.cause instanceof DatabaseError ? `: ${cause.cause.message}` : "";
    // oxlint-disable-next-line eslint/preserve-caught-error -- it is the cause's cause, without the values it quotes
    throw new Error(`Migration ${title} failed${line}, and nothing of it was kept${why}`, { cause });
  }
  await client.query("insert into kit.migrations (room, number, name, sha256) values ($1, $2, $3, $4)", [
    migration.room,
    migration.number,
    migration.name,
    migration.sha256,
  ]);
  return true;
}

/** The missing migrations, once the applied ones have been found to match the code. */
function compare(
  migrations: readonly Migration[],
  applied: readonly Applied[],
  rooms: readonly MigrationRoom[],
): Migration[] {
  const missing: Migration[] = [];
  for (const { room } of rooms) {
    const brought = migrations.filter((migration) => migration.room === room);
    const there = applied.filter((migration) => migration.room === room);
    for (const [index, found] of there.entries()) checkApplied(found, index, brought);
    missing.push(...brought.slice(there.length));
  }
  return missing;
}

function checkApplied(found: Applied, index: number, brought: readonly Migration[]): void {
  const title = migrationTitle(found);
  if (found.number !== index + 1) {
    throw new UserError(
      `The database's record of migrations has no ${found.room} number ${index + 1} but has ${title}. ` +
        "kit.migrations was changed by hand: restore the database from a backup.",
    );
  }
  const known = brought[index];
  if (!known) {
    throw new UserError(
      `The database is newer than this program: it has migration ${title}, and this program knows ${found.room} ` +
        `only up to number ${brought.length}. Start the newer release again, or restore a backup made before the update.`,
    );
  }
  if (known.sha256 !== found.sha256) {
    throw new UserError(
      `Migration ${migrationTitle(known)} is not the one that was applied to this database (as ${title}): its text was ` +
        "changed since. Put the file back as it was, and write a new migration for the change.",
    );
  }
}

/** Where in the file PostgreSQL stumbled, where it says. */
function lineOf(text: string, error: unknown): string {
  const position = error instanceof DatabaseError ? Number(error.position) : Number.NaN;
  return Number.isInteger(position) ? ` in line ${text.slice(0, position).split("\n").length}` : "";
}
