/** Whether a connection is a session of PostgreSQL, or a pooler between hands out another session for each transaction. */
import { randomBytes } from "node:crypto";
import { DatabaseError } from "pg";
import { UserError } from "../errors/user-error.ts";
import type { Connection, DirectClient } from "./connection.ts";
import { queryError } from "./query-error.ts";
import { connectNamed } from "./server-away.ts";

/** What a connection keeps from one transaction to the next. */
export interface KeptByConnection {
  /** Locks and settings of its session. */
  readonly isSession: boolean;
  readonly preparedStatements: boolean;
}

/** A pooler with several connections at hand may give out the right one by chance. */
const ROUNDS = 5;

/** "prepared statement already exists", "does not exist": each of two clients has met the other's session. */
const MIXED_UP: ReadonlySet<string> = new Set(["42P05", "26000"]);

/**
 * Sees it by two connections that take turns: over a pooler both meet the same process of PostgreSQL.
 *
 * @param setting names the connection in the settings
 * @throws UserError where the server does not answer
 */
export async function tryConnection(
  connection: Connection,
  setting = "TRIPOD_DATABASE_URL",
): Promise<KeptByConnection> {
  const one = await connectNamed(connection, setting);
  try {
    const { rows } = await one.query<{ pid: number }>("select pg_backend_pid() as pid");
    // A pooler makes up the number that it gives its clients.
    if ((one as { processID?: number | null }).processID === rows[0]?.pid) {
      return { isSession: true, preparedStatements: true };
    }
    const other = await connectNamed(connection, setting);
    try {
      return await takeTurns(one, other);
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
}

/**
 * For what needs a session of its own: the queue of jobs, backups and restores.
 *
 * @param setting names the connection in the settings
 * @throws UserError over a pooler that hands out sessions by transaction
 */
export async function requireSession(
  connection: Connection,
  setting: "TRIPOD_DATABASE_URL" | "TRIPOD_DIRECT_DATABASE_URL",
): Promise<void> {
  if ((await tryConnection(connection, setting)).isSession) return;
  throw new UserError(
    `${setting} leads to a pooler that hands out connections per transaction, and jobs, backups and restores need ` +
      "connections of their own. Name PostgreSQL itself in TRIPOD_DIRECT_DATABASE_URL.",
  );
}

/** @throws UserError over a pooler that mixes up the prepared statements of its clients */
export async function requirePreparedStatements(connection: Connection): Promise<void> {
  if ((await tryConnection(connection)).preparedStatements) return;
  throw new UserError(
    "TRIPOD_DATABASE_URL leads to a pooler that does not keep prepared statements. Set TRIPOD_PREPARED_STATEMENTS=off.",
  );
}

async function takeTurns(one: DirectClient, other: DirectClient): Promise<KeptByConnection> {
  const name = `tripod_try_${randomBytes(4).toString("hex")}`;
  const pidOf = async (client: DirectClient): Promise<number | undefined> => {
    const { rows } = await client.query<{ pid: number }>({ name, text: "select pg_backend_pid() as pid" });
    return rows[0]?.pid;
  };
  try {
    const first = await pidOf(one);
    let isSession = true;
    for (let round = 0; round < ROUNDS; round++) {
      await other.query("begin");
      const theirs = await pidOf(other);
      // Meanwhile the other one holds what it was given.
      const ours = await pidOf(one);
      await other.query("commit");
      isSession &&= ours === first && theirs !== first;
    }
    return { isSession, preparedStatements: true };
  } catch (error) {
    if (!(error instanceof DatabaseError && MIXED_UP.has(error.code ?? "")))
      throw queryError("kit.tryConnection", error);
    return { isSession: false, preparedStatements: false };
  }
}
