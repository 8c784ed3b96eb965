/** `players.plugins`: databases of plugins whose groups and points are shown beside the players. */
import { CLUSTER_DEFAULTS, type ArkShopPlugin, type PermissionsPlugin } from "../core/cluster.ts";
import type { PluginDatabase, Plugins } from "../core/cluster.ts";
import { hostRule, pathRule, tableNameRule, titleRule } from "../core/text-rules.ts";
import type { Members } from "./members.ts";
import { readPassword } from "./secret-member.ts";

type Resolve = (path: string) => string;

/** Reads the section, which may be missing; problems are noted by `players`. */
export function readPlugins(players: Members, resolve: Resolve): Plugins {
  const plugins = players.map("plugins", "{ permissions: { sqlite: ./Permissions/ArkDB.db } }");
  const permissions = plugins && readPermissions(plugins, resolve);
  const arkShop = plugins && readArkShop(plugins, resolve);
  plugins?.finish();
  return { permissions, arkShop };
}

function readPermissions(plugins: Members, resolve: Resolve): PermissionsPlugin | undefined {
  const plugin = plugins.map("permissions", "{ sqlite: ./Permissions/ArkDB.db }");
  if (!plugin) return undefined;
  const database = readDatabase(plugin, resolve);
  const tables = plugin.map("tables", "{ players: Players }");
  const named = {
    players: tables?.text("players", tableNameRule, undefined) ?? "Players",
    tribes: tables?.text("tribes", tableNameRule, undefined) ?? "Tribes",
    groups: tables?.text("groups", tableNameRule, undefined) ?? "Groups",
  };
  tables?.finish();
  plugin.finish();
  return database && { database, tables: named };
}

function readArkShop(plugins: Members, resolve: Resolve): ArkShopPlugin | undefined {
  const plugin = plugins.map("arkShop", "{ sqlite: ./ArkShop/ArkShop.db }");
  if (!plugin) return undefined;
  const database = readDatabase(plugin, resolve);
  const tables = plugin.map("tables", "{ players: ArkShopPlayers }");
  // The plugin names its table differently in the two kinds of database.
  const usual = database?.kind === "mysql" ? "ArkShopPlayers" : "Players";
  const named = { players: tables?.text("players", tableNameRule, undefined) ?? usual };
  tables?.finish();
  plugin.finish();
  return database && { database, tables: named };
}

function readDatabase(plugin: Members, resolve: Resolve): PluginDatabase | undefined {
  const file = plugin.text("sqlite", pathRule, undefined);
  const mysql = plugin.map("mysql", "{ host: 127.0.0.1, user: ark, database: ark }");
  if (plugin.has("sqlite") && plugin.has("mysql")) plugin.refuse("mysql", "is one too many: keep `sqlite` or `mysql`");
  if (!plugin.has("sqlite") && !plugin.has("mysql")) {
    plugin.refuse("sqlite", "is missing, and `mysql` too; give the file of the one or the address of the other");
  }
  if (!mysql) return file === undefined ? undefined : { kind: "sqlite", file: resolve(file) };
  const host = mysql.text("host", hostRule, CLUSTER_DEFAULTS.host);
  const port = mysql.whole("port", { min: 1, max: 65_535 }, CLUSTER_DEFAULTS.mysqlPort);
  const user = mysql.requiredText("user", titleRule);
  const password = readPassword(mysql, resolve, "optional");
  const database = mysql.requiredText("database", titleRule);
  mysql.finish();
  if (user === undefined || database === undefined) return undefined;
  return { kind: "mysql", host, port, user, password, database };
}
