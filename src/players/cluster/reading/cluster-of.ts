/** The cluster that a file's entries describe: their defaults filled in, their paths absolute. */
import type { RightOf } from "../../../kit/config/read-tree.ts";
import { CLUSTER_DEFAULTS, type Cluster, type GameServer, type QuerySource } from "../core/cluster.ts";
import type { PluginDatabase, Plugins, SavesSource, Secret } from "../core/cluster.ts";
import type { ClusterEntry, DatabaseEntry, SecretEntry, ServerEntry } from "./cluster-section.ts";

/** Makes a path absolute that begins at the file's folder, or at `below`. */
export type Resolve = (path: string, below?: string) => string;

/** The cluster of entries without mistakes. */
export function clusterOf(entry: ClusterEntry, resolve: Resolve): Cluster {
  const { cluster: name = CLUSTER_DEFAULTS.name, servers = [], plugins = {} } = entry;
  return {
    name,
    servers: servers.map((server) => serverOf(server, resolve)),
    plugins: pluginsOf(plugins, resolve),
  };
}

/** Where a server listens, as far as that is right. */
export function addressesOf({ game, rcon, query }: RightOf<ServerEntry>): {
  readonly rcon: QuerySource | undefined;
  readonly query: QuerySource | undefined;
} {
  const { host, rconPort, queryPort, gamePort } = CLUSTER_DEFAULTS;
  const usual = game === "asa" ? gamePort : queryPort;
  return {
    rcon: rcon && { host: rcon.host ?? host, port: rcon.port ?? rconPort },
    query: query && { host: query.host ?? host, port: query.port ?? usual },
  };
}

function serverOf(entry: ServerEntry, resolve: Resolve): GameServer {
  const { key, name = key, game, gameLog = false, chat = false } = entry;
  const { pollSeconds = CLUSTER_DEFAULTS.pollSeconds } = entry;
  const { rcon: address, query } = addressesOf(entry);
  const saves = entry.saves && savesOf(entry.saves, resolve);
  const password = entry.rcon && secretOf(entry.rcon, resolve);
  const rcon = address && password && { ...address, password };
  return { key, name, game, saves, rcon, query, pollSeconds, gameLog, chat };
}

function savesOf(saves: NonNullable<ServerEntry["saves"]>, resolve: Resolve): SavesSource {
  const { store = "files", worldFile } = saves;
  const folder = resolve(saves.folder);
  return {
    folder,
    store,
    worldFile: worldFile === undefined ? undefined : resolve(worldFile, folder),
  };
}

function secretOf({ password, passwordEnv, passwordFile }: SecretEntry, resolve: Resolve): Secret | undefined {
  if (password !== undefined) return { from: "text", text: password };
  if (passwordEnv !== undefined) return { from: "environment", name: passwordEnv };
  return passwordFile === undefined ? undefined : { from: "file", file: resolve(passwordFile) };
}

function pluginsOf({ permissions, arkShop }: NonNullable<ClusterEntry["plugins"]>, resolve: Resolve): Plugins {
  const groups = permissions && databaseOf(permissions, resolve);
  const points = arkShop && databaseOf(arkShop, resolve);
  // The plugin names its table differently in the two kinds of database.
  const players = points?.kind === "mysql" ? "ArkShopPlayers" : "Players";
  return {
    permissions: groups && { database: groups, tables: { players: "Players", ...permissions?.tables } },
    arkShop: points && { database: points, tables: { players, ...arkShop?.tables } },
  };
}

function databaseOf({ sqlite, mysql }: DatabaseEntry, resolve: Resolve): PluginDatabase | undefined {
  if (!mysql) return sqlite === undefined ? undefined : { kind: "sqlite", file: resolve(sqlite) };
  const { host = CLUSTER_DEFAULTS.host, port = CLUSTER_DEFAULTS.mysqlPort, user, database } = mysql;
  const caFile = mysql.caFile === undefined ? undefined : resolve(mysql.caFile);
  const tls = mysql.tls === "required" ? { caFile } : undefined;
  return { kind: "mysql", host, port, user, password: secretOf(mysql, resolve), database, tls };
}
