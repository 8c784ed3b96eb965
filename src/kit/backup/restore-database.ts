/** Loads a backup into an empty database. Until that is finished, the database is marked, and no process uses it. */
import { UserError } from "../errors/user-error.ts";
import { CARRIED_JOBS, enqueueCarried, makeCarried } from "../jobs/carry-jobs.ts";
import { migrateJobs } from "../jobs/job-runner.ts";
import { connectOnce, type Connection, type DirectClient } from "../sql/connection.ts";
import type { SqlLog } from "../sql/log.ts";
import { QUEUE_SCHEMA } from "../sql/fit-database.ts";
import { migrate, migrateFailure } from "../sql/migrate.ts";
import { migrationTitle, readMigrations, type MigrationRoom } from "../sql/migration-files.ts";
import { queryError } from "../sql/query-error.ts";
import { serverAway } from "../sql/server-away.ts";
import { clearUnfinished, markUnfinished } from "../sql/unfinished-restore.ts";
import { JOBS_NAME, tableName } from "./archive-names.ts";
import type { ArchiveReader } from "./archive-reader.ts";
import type { BackupManifest, BackupTable } from "./manifest.ts";
import { copyRowsIn } from "./sql/copy-rows.ts";
import { databaseFailure } from "./sql/database-failure.ts";
import { lockRestores, requireEmpty } from "./sql/empty-database.ts";
import { putAside, setSequence } from "./sql/put-aside.ts";

/** Numbers that may have been given out after the backup was made, of each sequence. */
export const SKIPPED_NUMBERS = 1_000_000;

/** Each loads one table, or makes one index, at a time. */
const CONNECTIONS = 3;

export interface RestoreOptions {
  /** To PostgreSQL itself. */
  readonly connection: Connection;
  readonly archive: ArchiveReader;
  readonly rooms: readonly MigrationRoom[];
  readonly schemas: readonly string[];
  /** Something may have happened after the backup was made: its numbers are not given out again. */
  readonly isBehind: boolean;
  /** Names of jobs that are left out. */
  readonly withoutJobs: readonly string[];
  readonly log: SqlLog;
  /** Ends it between two tables, with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly tell?: (done: RestoreProgress) => void;
  /** The last work before processes may use the database. */
  readonly complete: () => Promise<void>;
}

export interface RestoreProgress {
  readonly step: "tables" | "indexes" | "migrations" | "checks";
  readonly tables: number;
  readonly ofTables: number;
}

export interface DatabaseRestored {
  readonly tables: number;
  readonly rows: number;
  /** Migrations that the backup did not have. */
  readonly migrations: number;
  readonly jobs: number;
  readonly jobsLeftOut: number;
}

/** @throws UserError where a newer release has made the backup, or another one has changed what it did */
export async function requireKnown(manifest: BackupManifest, rooms: readonly MigrationRoom[]): Promise<void> {
  const known = (await Promise.all(rooms.map(readMigrations))).flat();
  for (const each of manifest.migrations) {
    const same = known.find(({ room, number }) => room === each.room && number === each.number);
    if (same?.sha256 === each.sha256) continue;
    throw new UserError(
      `The backup was made by release ${manifest.version}, which has the migration ${migrationTitle(each)} that this ` +
        "program does not know. Restore it with that release or a later one.",
    );
  }
}

/**
 * Loads the rows, then makes indexes, checks every foreign key, and brings an older schema up to date. A restore that was
 * cut off leaves a marked database, which the next one clears.
 *
 * @throws UserError where the database is not empty, or another restore runs
 */
export async function restoreDatabase(options: RestoreOptions): Promise<DatabaseRestored> {
  const { connection, archive, rooms, schemas, log } = options;
  const { manifest } = archive;
  return withClients(connection, async (clients) => {
    const [client] = clients;
    await lockRestores(client);
    await inTransaction(client, async () => {
      await requireEmpty(client, [...schemas, QUEUE_SCHEMA]);
      await markUnfinished(client);
    }).catch((error: unknown) => {
      throw migrateFailure(error);
    });
    const upTo = new Map<string, number>();
    for (const { room, number } of manifest.migrations) upTo.set(room, Math.max(number, upTo.get(room) ?? 0));
    await migrate(connection, rooms, { log, restoring: { upTo } });
    await loadRows(clients, options);
    options.tell?.(progress(manifest, "migrations"));
    const all = new Map(rooms.map(({ room }) => [room, Infinity]));
    const migrations = await migrate(connection, rooms, { log, restoring: { upTo: all } });
    await migrateJobs(connection);
    const jobs = await loadJobs(client, options);
    options.tell?.(progress(manifest, "checks"));
    await options.complete();
    await clearUnfinished(client);
    return {
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, { rows: count }) => sum + count, 0),
      migrations: migrations.length,
      jobs: jobs.enqueued,
      jobsLeftOut: jobs.leftOut,
    };
  });
}

