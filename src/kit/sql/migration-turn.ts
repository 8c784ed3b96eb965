/** The turns of processes that migrate one database. */
import { DatabaseError, type Client } from "pg";
import type { SqlLog } from "./log.ts";

/** Any number that no other advisory lock of the product has. A backup holds it together with others. */
export const MIGRATION_LOCK = 7_013_418_820_251;

/** An operator who watches a start sees early why nothing happens. */
const FIRST_WAIT_MS = 5_000;

interface Turn {
  /** How long to wait for a lock on a table, and how often to log that another process is migrating. */
  readonly waitMs: number;
  readonly log: SqlLog;
  /** Ends the wait with its reason. */
  readonly signal: AbortSignal | undefined;
}

/** Runs `work` in a transaction that no other migrating process has one beside. */
export async function inTurn<Result>(client: Client, turn: Turn, work: () => Promise<Result>): Promise<Result> {
  try {
    await takeTurn(client, turn);
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Begins the transaction. An end to the wait would only make the operator, or the system, start the same again. */
async function takeTurn(client: Client, { waitMs, log, signal }: Turn): Promise<void> {
  let waitedMs = 0;
  for (let nextMs = Math.min(waitMs, FIRST_WAIT_MS); ; nextMs = waitMs) {
    try {
      await client.query(`begin; set local statement_timeout to 0; set local lock_timeout to ${nextMs}`);
      await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      await client.query(`set local lock_timeout to ${waitMs}`);
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === "55P03")) throw error;
    }
    await client.query("rollback");
    signal?.throwIfAborted();
    waitedMs += nextMs;
    const holders = await findHolders(client);
    log.warn(
      { seconds: Math.round(waitedMs / 1000), holders },
      "waiting for another process that migrates or backs up this database; if none runs, end its session in PostgreSQL",
    );
  }
}

/** `tripod migrate (pid 4711)`, as PostgreSQL knows the sessions that others wait for. */
async function findHolders(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ holder: string }>(
    `select a.application_name || ' (pid ' || a.pid || ')' as holder from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and l.objsubid = 1
        and l.database = (select oid from pg_database where datname = current_database())
        and l.classid::bigint << 32 | l.objid::bigint = ${MIGRATION_LOCK} limit 10`,
  );
  return rows.map(({ holder }) => holder);
}
