/** Sessions as a history of servers: players per hour, who came and went, and how long an account has played. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { HistoryStore, OnlineHour, Passage, PassagePosition, PlayedOnServer } from "../history-store.ts";
import { listWatchedHours } from "./watched-hours.ts";

export function historyStore(db: Queryable): HistoryStore {
  return {
    isServerKnown: (server) => isServerKnown(db, server),
    async listHours(from, until, server) {
      const online = await listOnlineHours(db, from, until, server);
      return { online, watched: await listWatchedHours(db, from, until, server) };
    },
    listPassages: (since, limit, server, after) => listPassages(db, since, limit, server, after),
    listPlayed: (platformId, span) => listPlayed(db, platformId, span),
  };
}

/** Whether a server has, or had, a place in the cluster: its row stays when it leaves. */
async function isServerKnown(db: Queryable, server: string): Promise<boolean> {
  const rows = await db.query({
    name: "players.isServerKnown",
    text: "select key from players.servers where key = $1",
    values: [server],
  });
  return rows.length > 0;
}

/**
 * For each server and hour, how many accounts were on it, and for how many seconds together. A session that lasts counts
 * until its account was last seen. Planned each time: of a few hours it reads little, of a month much.
 */
async function listOnlineHours(
  db: Queryable,
  from: Instant,
  until: Instant,
  server: string | undefined,
): Promise<OnlineHour[]> {
  return db.query<OnlineHour>({
    name: "players.listOnlineHours",
    text: `select b.server, b.hour as at, count(*)::integer as players, sum(b.seconds) as seconds
      from (
        select s.server, bucket.hour, s.platform_id,
          sum(date_part('epoch', least(s.until, bucket.hour + interval '1 hour') - greatest(s.started_at, bucket.hour)))
            as seconds
        from (
          select platform_id, server, started_at, least(coalesce(ended_at, last_seen), $2::timestamptz) as until
          from players.sessions
          where started_at < $2 and (ended_at is null or ended_at > $1) and ($3::text is null or server = $3)
        ) as s
        cross join lateral generate_series(
          date_trunc('hour', greatest(s.started_at, $1::timestamptz), 'UTC'),
          greatest(s.started_at, s.until - interval '1 microsecond'), interval '1 hour') as bucket (hour)
        group by s.server, bucket.hour, s.platform_id
      ) as b
      group by b.server, b.hour order by b.server, b.hour`,
    values: [timestamp(from), timestamp(until), server ?? null],
    isPlannedEachTime: true,
  });
}

interface Row {
  readonly at: Instant;
  readonly platform_id: string;
  readonly name: string;
  readonly server: string;
  readonly from_server: string | null;
  readonly is_join: boolean;
  readonly started_at: Instant;
  readonly is_end: boolean;
  readonly player_id: string | null;
  readonly character_name: string | null;
}

/** Read once, before the sessions: they are few, and sessions are many. */
const OPTED_OUT = `array(
  select p.platform_id from players.opt_outs o join players.players p on p.id = o.player_id
  where p.platform_id is not null)`;

/** Of joins and of leaves, those behind the position of $4 to $7, if there is one. */
const JOINED_BEHIND = `($4::timestamptz is null or s.started_at <= $4 and (s.started_at < $4 or s.platform_id > $5
  or s.platform_id = $5 and (s.started_at < $6::timestamptz or s.started_at = $6 and $7::boolean)))`;
const LEFT_BEHIND = `($4::timestamptz is null or s.ended_at <= $4 and (s.ended_at < $4 or s.platform_id > $5
  or s.platform_id = $5 and s.started_at < $6::timestamptz))`;

/**
 * Joins and leaves, newest first. Of one account at one moment, those of the later session come first, and the end of a
 * session before its start. A session that begins at the very moment when another one of the account ended is a move. It
 * is listed once, at the server that was joined, unless only the other one is asked for. Nothing of accounts whose players
 * want no history: of those, only the present session is stored.
 */
