/** One state of the database, read over several connections. */
import type { Client } from "pg";
import { UserError } from "../../errors/user-error.ts";
import { connectOnce, type Connection } from "../../sql/connection.ts";
import { MIGRATION_LOCK } from "../../sql/migration-turn.ts";
import { queryError } from "../../sql/query-error.ts";
import { serverAway } from "../../sql/server-away.ts";
import { databaseFailure } from "./database-failure.ts";

/** How long to wait for a process that is migrating. */
const MIGRATING_MS = 60_000;

/** Settings that could cut off a backup or change its text are fixed here, whatever the account's own settings are. */
const SETTINGS = `set statement_timeout to 0; set idle_in_transaction_session_timeout to 0; set row_security to off;
  set synchronize_seqscans to off; set intervalstyle to postgres; set bytea_output to hex; set extra_float_digits to 1`;

export interface Snapshot {
  /** The first has taken the state; any of them reads it. */
  readonly clients: readonly [Client, ...Client[]];
  readonly takenAt: string;
  close(): Promise<void>;
}

/**
 * Takes the present state. Nothing waits for it: other processes read and write as before. Only migrations wait until it
 * is closed, because they would wait for the tables that are read, and everything else for them.
 *
 * @param connection must lead to PostgreSQL itself, or to a pool that hands out whole sessions
 * @param connections 1 to 8
 * @throws UserError where no server answers, or another process migrates for more than a minute
 */
export async function takeSnapshot(connection: Connection, connections: number): Promise<Snapshot> {
  const first = await connect(connection);
  const others: Client[] = [];
  const close = async (): Promise<void> => {
    await Promise.all([first, ...others].map((client) => client.end().catch(() => undefined)));
  };
  try {
    await lockOutMigrations(first);
    await first.query("begin isolation level repeatable read read only");
    const { rows } = await first.query<{ id: string; at: string }>(
      `select pg_export_snapshot() as id, to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    );
    const [{ id, at } = { id: "", at: "" }] = rows;
    while (others.length < connections - 1) {
      const client = await connect(connection);
      others.push(client);
      await client.query("begin isolation level repeatable read read only");
      await client.query(`set transaction snapshot '${id.replaceAll("'", "")}'`);
    }
    return { clients: [first, ...others], takenAt: at, close };
  } catch (error) {
    await close();
    throw databaseFailure("kit.takeSnapshot", error);
  }
}

async function connect(connection: Connection): Promise<Client> {
  const client = await connectOnce(connection, "tripod backup").catch((error: unknown) => {
    throw serverAway(connection, queryError("connect", error));
  });
  await client.query(SETTINGS);
  return client;
}

/** Held by the session: a lock that a transaction waits for would take the snapshot before the wait. */
async function lockOutMigrations(client: Client): Promise<void> {
  await client.query(`set lock_timeout to ${MIGRATING_MS}`);
  await client.query(`select pg_advisory_lock_shared(${MIGRATION_LOCK})`).catch((error: unknown) => {
    throw new UserError("Another process has been migrating this database for more than a minute. Try again later.", {
      cause: queryError("kit.lockOutMigrations", error),
    });
  });
}
