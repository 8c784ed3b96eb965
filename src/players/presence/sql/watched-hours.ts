/** In which minutes it was known who is on a server. Without it, an hour without players looks like one without a watch. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { WatchedHour } from "../history-store.ts";

/**
 * Notes that a source of a server answered. The source of its online players is RCON; where that is not set up, the
 * query of `ase`, which names players. A source reports once a minute, sometimes a little later, so the minute before
 * counts too.
 */
export async function noteWatched(db: Queryable, server: string, source: "rcon" | "query", at: Instant): Promise<void> {
  await db.execute({
    name: "players.noteWatched",
    text: `insert into players.watched_hours as known (server, hour, minutes)
      select s.key, date_trunc('hour', $3::timestamptz, 'UTC'),
        (3::bigint << extract(minute from $3::timestamptz)::integer) >> 1
      from players.servers s
      where s.key = $1 and ($2 = 'rcon' or (s.game = 'ase' and not s.sources ? 'rcon'))
      on conflict (server, hour) do update set minutes = known.minutes | excluded.minutes
        where known.minutes | excluded.minutes <> known.minutes`,
    values: [server, source, timestamp(at)],
  });
}

/** The hours of some time in which a server was watched, each with how many minutes, and the first one that is known. */
export async function listWatchedHours(
  db: Queryable,
  from: Instant,
  until: Instant,
  server: string | undefined,
): Promise<WatchedHour[]> {
  return db.query<WatchedHour>({
    name: "players.listWatchedHours",
    text: `select w.server, w.hour as at, length(replace(w.minutes::bit(64)::text, '0', '')) as minutes,
        (select min(hour) from players.watched_hours f where f.server = w.server) as "knownSince"
      from players.watched_hours w
      where w.hour >= $1 and w.hour < $2 and ($3::text is null or w.server = $3)
      order by w.server, w.hour`,
    values: [timestamp(from), timestamp(until), server ?? null],
  });
}

/** Removes what goes with sessions that are not kept any longer: hours without either are not known. */
export async function deleteWatchedBefore(db: Queryable, at: Instant): Promise<number> {
  return db.execute({
    name: "players.deleteWatchedBefore",
    text: "delete from players.watched_hours where hour < $1",
    values: [timestamp(at)],
  });
}
