/** The only implementation of `Database`: a pool of connections of `pg`. */
import { setTimeout as delay } from "node:timers/promises";
import { Pool, type PoolClient } from "pg";
import { invariant } from "../errors/invariant.ts";
import { clientConfig, SESSION_FORMAT, type Connection } from "./connection.ts";
import { streamRows } from "./cursor.ts";
import type { Database, Statement, Transaction } from "./database.ts";
import type { SqlLog } from "./log.ts";
import { noteCommit } from "./commits.ts";
import { isRetriable, lostTheAnswer, OutcomeUnknown, queryError } from "./query-error.ts";
import { Session, SessionTransaction, type Answer } from "./session.ts";

export interface DatabaseOptions {
  readonly connection: Connection;
  /** Default 10. */
  readonly maxConnections?: number;
  /** How long a statement waits for a free connection, and a connection for the server; default 10,000. */
  readonly connectTimeoutMs?: number;
  /** The name in `pg_stat_activity`; default `tripod`. */
  readonly applicationName?: string;
  /** PostgreSQL ends a statement that takes longer; default 30,000; 0 for no limit. */
  readonly statementTimeoutMs?: number;
  /**
   * Default true. Set false behind pgbouncer in transaction mode (and other poolers that hand out a connection per
   * transaction). Statements are then planned each time, and their time limit is kept on this side only.
   */
  readonly preparedStatements?: boolean;
  /** Called when an idle connection breaks, which is not an error of a request. */
  readonly log?: SqlLog;
}

/** The connections of a pool at this moment. */
export interface PoolFacts {
  /** Connections that are open or being opened. */
  readonly total: number;
  readonly idle: number;
  /** Statements and transactions that wait until another one gives its connection back. */
  readonly waiting: number;
  /** The most connections that there may be. */
  readonly limit: number;
}

export interface PooledDatabase extends Database {
  readonly pool: () => PoolFacts;
}

/** A transaction that sits idle longer than this is ended by PostgreSQL, so that it cannot hold its locks for ever. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/** How much longer than PostgreSQL we wait for a statement, before we take the connection for dead. */
const ANSWER_GRACE_MS = 5_000;

/** How long `close` waits for work that is in progress before it cuts it off. */
const CLOSE_TIMEOUT_MS = 30_000;

/** The words of a single statement that may change something. A read that is taken for a write does no harm. */
const WRITES = /\b(?:insert|update|delete|merge|call|do|nextval|add_job)\b/i;

/** Waits between the runs of what PostgreSQL undid, say because of a deadlock. */
const RETRY_WAITS_MS: readonly number[] = [5, 25, 100];

/**
 * Opens a pool of connections. Nothing is connected before the first statement.
 *
 * Statements fail with `QueryError` (a commit or a single write whose answer was lost with `OutcomeUnknown`); a
 * statement that waits more than 10 seconds for a connection fails too. Transactions that PostgreSQL undid because of
 * a deadlock, a serialisation failure or an outdated prepared statement are run again, at most three times.
 */
export function openDatabase(options: DatabaseOptions): PooledDatabase {
  const prepared = options.preparedStatements ?? true;
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const connected = new Set<PoolClient>();
  const underWay = new Set<Promise<void>>();
  let closed: Promise<void> | undefined;

  const pool = makePool(options, prepared, statementTimeoutMs);
  pool.on("connect", (client) => connected.add(client));
  pool.on("remove", (client) => connected.delete(client));

  /** A connection for one piece of work, which `close` waits for until it is released. */
  const openSession = async (statement: string): Promise<Session> => {
    invariant(closed === undefined, `"${statement}" starts before its database is closed`);
    const { promise, resolve } = withResolvers();
    underWay.add(promise);
    const done = (): void => {
      underWay.delete(promise);
      resolve();
    };
    try {
      return new Session(await pool.connect(), prepared, done);
    } catch (error) {
      done();
      throw queryError(statement, error);
    }
  };

  const runOnce = async (statement: Statement): Promise<Answer> => {
    const session = await openSession(statement.name);
    const isWrite = WRITES.test(statement.text);
    try {
      const answer = await session.run(statement);
      if (isWrite) noteCommit();
      return answer;
    } catch (error) {
      if (!isWrite || !lostTheAnswer(error)) throw error;
      noteCommit();
      throw new OutcomeUnknown(statement.name, "its answer was lost, so it is unknown whether it took place", error);
    } finally {
      session.release();
    }
  };

  const runAlone = async (statement: Statement): Promise<Answer> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await runOnce(statement);
      } catch (error) {
        const waitMs = RETRY_WAITS_MS[attempt];
        if (waitMs === undefined || !isRetriable(error)) throw error;
        await delay(waitMs);
      }
    }
  };

  const inTransaction = async <Result>(kind: Kind, work: (tx: Transaction) => Promise<Result>): Promise<Result> => {
    for (let attempt = 0; ; attempt++) {
      const outcome = await attemptTransaction(await openSession("begin"), kind, work);
      if ("result" in outcome) return outcome.result;
      const waitMs = RETRY_WAITS_MS[attempt];
      if (waitMs === undefined || !isRetriable(outcome.failure)) throw outcome.error;
      await delay(waitMs);
    }
  };

  return {
    query: async <Row extends object>(statement: Statement) => (await runAlone(statement)).rows as Row[],
    execute: async (statement) => (await runAlone(statement)).rowCount ?? 0,
    transaction: (work) => inTransaction("read committed read write", work),
    snapshot: (work) => inTransaction(READS_ONLY, work),
    stream: (statement, batchSize) => streamRows(() => openSession("stream"), statement, batchSize),
    pool() {
      const { totalCount: total, idleCount: idle, waitingCount } = pool;
      const { max: limit } = pool.options;
      // Those that get an idle connection in the next turn, or a new one, are counted as waiting by the pool, too.
      return { total, idle, waiting: Math.max(0, waitingCount - idle - (limit - total)), limit };
    },
    close() {
      closed ??= closePool(pool, underWay, connected);
      return closed;
    },
  };
}