async function listPassages(
  db: Queryable,
  since: Instant,
  limit: number,
  server: string | undefined,
  after: PassagePosition | undefined,
): Promise<Passage[]> {
  const rows = await db.query<Row>({
    name: "players.listPassages",
    text: `with joins as (
        select s.started_at as at, s.platform_id, s.name, s.server, true as is_join, before.server as from_server,
          s.started_at, false as is_end
        from players.sessions s
        left join lateral (
          select b.server, b.ended_at from players.sessions b
          where b.platform_id = s.platform_id and b.started_at < s.started_at order by b.started_at desc limit 1
        ) as before on before.ended_at = s.started_at and before.server <> s.server
        where s.started_at >= $1 and ($3::text is null or s.server = $3) and s.platform_id <> all (${OPTED_OUT})
          and ${JOINED_BEHIND}
        order by s.started_at desc, s.platform_id limit $2
      ), leaves as (
        select s.ended_at as at, s.platform_id, s.name, coalesce(next.server, s.server) as server,
          next.server is not null as is_join, case when next.server is not null then s.server end as from_server,
          s.started_at, true as is_end
        from players.sessions s
        left join lateral (
          select n.server from players.sessions n
          where n.platform_id = s.platform_id and n.started_at = s.ended_at and n.server <> s.server limit 1
        ) as next on true
        where s.ended_at >= $1 and ($3::text is null and next.server is null or s.server = $3)
          and s.platform_id <> all (${OPTED_OUT}) and ${LEFT_BEHIND}
        order by s.ended_at desc, s.platform_id, s.started_at desc limit $2
      )
      select e.at, e.platform_id, coalesce(nullif(chosen.platform_name, ''), e.name) as name, e.server, e.from_server,
        e.is_join, e.started_at, e.is_end, chosen.id::text as player_id, chosen.character_name
      from (select at, platform_id, name, server, is_join, from_server, started_at, is_end from joins
        union all select at, platform_id, name, server, is_join, from_server, started_at, is_end from leaves) as e
      left join lateral (
        select q.id, q.character_name, q.platform_name from players.players q where q.platform_id = e.platform_id
        order by q.is_present desc, q.server = e.server desc, q.saved_at desc, q.id limit 1
      ) as chosen on true
      order by e.at desc, e.platform_id, e.started_at desc, e.is_end desc limit $2`,
    values: [
      timestamp(since),
      limit,
      server ?? null,
      after ? timestamp(after.at) : null,
      after?.platformId ?? null,
      after ? timestamp(after.startedAt) : null,
      after?.isEnd ?? null,
    ],
    isPlannedEachTime: true,
  });
  return rows.map((row) => ({
    kind: !row.is_join ? "left" : row.from_server === null ? "joined" : "moved",
    at: row.at,
    platformId: row.platform_id,
    name: row.name,
    server: row.server,
    from: row.from_server,
    startedAt: row.started_at,
    isEnd: row.is_end,
    player: row.player_id === null ? undefined : { id: BigInt(row.player_id), characterName: row.character_name ?? "" },
  }));
}

/**
 * The sums over all sessions of an account, by server. Sessions of one account do not overlap, so no time counts twice.
 * Summed here: a player of many years has more sessions than a request should read.
 */
async function listPlayed(
  db: Queryable,
  platformId: string,
  { recentSince, now }: Parameters<HistoryStore["listPlayed"]>[1],
): Promise<PlayedOnServer[]> {
  const rows = await db.query<{ server: string; micros: number; recent_micros: number; sessions: number }>({
    name: "players.listPlayed",
    text: `select server, count(*)::integer as sessions,
        (1000000 * sum(extract(epoch from until - started_at)))::bigint as micros,
        (1000000 * sum(extract(epoch from greatest(until, $2::timestamptz) - greatest(started_at, $2))))::bigint
          as recent_micros
      from (
        select server, started_at, least(ended_at, $3::timestamptz) as until
        from players.sessions where platform_id = $1
      ) as s
      where until > started_at group by server`,
    values: [platformId, timestamp(recentSince), timestamp(now)],
  });
  return rows.map(({ recent_micros: recentMicros, ...row }) => ({ ...row, recentMicros }));
}
