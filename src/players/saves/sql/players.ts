/** Players and their accounts, as a batch of saves finds and leaves them. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { ACCOUNT_NAMES, accountNamesOf, shownName, type AccountNamesRow } from "../../profiles/index.ts";
import type { AccountNames, PlayerRow } from "../core/apply/plan-players.ts";

/** Inserts rows for new accounts. In order, as locks are taken. */
export async function addAccounts(tx: Transaction, platformIds: readonly string[]): Promise<void> {
  if (platformIds.length === 0) return;
  await tx.execute({
    name: "players.addSavedAccounts",
    text: `insert into players.accounts (platform_id)
      select v.id from unnest($1::text[]) as v (id)
      where not exists (select from players.accounts a where a.platform_id = v.id)
      order by v.id collate "C" on conflict (platform_id) do nothing`,
    values: [platformIds],
  });
}

/** Locks accounts in the order of their ids, and answers by which names they are shown. */
export async function lockAccountNames(tx: Transaction, platformIds: readonly string[]): Promise<AccountNames> {
  if (platformIds.length === 0) return (_, saved) => saved.name;
  const rows = await tx.query<AccountNamesRow & { readonly platform_id: string }>({
    name: "players.lockAccountNames",
    text: `select a.platform_id, ${ACCOUNT_NAMES}
      from unnest($1::text[]) as v (id) join players.accounts a on a.platform_id = v.id
      order by a.platform_id for no key update of a`,
    values: [platformIds],
  });
  const given = new Map(rows.map((row) => [row.platform_id, accountNamesOf(row)]));
  return (platformId, saved) => shownName([...(given.get(platformId) ?? []), { source: "save", ...saved }]);
}

/** Notes when accounts came to a server, unless they were seen later. */
export async function noteLogins(
  tx: Transaction,
  logins: readonly { readonly platformId: string; readonly at: Instant }[],
): Promise<void> {
  if (logins.length === 0) return;
  await tx.execute({
    name: "players.noteLogins",
    text: `update players.accounts a set last_seen = v.at from unnest($1::text[], $2::timestamptz[]) as v (id, at)
      where a.platform_id = v.id and (a.last_seen is null or a.last_seen < v.at)`,
    values: [logins.map(({ platformId }) => platformId), logins.map(({ at }) => timestamp(at))],
  });
}

const COLUMNS = `id, platform_id, save_name, save_name_at, platform_name, character_name, level, tribe_id, is_female, experience,
  engram_points, deaths, map_name, created_at, saved_at, server, is_present`;

const RECORD = `json_to_recordset($1::json) as v (id bigint, platform_id text, save_name text, save_name_at timestamptz, platform_name text,
  character_name text, level integer, tribe_id integer, is_female boolean, experience double precision,
  engram_points integer, deaths integer, map_name text, created_at timestamptz, saved_at timestamptz, server text,
  is_present boolean)`;

/** Puts in those players that are not there. In order, as locks are taken. Answers the ids of those that it put in. */
export async function addPlayers(tx: Transaction, players: readonly PlayerRow[]): Promise<ReadonlySet<bigint>> {
  if (players.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>({
    name: "players.addPlayers",
    text: `insert into players.players (${COLUMNS}) select ${COLUMNS} from ${RECORD}
      where not exists (select from players.players p where p.id = v.id)
      order by v.id on conflict (id) do nothing returning id::text as id`,
    values: [JSON.stringify(players.map(recordOf))],
  });
  return new Set(rows.map(({ id }) => BigInt(id)));
}

interface StoredRow {
  readonly id: string;
  readonly platform_id: string | null;
  readonly save_name: string;
  readonly save_name_at: Instant | null;
  readonly platform_name: string;
  readonly character_name: string;
  readonly level: number;
  readonly tribe_id: number | null;
  readonly is_female: boolean;
  readonly experience: number;
  readonly engram_points: number;
  readonly deaths: number;
  readonly map_name: string | null;
  readonly created_at: Instant;
  readonly saved_at: Instant;
  readonly server: string;
  readonly is_present: boolean;
}

/** Locks players in the order of their ids. */
export async function lockPlayers(tx: Transaction, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, PlayerRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<StoredRow>({
    name: "players.lockPlayers",
    text: `select id::text as id, platform_id, save_name, save_name_at, platform_name, character_name, level, tribe_id, is_female,
        experience, engram_points, deaths, map_name, created_at, saved_at, server, is_present
      from players.players p where p.id = any ($1::bigint[]) order by p.id for no key update`,
    values: [ids.map(String)],
  });
  return new Map(rows.map((row) => [BigInt(row.id), playerOf(row)]));
}

/** Rewrites existing players. */
export async function updatePlayers(tx: Transaction, players: readonly PlayerRow[]): Promise<void> {
  if (players.length === 0) return;
  await tx.execute({
    name: "players.updatePlayers",
    text: `update players.players p set platform_id = v.platform_id, save_name = v.save_name, save_name_at = v.save_name_at,
        platform_name = v.platform_name, character_name = v.character_name, level = v.level, tribe_id = v.tribe_id,
        is_female = v.is_female, experience = v.experience, engram_points = v.engram_points, deaths = v.deaths,
        map_name = v.map_name, created_at = v.created_at, saved_at = v.saved_at, server = v.server,
        is_present = v.is_present
      from ${RECORD} where p.id = v.id`,
    values: [JSON.stringify(players.map(recordOf))],
  });
}

function recordOf(player: PlayerRow): StoredJson {
  return {
    id: String(player.id),
    platform_id: player.platformId,
    save_name: player.saveName,
    save_name_at: player.saveNameAt === null ? null : timestamp(player.saveNameAt),
    platform_name: player.platformName,
    character_name: player.characterName,
    level: player.level,
    tribe_id: player.tribeId,
    is_female: player.isFemale,
    experience: player.experience,
    engram_points: player.engramPoints,
    deaths: player.deaths,
    map_name: player.mapName,
    created_at: timestamp(player.createdAt),
    saved_at: timestamp(player.savedAt),
    server: player.server,
    is_present: player.isPresent,
  };
}

type StoredJson = Omit<StoredRow, "save_name_at" | "created_at" | "saved_at"> & {
  readonly save_name_at: string | null;
  readonly created_at: string;
  readonly saved_at: string;
};

function playerOf(row: StoredRow): PlayerRow {
  return {
    id: BigInt(row.id),
    platformId: row.platform_id,
    saveName: row.save_name,
    saveNameAt: row.save_name_at,
    platformName: row.platform_name,
    characterName: row.character_name,
    level: row.level,
    tribeId: row.tribe_id,
    isFemale: row.is_female,
    experience: row.experience,
    engramPoints: row.engram_points,
    deaths: row.deaths,
    mapName: row.map_name,
    createdAt: row.created_at,
    savedAt: row.saved_at,
    server: row.server,
    isPresent: row.is_present,
  };
}

/** Accounts on a server of which several players are known: which of these counts as online may hang on a save's time. */
export async function listContested(tx: Transaction, platformIds: readonly string[]): Promise<string[]> {
  if (platformIds.length === 0) return [];
  const rows = await tx.query<{ platform_id: string }>({
    name: "players.listContested",
    text: `select a.platform_id from players.accounts a
      where a.platform_id = any ($1::text[]) and a.online_on is not null
        and (select count(*) from players.players p where p.platform_id = a.platform_id) > 1`,
    values: [platformIds],
  });
  return rows.map(({ platform_id }) => platform_id);
}
