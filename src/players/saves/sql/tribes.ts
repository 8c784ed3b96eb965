/** Tribes and their listed members, before and after a batch of saves. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Listing, TribePlan, TribeRow } from "../core/apply/plan-tribes.ts";

const COLUMNS = `id, name, owner_id, created_at, saved_at, server, map_name, dino_count, alliances, is_present`;

const RECORD = `json_to_recordset($1::json) as v (id integer, name text, owner_id bigint, created_at timestamptz,
  saved_at timestamptz, server text, map_name text, dino_count integer, alliances jsonb, is_present boolean)`;

interface StoredRow {
  readonly id: number;
  readonly name: string;
  readonly owner_id: string;
  readonly created_at: Instant;
  readonly saved_at: Instant;
  readonly server: string;
  readonly map_name: string | null;
  readonly dino_count: number | null;
  readonly alliances: string;
  readonly is_present: boolean;
  readonly log_count: number;
}

/** A tribe with the further data that a batch needs. */
export interface LockedTribe {
  readonly row: TribeRow;
  readonly logCount: number;
}

/** Puts in those tribes that are not there. In order, as locks are taken. Answers the ids of those that it put in. */
export async function addTribes(tx: Transaction, tribes: readonly TribeRow[]): Promise<ReadonlySet<number>> {
  if (tribes.length === 0) return new Set();
  const rows = await tx.query<{ id: number }>({
    name: "players.addTribes",
    text: `insert into players.tribes (${COLUMNS}) select ${COLUMNS} from ${RECORD}
      where not exists (select from players.tribes t where t.id = v.id)
      order by v.id on conflict (id) do nothing returning id`,
    values: [JSON.stringify(tribes.map(recordOf))],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Locks tribes in the order of their ids. */
export async function lockTribes(tx: Transaction, ids: readonly number[]): Promise<ReadonlyMap<number, LockedTribe>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<StoredRow>({
    name: "players.lockTribes",
    text: `select id, name, owner_id::text as owner_id, created_at, saved_at, server, map_name, dino_count, alliances,
        is_present, log_count
      from players.tribes where id = any ($1::integer[]) order by id for no key update`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, { row: tribeOf(row), logCount: row.log_count }]));
}

/** Rewrites existing tribes. */
export async function updateTribes(tx: Transaction, tribes: readonly TribeRow[]): Promise<void> {
  if (tribes.length === 0) return;
  await tx.execute({
    name: "players.updateTribes",
    text: `update players.tribes t set name = v.name, owner_id = v.owner_id, created_at = v.created_at,
        saved_at = v.saved_at, server = v.server, map_name = v.map_name, dino_count = v.dino_count,
        alliances = v.alliances, is_present = v.is_present
      from ${RECORD} where t.id = v.id`,
    values: [JSON.stringify(tribes.map(recordOf))],
  });
}

/** The members that some tribes list, in the order of each. */
export async function listListings(
  tx: Transaction,
  tribeIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Listing[]>> {
  if (tribeIds.length === 0) return new Map();
  const rows = await tx.query<{
    tribe_id: number;
    player_id: string;
    name: string;
    is_admin: boolean;
    rank_group: number | null;
  }>({
    name: "players.listListings",
    text: `select tribe_id, player_id::text as player_id, name, is_admin, rank_group
      from players.tribe_listings where tribe_id = any ($1::integer[]) order by tribe_id, place`,
    values: [tribeIds],
  });
  const listings = new Map<number, Listing[]>();
  for (const { tribe_id, player_id, name, is_admin, rank_group } of rows) {
    const listing = { playerId: BigInt(player_id), name, isAdmin: is_admin, rankGroup: rank_group };
    const list = listings.get(tribe_id);
    if (list) list.push(listing);
    else listings.set(tribe_id, [listing]);
  }
  return listings;
}

/** Replaces the members that tribes list. */
export async function replaceListings(tx: Transaction, plans: readonly TribePlan[]): Promise<void> {
  const changed = plans.filter(({ listings }) => listings !== undefined);
  if (changed.length === 0) return;
  await tx.execute({
    name: "players.removeListings",
    text: "delete from players.tribe_listings where tribe_id = any ($1::integer[])",
    values: [changed.map(({ after }) => after.id)],
  });
  const rows = changed.flatMap(({ after, listings = [] }) =>
    listings.map(({ playerId, name, isAdmin, rankGroup }, place) => ({
      tribe_id: after.id,
      player_id: String(playerId),
      name,
      place,
      is_admin: isAdmin,
      rank_group: rankGroup,
    })),
  );
  await tx.execute({
    name: "players.addListings",
    text: `insert into players.tribe_listings (tribe_id, player_id, name, place, is_admin, rank_group)
      select tribe_id, player_id, name, place, is_admin, rank_group from json_to_recordset($1::json)
        as v (tribe_id integer, player_id bigint, name text, place integer, is_admin boolean, rank_group integer)`,
    values: [JSON.stringify(rows)],
  });
}

/** The tribes that list one of some players. */
export async function listTribesListing(tx: Transaction, playerIds: readonly bigint[]): Promise<number[]> {
  if (playerIds.length === 0) return [];
  const rows = await tx.query<{ tribe_id: number }>({
    name: "players.listTribesListing",
    text: "select distinct tribe_id from players.tribe_listings where player_id = any ($1::bigint[])",
    values: [playerIds.map(String)],
  });
  return rows.map(({ tribe_id }) => tribe_id);
}

/** This many tribes are named in one change of the feed. */
const ANNOUNCED_AT_ONCE = 5_000;
/** More than any cluster has. */
const MAX_TRIBES = 1_000_000;

/** All tribes that are there, in lists of a few thousand ids. */
export async function listPresentTribes(tx: Transaction): Promise<number[][]> {
  const rows = await tx.query<{ ids: number[] }>({
    name: "players.listPresentTribes",
    text: `select array_agg(id order by id) as ids from (
        select id, row_number() over (order by id) as place from players.tribes where is_present order by id limit $2
      ) as t group by (place - 1) / $1::integer order by 1`,
    values: [ANNOUNCED_AT_ONCE, MAX_TRIBES],
  });
  return rows.map(({ ids }) => ids);
}

/** Writes names that tribes have now. See `recordNames`, which does the same for players. */
export async function recordTribeNames(tx: Transaction, plans: readonly TribePlan[]): Promise<void> {
  const renamed = plans.filter(({ before, after }) => before?.name !== after.name);
  if (renamed.length === 0) return;
  const values = [
    renamed.map(({ after }) => after.id),
    renamed.map(({ after }) => after.name),
    renamed.map(({ changedAt }) => timestamp(changedAt)),
  ];
  await tx.execute({
    name: "players.endTribeNames",
    text: `update players.tribe_names n set until = greatest(v.since, n.since + interval '1 microsecond')
      from unnest($1::integer[], $2::text[], $3::timestamptz[]) as v (id, name, since)
      where n.tribe_id = v.id and n.until is null and n.name <> v.name`,
    values,
  });
  await tx.execute({
    name: "players.addTribeNames",
    text: `insert into players.tribe_names (tribe_id, name, since)
      select v.id, v.name, greatest(v.since, known.until)
      from unnest($1::integer[], $2::text[], $3::timestamptz[]) as v (id, name, since)
      left join (
        select n.tribe_id, max(n.until) as until, bool_or(n.until is null) as has_present from players.tribe_names n
        where n.tribe_id = any ($1::integer[]) group by n.tribe_id
      ) as known on known.tribe_id = v.id
      where v.name <> '' and known.has_present is not true`,
    values,
  });
}

function recordOf(tribe: TribeRow): object {
  return {
    id: tribe.id,
    name: tribe.name,
    owner_id: String(tribe.ownerId),
    created_at: timestamp(tribe.createdAt),
    saved_at: timestamp(tribe.savedAt),
    server: tribe.server,
    map_name: tribe.mapName,
    dino_count: tribe.dinoCount,
    alliances: JSON.parse(tribe.alliances) as unknown,
    is_present: tribe.isPresent,
  };
}

function tribeOf(row: StoredRow): TribeRow {
  return {
    id: row.id,
    name: row.name,
    ownerId: BigInt(row.owner_id),
    createdAt: row.created_at,
    savedAt: row.saved_at,
    server: row.server,
    mapName: row.map_name,
    dinoCount: row.dino_count,
    // The database keeps the same with other spaces.
    alliances: JSON.stringify(JSON.parse(row.alliances)),
    isPresent: row.is_present,
  };
}
