/** Tribe profiles on PostgreSQL. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { IS_ONLINE } from "../../directory/index.ts";
import type { MemberRow, MembershipPosition, MembershipRow, StoredTribe, TribeLogRow, TribeStore } from "../store.ts";

/** No game lets a tribe be larger. */
const MAX_MEMBERS = 10_000;

export function tribeStore(db: Database): TribeStore {
  return {
    findTribe: (id) => findTribe(db, id),
    listLog: (id, limit, before) => listLog(db, id, limit, before),
    listMembers: (id, limit, after) => listMembers(db, id, limit, after),
    largest: (limit) => largest(db, limit),
  };
}

interface MemberRowOfSql {
  readonly id: string;
  readonly character_name: string | null;
  readonly platform_name: string | null;
  readonly avatar_url: string;
  readonly level: number | null;
  readonly is_online: boolean;
  readonly has_profile: boolean;
  readonly listed_name: string | null;
  readonly is_admin: boolean | null;
  readonly rank_group: number | null;
  readonly since: Instant | null;
}

interface TribeRow extends MemberRowOfSql {
  readonly tribe_name: string;
  readonly created_at: Instant;
  readonly owner_id: string;
  /** Null in the row of a tribe without members. */
  readonly id: string;
  readonly is_member: boolean;
}

/**
 * A tribe with all its members and its owner, each a row: one statement, so that it is one state of the database. An
 * owner who is not a member appears only as the owner, and comes first, so that no member is left out for it.
 */
async function readTribe(db: Queryable, id: number): Promise<TribeRow[]> {
  return db.query<TribeRow>({
    name: "players.readTribe",
    text: `with people as (
        select m.player_id, m.has_profile, m.listed_name, true as is_member
        from players.tribe_members m where m.tribe_id = $1
        union all
        select o.id, true, null, false from players.tribes t join players.players o on o.id = t.owner_id and o.is_present
        where t.id = $1 and not exists (
          select from players.tribe_members m where m.tribe_id = $1 and m.player_id = t.owner_id)
      )
      select t.name as tribe_name, t.created_at, t.owner_id::text as owner_id,
        m.player_id::text as id, m.has_profile, m.listed_name, m.is_member,
        p.character_name, p.platform_name, coalesce(a.avatar_url, '') as avatar_url, p.level,
        ${IS_ONLINE} as is_online,
        l.is_admin, l.rank_group, s.since
      from players.tribes t
      left join people m on true
      left join players.players p on p.id = m.player_id and m.has_profile
      left join players.accounts a on a.platform_id = p.platform_id
      left join players.tribe_listings l on l.tribe_id = t.id and l.player_id = m.player_id
      left join players.memberships s on s.player_id = p.id and s.tribe_id = t.id and s.until is null
        and not exists (select from players.opt_outs o where o.player_id = p.id)
      where t.id = $1 and t.is_present
      order by m.is_member, l.place nulls last, m.player_id limit ${MAX_MEMBERS + 1}`,
    values: [id],
  });
}

async function findTribe(db: Queryable, id: number): Promise<StoredTribe | undefined> {
  const rows = await readTribe(db, id);
  const [first] = rows;
  if (!first) return undefined;
  const owner = rows.find((row) => row.id === first.owner_id && row.has_profile);
  return {
    id,
    name: first.tribe_name,
    created: first.created_at,
    owner: owner && simpleOf(owner),
    members: rows.filter((row) => row.id !== null && row.is_member).map(simpleOf),
  };
}

/** The members of the tribe, with ranks, and the former ones with their times. */
async function listMembers(
  db: Queryable,
  id: number,
  limit: number,
  after: MembershipPosition | undefined,
): Promise<{ readonly members: MemberRow[]; readonly history: MembershipRow[] } | undefined> {
  const rows = await readTribe(db, id);
  const [first] = rows;
  if (!first) return undefined;
  const members = rows
    .filter((row) => row.id !== null && row.is_member)
    .map((row) => ({
      player: simpleOf(row),
      isOwner: row.id === first.owner_id,
      isAdmin: row.is_admin ?? false,
      rankGroup: row.rank_group,
      since: row.since,
    }));
  return { members, history: await listHistory(db, id, limit, after) };
}

/** Joins and leaves of a tribe, from the latest one or from behind one. */
async function listHistory(
  db: Queryable,
  id: number,
  limit: number,
  after: MembershipPosition | undefined,
): Promise<MembershipRow[]> {
  const rows = await db.query<{ player_id: string; character_name: string; since: Instant; until: Instant | null }>({
    name: "players.listMemberships",
    text: `select s.player_id::text as player_id, p.character_name, s.since, s.until
      from players.memberships s join players.players p on p.id = s.player_id
      where s.tribe_id = $1 and not exists (select from players.opt_outs o where o.player_id = p.id)
        and ($3::timestamptz is null or s.since < $3 or s.since = $3 and s.player_id > $4)
      order by s.since desc, s.player_id limit $2`,
    values: [id, limit, after ? timestamp(after.since) : null, after ? String(after.playerId) : null],
  });
  return rows.map((row) => ({
    playerId: BigInt(row.player_id),
    characterName: row.character_name,
    since: row.since,
    until: row.until,
  }));
}

/** The log of a tribe, from its newest line or from before one. */
async function listLog(
  db: Queryable,
  id: number,
  limit: number,
  before: number | undefined,
): Promise<TribeLogRow[] | undefined> {
  const rows = await db.query<{
    number: number | null;
    day: number;
    second: number;
    text: string;
    event: string | null;
    seen_at: Instant;
  }>({
    name: "players.listTribeLog",
    text: `select l.number, l.day, l.second, l.text, l.event, l.seen_at
      from players.tribes t left join players.tribe_log l on l.tribe_id = t.id
        and ($2::integer is null or l.number < $2)
      where t.id = $1 and t.is_present order by l.number desc limit $3`,
    values: [id, before ?? null, limit],
  });
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ number, day, second, text, event, seen_at }) =>
    number === null ? [] : [{ number, day, second, text, event, seenAt: seen_at }],
  );
}

/** The tribes with the most members. */
async function largest(
  db: Queryable,
  limit: number,
): Promise<{ id: number; name: string; ownerId: bigint; members: number }[]> {
  const rows = await db.query<{ id: number; name: string; owner_id: string; members: number }>({
    name: "players.largestTribes",
    text: `select t.id, t.name, t.owner_id::text as owner_id, c.members
      from (select tribe_id, count(*) as members from players.tribe_members group by tribe_id) c
      join players.tribes t on t.id = c.tribe_id and t.is_present
      order by c.members desc, t.id limit $1`,
    values: [limit],
  });
  return rows.map((row) => ({ id: row.id, name: row.name, ownerId: BigInt(row.owner_id), members: row.members }));
}

/** A player whose save is not known anywhere is shown with the data of the tribe's list. */
function simpleOf(row: MemberRowOfSql) {
  return {
    id: BigInt(row.id),
    characterName: row.character_name ?? row.listed_name ?? "",
    platformName: row.platform_name ?? "",
    avatarUrl: row.avatar_url,
    level: row.level ?? 1,
    isOnline: row.is_online ?? false,
  };
}
