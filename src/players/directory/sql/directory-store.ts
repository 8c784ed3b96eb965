/** The directory's content, read from PostgreSQL. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { MAX_FORMER_NAMES } from "../core/kept-names.ts";
import type { ShownPlayer, ShownTribe, Stranger } from "../shown.ts";
import type { DirectoryStore } from "../store.ts";
import { IS_ONLINE } from "./online-player.ts";
import { ACCOUNT_NAMES, accountNamesOf, shownName, type AccountNamesRow } from "../../profiles/index.ts";

const BATCH = 5_000;
/** One on each server of the largest cluster. */
const MAX_CHARACTERS = 200;
/** Two of them may be present names again, which are left out afterwards. */
const MAX_STREAMED_NAMES = MAX_FORMER_NAMES + 2;

/** Columns of `ShownPlayer` but for former names, of players `p` and their accounts `a`. */
const PLAYER_COLUMNS = `p.id::text as id, p.character_name, p.platform_name, coalesce(a.avatar_url, '') as avatar_url,
  p.level, coalesce(a.last_seen, p.saved_at) as last_seen,
  case when ${IS_ONLINE} then a.online_on end as online_on,
`;

const FORMER_NAMES = `(select array_agg(f.name order by f.last desc, f.name) from (
    select n.name, max(n.until) as last from players.names n where n.player_id = p.id
      and n.until is not null and n.name <> p.character_name and n.name <> p.platform_name
    group by n.name order by 2 desc, 1 limit ${MAX_FORMER_NAMES}
  ) as f) as former_names`;

const PLAYERS = "players.players p left join players.accounts a on a.platform_id = p.platform_id";

const TRIBE_COLUMNS = `t.id, t.name, t.owner_id::text as owner_id, t.saved_at,
  (select array_agg(f.name order by f.last desc, f.name) from (
    select n.name, max(n.until) as last from players.tribe_names n
    where n.tribe_id = t.id and n.until is not null and n.name <> t.name
    group by n.name order by 2 desc, 1 limit ${MAX_FORMER_NAMES}
  ) as f) as former_names`;

const STRANGER_COLUMNS = `a.platform_id, ${ACCOUNT_NAMES},
  coalesce(a.avatar_url, '') as avatar_url, a.online_on`;

const STRANGERS = `players.accounts a where a.online_on is not null
  and not exists (select from players.players p where p.platform_id = a.platform_id)`;

interface PlayerRow {
  readonly id: string;
  readonly character_name: string;
  readonly platform_name: string;
  readonly avatar_url: string;
  readonly level: number;
  readonly last_seen: Instant;
  readonly online_on: string | null;
  readonly former_names: readonly string[] | null;
}

interface StrangerRow extends AccountNamesRow {
  readonly platform_id: string;
  readonly avatar_url: string;
  readonly online_on: string;
}

interface TribeRow {
  readonly id: number;
  readonly name: string;
  readonly owner_id: string;
  readonly saved_at: Instant;
  readonly members: number;
  readonly former_names: readonly string[] | null;
}

export function directoryStore(db: Database): DirectoryStore {
  return {
    streamPlayers: () => streamPlayers(db),
    streamTribes: () => streamTribes(db),
    readPlayers: (ids, accounts) => readPlayers(db, ids, accounts),
    readTribes: (ids) => readTribes(db, ids),
    readStrangers: (accounts) => readStrangers(db, accounts),
    playersOfAccount: (platformId) => playersOfAccount(db, platformId),
  };
}

/** Every player, for the start of the program. */
async function* streamPlayers(db: Database): AsyncIterable<ShownPlayer[]> {
  // Few have former names: one pass over all of them is faster than a look for each player.
  const statement = {
    name: "players.streamPlayers",
    text: `select ${PLAYER_COLUMNS} f.former_names from ${PLAYERS} left join (
        select player_id, array_agg(name order by last desc, name) as former_names from (
          select player_id, name, max(until) as last,
            row_number() over (partition by player_id order by max(until) desc, name) as place
          from players.names where until is not null group by player_id, name
        ) as named
        where place <= ${MAX_STREAMED_NAMES} group by player_id
      ) f on f.player_id = p.id`,
  };
  for await (const rows of readAhead(db.stream<PlayerRow>(statement, BATCH))) yield rows.map(playerOf);
}

