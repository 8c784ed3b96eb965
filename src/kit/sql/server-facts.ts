/** A PostgreSQL server's facts about itself, for `tripod check`. */
import type { Queryable } from "./database.ts";
import type { Clock } from "../time/clock.ts";
import { toMillis, type Instant } from "../time/instant.ts";
import { connectOnce, type Connection } from "./connection.ts";

export interface ServerFacts {
  /** Such as `PostgreSQL 18.4`. */
  readonly version: string;
  /** How far its clock is ahead of ours, in milliseconds. */
  readonly clockAheadMs: number;
}

/** Asks it, over a connection of its own. */
export async function serverFacts(connection: Connection, clock: Clock): Promise<ServerFacts> {
  const client = await connectOnce(connection, "tripod check");
  try {
    const before = clock.now();
    const { rows } = await client.query<{ at: Instant; version: string }>(
      "select clock_timestamp() as at, version() as version",
    );
    const [row] = rows;
    if (!row) throw new Error("a select without a filter answers a row");
    const middle = ((before + clock.now()) / 2) as Instant;
    return {
      version: row.version.split(" on ", 1)[0] ?? row.version,
      clockAheadMs: toMillis((row.at - middle) as Instant),
    };
  } finally {
    await client.end();
  }
}

/**
 * How many other connections there are to this database of the same account, or by the name of ours: our other processes, or an
 * operator's client. Each process may have an account of its own.
 */
export async function countOtherConnections(connection: Connection): Promise<number> {
  const client = await connectOnce(connection, "tripod keys");
  try {
    const { rows } = await client.query<{ connections: number }>(
      `select count(*) as connections from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and (usename = current_user or application_name like 'tripod%')`,
    );
    return rows[0]?.connections ?? 0;
  } finally {
    await client.end();
  }
}

/** Whether the database answers: the question of readiness. */
export async function answers(db: Queryable): Promise<boolean> {
  try {
    await db.query({ name: "kit.answers", text: "select 1 as one" });
    return true;
  } catch {
    return false;
  }
}
