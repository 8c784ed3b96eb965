/** Sessions as they are stored: open ones, those of some accounts over time, and those that are too old to keep. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { OpenSession } from "../core/presence-types.ts";
import type { SessionRow } from "../core/settle.ts";

export interface StoredSession {
  readonly platform_id: string;
  readonly server: string;
  readonly name: string;
  readonly started_at: Instant;
  readonly last_seen: Instant;
  readonly ended_at: Instant | null;
}

export function sessionOfRow(row: StoredSession): SessionRow {
  return {
    platformId: row.platform_id,
    server: row.server,
    name: row.name,
    startedAt: row.started_at,
    lastSeen: row.last_seen,
    endedAt: row.ended_at,
  };
}

/** The players on a server, for the process that takes it over. */
export async function listOpenSessions(db: Queryable, server: string): Promise<OpenSession[]> {
  const rows = await db.query<StoredSession>({
    name: "players.listOpenSessions",
    text: `select platform_id, server, name, started_at, last_seen, ended_at
      from players.sessions where server = $1 and ended_at is null`,
    values: [server],
  });
  return rows.map((row) => {
    const { endedAt: _open, ...session } = sessionOfRow(row);
    return session;
  });
}

/** Which of some accounts are not on a server: the answer to a batch that was applied before. */
export async function listAbsent(db: Queryable, server: string, platformIds: readonly string[]): Promise<string[]> {
  if (platformIds.length === 0) return [];
  const rows = await db.query<{ platform_id: string }>({
    name: "players.listAbsent",
    text: `select wanted.platform_id from unnest($2::text[]) as wanted (platform_id)
      where not exists (
        select from players.sessions s
        where s.platform_id = wanted.platform_id and s.ended_at is null and s.server = $1
      )
      order by wanted.platform_id collate "C"`,
    values: [server, platformIds],
  });
  return rows.map(({ platform_id }) => platform_id);
}

/** Servers with players, whether or not a process still polls them. */
export async function listServersWithOpenSessions(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ server: string }>({
    name: "players.listServersWithOpenSessions",
    text: "select distinct server from players.sessions where ended_at is null order by server",
  });
  return rows.map(({ server }) => server);
}

/**
 * The latest sessions of each account that reach past `since` and began before `before`. Those of one account do not
 * overlap, so that of the ones that began before `since` only the last can.
 */
export async function listSessions(
  db: Queryable,
  platformIds: readonly string[],
  since: Instant,
  limit: number,
  before?: Instant,
): Promise<SessionRow[]> {
  if (platformIds.length === 0) return [];
  const rows = await db.query<StoredSession>({
    name: "players.listSessions",
    text: `select s.platform_id, s.server, s.name, s.started_at, s.last_seen, s.ended_at
      from unnest($1::text[]) with ordinality as wanted (platform_id, place)
      cross join lateral (
        select platform_id, server, name, started_at, last_seen, ended_at from players.sessions
        where platform_id = wanted.platform_id and (ended_at is null or ended_at >= $2)
          and started_at >= coalesce(
            (select max(started_at) from players.sessions
              where platform_id = wanted.platform_id and started_at < $2),
            '-infinity')
          and ($4::timestamptz is null or started_at < $4)
        order by started_at desc limit $3
      ) as s
      order by wanted.place, s.started_at desc`,
    values: [platformIds, timestamp(since), limit, before === undefined ? null : timestamp(before)],
  });
  return rows.map(sessionOfRow);
}

/** A batch is a short transaction, so that others do not wait for a long one. */
const DELETE_BATCH = 5_000;

/** Removes sessions that are older than they are to be kept, some at a time, and answers how many. */
export async function deleteSessionsBefore(db: Database, at: Instant): Promise<number> {
  for (let removed = 0; ;) {
    const batch = await db.execute({
      name: "players.deleteSessionsBefore",
      text: `delete from players.sessions where (platform_id, started_at) in (
        select platform_id, started_at from players.sessions where ended_at < $1 order by ended_at limit ${DELETE_BATCH}
      )`,
      values: [timestamp(at)],
    });
    removed += batch;
    if (batch < DELETE_BATCH) return removed;
  }
}