/** Every tribe, for the start of the program. */
async function* streamTribes(db: Database): AsyncIterable<ShownTribe[]> {
  const statement = {
    name: "players.streamTribes",
    text: `select ${TRIBE_COLUMNS}, coalesce(m.members, 0) as members from players.tribes t
      left join (select tribe_id, count(*) as members from players.tribe_members group by tribe_id) m on m.tribe_id = t.id
      where t.is_present`,
  };
  for await (const rows of readAhead(db.stream<TribeRow>(statement, BATCH))) yield rows.map(tribeOf);
}

/**
 * The players that a change of the feed names, by their ids or by their accounts. Each is looked up by an index: `offset 0`
 * keeps the planner from reading all players for some thousand of them, which it holds for cheaper on slow disks.
 */
async function readPlayers(db: Queryable, ids: readonly string[], accounts: readonly string[]): Promise<ShownPlayer[]> {
  const rows = await db.query<PlayerRow>({
    name: "players.readPlayers",
    isPlannedEachTime: true,
    text: `select ${PLAYER_COLUMNS} ${FORMER_NAMES}
      from (
        select id from unnest($1::bigint[]) as id
        union
        select o.id from unnest($2::text[]) as named (account) cross join lateral (
          select o.id from players.players o where o.platform_id = named.account offset 0
        ) as o
      ) as v
      cross join lateral (
        select p.id, p.platform_id, p.character_name, p.platform_name, p.level, p.saved_at
        from players.players p where p.id = v.id offset 0
      ) as p
      left join lateral (
        select a.avatar_url, a.last_seen, a.online_on from players.accounts a where a.platform_id = p.platform_id offset 0
      ) as a on true`,
    values: [ids, accounts],
  });
  return rows.map(playerOf);
}

/** The tribes that a change of the feed names. */
async function readTribes(db: Queryable, ids: readonly number[]): Promise<ShownTribe[]> {
  const rows = await db.query<TribeRow>({
    name: "players.readTribes",
    isPlannedEachTime: true,
    // Counted for all of them at once: a look for each tribe may read every player each time.
    text: `select ${TRIBE_COLUMNS}, coalesce(m.members, 0) as members from players.tribes t
      left join (
        select tribe_id, count(*) as members from players.tribe_members where tribe_id = any ($1::integer[])
        group by tribe_id
      ) m on m.tribe_id = t.id
      where t.is_present and t.id = any ($1::integer[])`,
    values: [ids],
  });
  return rows.map(tribeOf);
}

/** Accounts on a server of which no save is known. */
async function readStrangers(db: Queryable, accounts?: readonly string[]): Promise<Stranger[]> {
  const rows = await db.query<StrangerRow>({
    name: "players.readStrangers",
    isPlannedEachTime: true,
    text: `select ${STRANGER_COLUMNS} from ${STRANGERS} and ($1::text[] is null or a.platform_id = any ($1))`,
    values: [accounts ?? null],
  });
  return rows.map((row) => ({
    platformId: row.platform_id,
    name: shownName(accountNamesOf(row)),
    avatarUrl: row.avatar_url,
    onlineOn: row.online_on,
  }));
}

/** For a search by the id of an account. */
async function playersOfAccount(db: Queryable, platformId: string): Promise<bigint[]> {
  const rows = await db.query<{ id: string }>({
    name: "players.playersOfAccount",
    text: `select id::text as id from players.players where platform_id = $1
      order by is_present desc, saved_at desc, id limit ${MAX_CHARACTERS}`,
    values: [platformId],
  });
  return rows.map(({ id }) => BigInt(id));
}

/** Asks for the next item while the previous one is processed, so that the database works at the same time. */
async function* readAhead<Item>(source: AsyncIterable<Item>): AsyncIterable<Item> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (;;) {
      const item = await next;
      if (item.done === true) return;
      next = items.next();
      yield item.value;
    }
  } finally {
    await items.return?.();
  }
}

function playerOf(row: PlayerRow): ShownPlayer {
  const { character_name: character, platform_name: platform } = row;
  return {
    id: BigInt(row.id),
    characterName: row.character_name,
    platformName: row.platform_name,
    avatarUrl: row.avatar_url,
    level: row.level,
    isOnline: row.online_on !== null,
    onlineOn: row.online_on,
    lastSeen: row.last_seen,
    formerNames: row.former_names?.filter((name) => name !== character && name !== platform) ?? [],
  };
}

function tribeOf(row: TribeRow): ShownTribe {
  return {
    id: row.id,
    name: row.name,
    ownerId: BigInt(row.owner_id),
    members: row.members,
    savedAt: row.saved_at,
    formerNames: row.former_names ?? [],
  };
}
