/** Sessions as one batch finds and leaves them. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { SessionRow } from "../core/settle.ts";
import type { PresenceBatch } from "../store.ts";
import { sessionOfRow, type StoredSession } from "./read-sessions.ts";

/**
 * Notes that a batch is applied; answers false when that was noted before. Batches of one server stand in line here, so
 * that one that is repeated while its first run is still committing waits for it.
 */
export async function noteBatch(tx: Transaction, { server, fence, number }: PresenceBatch): Promise<boolean> {
  const noted = await tx.execute({
    name: "players.noteBatch",
    text: `insert into players.presence_batches as known (server, fence, number) values ($1, $2, $3)
      on conflict (server) do update set fence = excluded.fence, number = excluded.number
      where (known.fence, known.number) < (excluded.fence, excluded.number)`,
    values: [server, fence, number],
  });
  return noted === 1;
}

/** The last session of each account, by start: what `settle` decides by. The accounts must be locked. */
export async function lastSessions(tx: Transaction, platformIds: readonly string[]): Promise<Map<string, SessionRow>> {
  if (platformIds.length === 0) return new Map();
  const rows = await tx.query<StoredSession>({
    name: "players.lastSessions",
    text: `select s.platform_id, s.server, s.name, s.started_at, s.last_seen, s.ended_at
      from unnest($1::text[]) as wanted (platform_id)
      cross join lateral (
        select platform_id, server, name, started_at, last_seen, ended_at from players.sessions
        where platform_id = wanted.platform_id order by started_at desc limit 1
      ) as s`,
    values: [platformIds],
  });
  return new Map(rows.map((row) => [row.platform_id, sessionOfRow(row)]));
}

/** Writes when sessions were last seen and when they ended: all players on a server with every poll. */
export async function updateSessions(tx: Transaction, rows: readonly SessionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute({
    name: "players.updateSessions",
    text: `update players.sessions as s set last_seen = v.last_seen, ended_at = v.ended_at
      from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[])
        as v (platform_id, started_at, last_seen, ended_at)
      where s.platform_id = v.platform_id and s.started_at = v.started_at`,
    values: [
      rows.map(({ platformId }) => platformId),
      rows.map(({ startedAt }) => timestamp(startedAt)),
      rows.map(({ lastSeen }) => timestamp(lastSeen)),
      rows.map(({ endedAt }) => (endedAt === null ? null : timestamp(endedAt))),
    ],
  });
}

/** Adds sessions that began. */
export async function insertSessions(tx: Transaction, rows: readonly SessionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute({
    name: "players.insertSessions",
    text: `insert into players.sessions (platform_id, server, name, started_at, last_seen, ended_at)
      select v.platform_id, v.server, v.name, v.started_at, v.last_seen, v.ended_at
      from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[])
        as v (platform_id, server, name, started_at, last_seen, ended_at)`,
    values: [
      rows.map(({ platformId }) => platformId),
      rows.map(({ server }) => server),
      rows.map(({ name }) => name),
      rows.map(({ startedAt }) => timestamp(startedAt)),
      rows.map(({ lastSeen }) => timestamp(lastSeen)),
      rows.map(({ endedAt }) => (endedAt === null ? null : timestamp(endedAt))),
    ],
  });
}

/** Removes sessions that ended of people who want no history to be kept. */
export async function deleteSessions(tx: Transaction, rows: readonly SessionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute({
    name: "players.deleteSessions",
    text: `delete from players.sessions as s using unnest($1::text[], $2::timestamptz[]) as v (platform_id, started_at)
      where s.platform_id = v.platform_id and s.started_at = v.started_at`,
    values: [rows.map(({ platformId }) => platformId), rows.map(({ startedAt }) => timestamp(startedAt))],
  });
}
