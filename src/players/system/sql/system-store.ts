/** Servers and exports on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { formatInstant, parseInstant, type Instant } from "../../../kit/time/instant.ts";
import { IS_ONLINE } from "../../directory/index.ts";
import { noteWatched, serverLeaseName } from "../../presence/index.ts";
import type { ConfiguredServer, ExportRow, ServerRow, Sources, SourceState, SystemStore } from "../store.ts";
import { hasRealData, removeInvented } from "./invented-data.ts";

const BATCH = 1_000;

/** @param origin names this process among those that write changes. */
export function systemStore(db: Database, origin: string): SystemStore {
  return {
    listServers: () => listServers(db),
    configureServers: (servers) => configureServers(db, servers),
    hasRealData: () => hasRealData(db),
    removeInvented: () => removeInvented(db, origin),
    reportSource: (key, source, state, learnt) => reportSource(db, key, source, state, learnt),
    streamExport: (now) => streamExport(db, now),
  };
}

interface StoredState {
  readonly isGood: boolean;
  readonly says: string;
  readonly detail?: string | undefined;
  readonly at: string;
}

/** The servers of the cluster with the number of their online players. */
async function listServers(db: Database): Promise<ServerRow[]> {
  const rows = await db.query<{
    key: string;
    name: string;
    game: "ase" | "asa";
    is_invented: boolean;
    map_name: string | null;
    version: string | null;
    max_players: number | null;
    online: number;
    sources: string;
    read_at: Instant | null;
    is_tended: boolean;
  }>({
    name: "players.listServers",
    text: `select s.key, s.name, s.game, s.is_invented, s.map_name, s.version, s.max_players, s.sources, s.read_at,
        (select count(*) from players.accounts a where a.online_on = s.key) as online,
        exists (select from kit.leases l where l.name = $1 || s.key and l.expires_at > clock_timestamp()) as is_tended
      from players.servers s where s.is_configured order by s.key limit 1000`,
    values: [serverLeaseName("")],
  });
  return rows.map((row) => ({
    key: row.key,
    name: row.name,
    game: row.game,
    isInvented: row.is_invented,
    map: row.map_name,
    version: row.version,
    maxPlayers: row.max_players,
    online: row.online,
    sources: sourcesOf(row.sources),
    readAt: row.read_at,
    isTended: row.is_tended,
  }));
}

function sourcesOf(text: string): Sources {
  const stored = JSON.parse(text) as Record<string, StoredState>;
  return Object.fromEntries(
    Object.entries(stored).map(([name, { at, ...state }]) => [name, { ...state, at: parseInstant(at) }]),
  ) as Sources;
}

/** Makes the cluster's servers those of its file. */
async function configureServers(db: Database, servers: readonly ConfiguredServer[]): Promise<void> {
  await db.execute({
    name: "players.configureServers",
    text: `with wanted as (
        select key, name, game, is_invented, string_to_array(sources, ' ') as sources
        from unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::text[])
          as w (key, name, game, is_invented, sources)
      ), gone as (
        update players.servers set is_configured = false, sources = '{}'
        where is_configured and key not in (select key from wanted)
      )
      insert into players.servers (key, name, game, is_configured, is_invented)
      select key, name, game, true, is_invented from wanted
      on conflict (key) do update set name = excluded.name, game = excluded.game, is_configured = true,
        is_invented = excluded.is_invented,
        sources = (
          select coalesce(jsonb_object_agg(said.key, said.value), '{}') from jsonb_each(servers.sources) as said
          where said.key in (select unnest(w.sources) from wanted w where w.key = servers.key)
        )`,
    values: [
      servers.map(({ key }) => key),
      servers.map(({ name }) => name),
      servers.map(({ game }) => game),
      servers.map(({ isInvented }) => isInvented),
      servers.map(({ sources = ["saves", "rcon", "query"] }) => sources.join(" ")),
    ],
  });
}

/** Notes what a source of a server said last. */
async function reportSource(
  db: Database,
  key: string,
  source: keyof Sources,
  { isGood, says, detail, at }: SourceState,
  learnt: Parameters<SystemStore["reportSource"]>[3],
): Promise<void> {
  const state: StoredState = { isGood, says, detail, at: formatInstant(at) };
  await db.execute({
    name: "players.reportSource",
    text: `update players.servers set sources = jsonb_set(sources, array[$2::text], $3::jsonb),
        map_name = coalesce($4, map_name), version = coalesce($5, version), max_players = coalesce($6, max_players),
        read_at = case when $2 = 'saves' and $7 then $8::timestamptz else read_at end
      where key = $1`,
    values: [
      key,
      source,
      JSON.stringify(state),
      learnt?.map ?? null,
      learnt?.version ?? null,
      learnt?.maxPlayers ?? null,
      isGood,
      timestamp(at),
    ],
  });
  if (isGood && source !== "saves") await noteWatched(db, key, source, at);
}

interface RowOfExport {
  readonly id: string;
  readonly character_name: string;
  readonly platform_name: string;
  readonly platform_id: string | null;
  readonly level: number;
  readonly tribe_id: number | null;
  readonly tribe_name: string | null;
  readonly is_online: boolean;
  readonly created_at: Instant;
  readonly last_seen: Instant | null;
  readonly playtime: number;
}

/** All players, for spreadsheets and scripts. Players who want no history show no playtime. */
async function* streamExport(db: Database, now: Instant): AsyncIterable<ExportRow[]> {
  const statement = {
    name: "players.streamExport",
    text: `select p.id::text as id, p.character_name, p.platform_name, p.platform_id, p.level,
        t.id as tribe_id, t.name as tribe_name, ${IS_ONLINE} as is_online, p.created_at, a.last_seen,
        case when exists (select from players.opt_outs o where o.player_id = p.id) then 0 else coalesce((
          select floor(sum(extract(epoch from coalesce(s.ended_at, $1::timestamptz) - s.started_at)))::bigint
          from players.sessions s where s.platform_id = p.platform_id), 0) end as playtime
      from players.players p
      left join players.accounts a on a.platform_id = p.platform_id
      left join players.tribes t on t.id = p.tribe_id and t.is_present and p.is_present
      order by p.id`,
    values: [timestamp(now)],
  };
  for await (const rows of db.stream<RowOfExport>(statement, BATCH)) {
    yield rows.map((row) => ({
      id: BigInt(row.id),
      characterName: row.character_name,
      platformName: row.platform_name,
      platformId: row.platform_id ?? "",
      level: row.level,
      tribeId: row.tribe_id,
      tribeName: row.tribe_name,
      isOnline: row.is_online,
      created: row.created_at,
      lastSeen: row.last_seen,
      playtimeSeconds: Math.max(0, row.playtime),
    }));
  }
}