async function loadRows(clients: Clients, { archive, schemas, isBehind, tell, signal }: RestoreOptions): Promise<void> {
  const [client] = clients;
  const { manifest } = archive;
  const aside = await inTransaction(client, () => putAside(client, schemas));
  let tables = 0;
  await eachOf(clients, bySize(manifest.tables), async (one, table) => {
    signal?.throwIfAborted();
    await loadTable(one, archive, table);
    tell?.({ step: "tables", tables: ++tables, ofTables: manifest.tables.length });
  });
  tell?.(progress(manifest, "indexes"));
  await eachOf(clients, aside.indexes, (one, statement) => {
    signal?.throwIfAborted();
    return one.query(statement);
  });
  for (const statement of aside.foreignKeys) await client.query(statement);
  await inTransaction(client, async () => {
    for (const statement of aside.triggers) await client.query(statement);
    for (const sequence of manifest.sequences) {
      await setSequence(client, isBehind ? { ...sequence, last: sequence.last + SKIPPED_NUMBERS } : sequence);
    }
    await beginOutbox(client);
  });
  await client.query("analyze");
}

/**
 * Earlier changes are not carried over, and their numbers are not used again: a process that has followed them sees
 * that it has lost its place, and reloads its state.
 */
async function beginOutbox(client: DirectClient): Promise<void> {
  await client.query(
    `insert into kit.outbox_trimmed (upto)
      select setval('kit.outbox_seq', last_value + ${SKIPPED_NUMBERS}) from kit.outbox_seq`,
  );
}

/** All rows of a table are one statement and one transaction. */
async function loadTable(client: DirectClient, archive: ArchiveReader, table: BackupTable): Promise<void> {
  const rows = await inTransaction(client, () => copyRowsIn(client, table, archive.rows(tableName(table), table)));
  if (rows !== table.rows) {
    throw new Error(`${table.schema}.${table.table} has ${rows} rows, and had ${table.rows} in the backup`);
  }
}

async function loadJobs(client: DirectClient, { archive, withoutJobs }: RestoreOptions) {
  await makeCarried(client);
  await copyRowsIn(client, CARRIED_JOBS, archive.rows(JOBS_NAME, archive.manifest.jobs));
  return enqueueCarried(client, withoutJobs);
}

type Clients = readonly [DirectClient, ...DirectClient[]];

async function withClients<Result>(
  connection: Connection,
  work: (clients: Clients) => Promise<Result>,
): Promise<Result> {
  const first = await connect(connection);
  const others: DirectClient[] = [];
  try {
    while (others.length < CONNECTIONS - 1) others.push(await connect(connection));
    return await work([first, ...others]);
  } catch (error) {
    throw databaseFailure("kit.restore", error);
  } finally {
    await Promise.all([first, ...others].map((client) => client.end().catch(() => undefined)));
  }
}

async function connect(connection: Connection): Promise<DirectClient> {
  const client = await connectOnce(connection, "tripod restore").catch((error: unknown) => {
    throw serverAway(connection, queryError("connect", error));
  });
  // Nothing counts before the mark is taken away, and that commit waits for the disk.
  await client.query("set statement_timeout to 0; set idle_in_transaction_session_timeout to 0");
  return client;
}

/** Each connection takes the next item when it is through with one. The first failure ends it. */
async function eachOf<Item>(
  clients: Clients,
  items: readonly Item[],
  work: (client: DirectClient, item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  let hasFailed = false;
  await Promise.all(
    clients.map(async (client) => {
      for (const item of waiting) {
        if (hasFailed) return;
        try {
          await work(client, item);
        } catch (error) {
          hasFailed = true;
          throw error;
        }
      }
    }),
  );
}

async function inTransaction<Result>(client: DirectClient, work: () => Promise<Result>): Promise<Result> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

function bySize(tables: readonly BackupTable[]): BackupTable[] {
  return tables.toSorted((one, other) => other.bytes - one.bytes);
}

function progress({ tables }: BackupManifest, step: RestoreProgress["step"]): RestoreProgress {
  return { step, tables: tables.length, ofTables: tables.length };
}
