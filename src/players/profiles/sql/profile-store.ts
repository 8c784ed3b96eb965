/** Player profiles on PostgreSQL. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { IS_ONLINE } from "../../directory/index.ts";
import type { StoredAccount } from "../../platform/index.ts";
import type { LeaderboardKind, LeaderboardRow, NamePosition, NameRow, ProfileStore, StoredProfile } from "../store.ts";
import { listBans } from "./bans.ts";
import { findPluginData } from "./plugin-data.ts";

/** Columns of a simple profile, of players `p` and their accounts `a`. */
const SIMPLE_COLUMNS = `p.id::text as id, p.character_name, p.platform_name, coalesce(a.avatar_url, '') as avatar_url,
  p.level, ${IS_ONLINE} as is_online`;

interface SimpleRow {
  readonly id: string;
  readonly character_name: string;
  readonly platform_name: string;
  readonly avatar_url: string;
  readonly level: number;
  readonly is_online: boolean;
}

interface ProfileRow extends SimpleRow {
  readonly platform_id: string | null;
  readonly created_at: Instant;
  readonly tribe_id: number | null;
  readonly tribe_name: string;
  readonly tribe_owner: string;
  readonly tribe_members: number;
  readonly summary_name: string | null;
  readonly profile_url: string | null;
  readonly bans_at: Instant | null;
  readonly community_banned: boolean;
  readonly anti_cheat_banned: boolean;
  readonly anti_cheat_bans: number;
  readonly days_since_last_ban: number;
  readonly game_bans: number;
}

export function profileStore(db: Database): ProfileStore {
  return {
    findProfile: (id) => findProfile(db, id),
    listNames: (id, limit, after) => listNames(db, id, limit, after),
    listBans: (id, limit, before) => listBans(db, id, limit, before),
    findPluginData: (id) => findPluginData(db, id),
    findAccount: (id) => findAccount(db, id),
    leaderboard: (kind, limit, since, now) => leaderboard(db, kind, limit, since, now),
  };
}

/** One profile with its tribe and account, in one round trip. */
async function findProfile(db: Queryable, id: bigint): Promise<StoredProfile | undefined> {
  const [row] = await db.query<ProfileRow>({
    name: "players.findProfile",
    text: `select ${SIMPLE_COLUMNS}, p.platform_id, p.created_at, t.id as tribe_id, t.name as tribe_name,
        t.owner_id::text as tribe_owner,
        (select count(*) from players.tribe_members m where m.tribe_id = t.id) as tribe_members,
        a.summary_name, a.profile_url, a.bans_at, a.community_banned, a.anti_cheat_banned, a.anti_cheat_bans,
        a.days_since_last_ban, a.game_bans
      from players.players p
      left join players.accounts a on a.platform_id = p.platform_id
      left join players.tribes t on t.id = p.tribe_id and t.is_present and p.is_present
      where p.id = $1`,
    values: [String(id)],
  });
  return row && profileOf(row);
}

/** The names that a player has had, from the newest one or from behind one. */
async function listNames(
  db: Queryable,
  id: bigint,
  limit: number,
  after: NamePosition | undefined,
): Promise<NameRow[] | undefined> {
  const rows = await db.query<{ kind: NameRow["kind"] | null; name: string; since: Instant; until: Instant | null }>({
    name: "players.listNames",
    text: `select n.kind, n.name, n.since, n.until
      from players.players p left join players.names n on n.player_id = p.id
        and not exists (select from players.opt_outs o where o.player_id = p.id)
        and ($3::timestamptz is null or n.since < $3 or n.since = $3 and n.kind > $4)
      where p.id = $1 order by n.since desc, n.kind limit $2`,
    values: [String(id), limit, after ? timestamp(after.since) : null, after?.kind ?? null],
  });
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ kind, name, since, until }) => (kind === null ? [] : [{ kind, name, since, until }]));
}

/** Whose sessions are a player's. */
async function findAccount(db: Queryable, id: bigint): Promise<{ platformId: string; optedOut: boolean } | undefined> {
  const [row] = await db.query<{ platform_id: string | null; opted_out: boolean }>({
    name: "players.findAccount",
    text: `select platform_id, exists (select from players.opt_outs o where o.player_id = p.id) as opted_out
      from players.players p where id = $1`,
    values: [String(id)],
  });
  return row && { platformId: row.platform_id ?? "", optedOut: row.opted_out };
}

async function leaderboard(
  db: Queryable,
  kind: LeaderboardKind,
  limit: number,
  since: Instant,
  now: Instant,
): Promise<LeaderboardRow[]> {
  const rows = kind === "level" ? await highestLevels(db, limit) : await longestPlaytimes(db, limit, since, now);
  return rows.map((row) => ({ value: row.value, player: simpleOf(row) }));
}

type RankedRow = SimpleRow & { readonly value: number };

/** The highest levels. */
function highestLevels(db: Queryable, limit: number): Promise<RankedRow[]> {
  return db.query<RankedRow>({
    name: "players.highestLevels",
    text: `select ${SIMPLE_COLUMNS}, p.level as value
      from players.players p left join players.accounts a on a.platform_id = p.platform_id
      where p.is_present order by p.level desc, p.id limit $1`,
    values: [limit],
  });
}

/** The longest playtimes, of sessions that began at `since` or later; players without history are left out. */
function longestPlaytimes(db: Queryable, limit: number, since: Instant, now: Instant): Promise<RankedRow[]> {
  return db.query<RankedRow>({
    name: "players.longestPlaytimes",
    text: `with played as (
        select platform_id, sum(extract(epoch from coalesce(ended_at, $3::timestamptz) - started_at)) as seconds
        from players.sessions where started_at >= $2 group by platform_id
      )
      select ${SIMPLE_COLUMNS}, floor(greatest(s.seconds, 0))::bigint as value
      from played s
      join lateral (
        select q.id, q.platform_id, q.character_name, q.platform_name, q.level
        from players.players q where q.platform_id = s.platform_id
        order by q.is_present desc, q.saved_at desc, q.id limit 1) p on true
      left join players.accounts a on a.platform_id = p.platform_id
      where not exists (select from players.opt_outs o where o.player_id = p.id)
      order by s.seconds desc, p.id limit $1`,
    values: [limit, timestamp(since), timestamp(now)],
  });
}

function simpleOf(row: SimpleRow) {
  return {
    id: BigInt(row.id),
    characterName: row.character_name,
    platformName: row.platform_name,
    avatarUrl: row.avatar_url,
    level: row.level,
    isOnline: row.is_online,
  };
}

function profileOf(row: ProfileRow): StoredProfile {
  return {
    ...simpleOf(row),
    platformId: row.platform_id ?? "",
    created: row.created_at,
    tribe:
      row.tribe_id === null
        ? undefined
        : { id: row.tribe_id, name: row.tribe_name, ownerId: BigInt(row.tribe_owner), members: row.tribe_members },
    account: row.platform_id === null ? undefined : accountOf(row, row.platform_id),
  };
}

function accountOf(row: ProfileRow, platformId: string): StoredAccount {
  const summary =
    row.summary_name === null
      ? null
      : { name: row.summary_name, avatarUrl: row.avatar_url, profileUrl: row.profile_url ?? "" };
  const bans =
    row.bans_at === null
      ? null
      : {
          communityBanned: row.community_banned,
          antiCheatBanned: row.anti_cheat_banned,
          numberOfAntiCheatBans: row.anti_cheat_bans,
          daysSinceLastBan: row.days_since_last_ban,
          numberOfGameBans: row.game_bans,
        };
  return { platformId, summary, bans, bansAt: row.bans_at };
}