function makePool(options: DatabaseOptions, prepared: boolean, statementTimeoutMs: number): Pool {
  const limits = prepared
    ? `; set statement_timeout to ${statementTimeoutMs}` +
      `; set idle_in_transaction_session_timeout to ${IDLE_IN_TRANSACTION_MS}`
    : "";
  const pool = new Pool({
    ...clientConfig(options.connection, options.applicationName ?? "tripod"),
    max: options.maxConnections ?? 10,
    // A pooler between may hand out another connection for each transaction: there every answer is waited for.
    pipeline: prepared,
    ...(options.connectTimeoutMs === undefined ? {} : { connectionTimeoutMillis: options.connectTimeoutMs }),
    query_timeout: statementTimeoutMs === 0 ? undefined : statementTimeoutMs + ANSWER_GRACE_MS,
    // oxlint-disable-next-line typescript/no-misused-promises -- pg waits for the promise, though its types do not say so
    onConnect: async (client) => {
      // Without a listener, a connection that breaks while in use would take the process with it.
      client.on("error", () => undefined);
      await client.query(SESSION_FORMAT + limits);
    },
  });
  pool.on("error", (error) => {
    options.log?.warn({ err: queryError("idle connection", error) }, "an idle connection to PostgreSQL broke");
  });
  return pool;
}

/** How one run of a transaction ended; `failure` is what PostgreSQL said, whatever `work` made of it. */
type Outcome<Result> = { readonly result: Result } | { readonly error: unknown; readonly failure: unknown };

const READS_ONLY = "repeatable read read only";

type Kind = "read committed read write" | typeof READS_ONLY;

async function attemptTransaction<Result>(
  session: Session,
  kind: Kind,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Outcome<Result>> {
  const begun = session.control(`begin isolation level ${kind}`);
  const tx = new SessionTransaction(session, begun);
  try {
    if (!session.isPipelined) await begun;
    const result = await work(tx);
    await tx.end();
    await begun;
    await (tx.committed ?? session.commit());
    if (kind !== READS_ONLY) noteCommit();
    return { result };
  } catch (workError) {
    await tx.end();
    const thrown = await unlessUnknown(tx, workError);
    const isUnknown = thrown instanceof OutcomeUnknown;
    if (isUnknown && kind !== READS_ONLY) noteCommit();
    // Nothing can have come of a commit of reads.
    const error = isUnknown && kind === READS_ONLY ? queryError("snapshot", thrown.cause) : thrown;
    if (!tx.committed) await session.rollback();
    return { error, failure: isUnknown ? error : (tx.failure ?? error) };
  } finally {
    session.release();
  }
}

/** Where the commit was sent along with a statement and its answer was lost, that counts and not what became of the statement. */
async function unlessUnknown(tx: SessionTransaction, error: unknown): Promise<unknown> {
  try {
    await tx.committed;
    return error;
  } catch (commitError) {
    return commitError instanceof OutcomeUnknown ? commitError : error;
  }
}

/** Lets running work finish, then ends the connections and waits until the server has closed them. */
async function closePool(pool: Pool, underWay: Set<Promise<void>>, connected: Set<PoolClient>): Promise<void> {
  const finished = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  await within(CLOSE_TIMEOUT_MS, finished());
  const ended = pool.end();
  const gone = async (): Promise<void> => {
    while (connected.size > 0) await new Promise((resolve) => pool.once("remove", resolve));
  };
  await within(1_000, gone());
  // The remaining connections hang: a server that does not answer, or work that never gave its connection back.
  for (const client of connected) client.connection.stream.destroy();
  await within(1_000, ended);
}

/** Waits for `work`, at most `ms` milliseconds. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, delay(ms, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
