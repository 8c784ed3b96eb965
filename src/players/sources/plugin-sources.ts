/** The databases of a cluster's plugins, as the readers of the plugins area want them. */
import { readCaFile, type Plugin, type PluginDatabase, type Plugins } from "../cluster/index.ts";
import type { PluginKind, PluginSource } from "../plugins/index.ts";
import type { ReadSecret } from "./rcon-link.ts";

export interface NamedPluginSource {
  /** As people call the plugin. */
  readonly name: string;
  readonly plugin: PluginKind;
  /** @throws UserError when the password or the certificate of the authority cannot be read. */
  readonly source: () => PluginSource;
}

export function pluginSources({ permissions, arkShop }: Plugins, readSecret: ReadSecret): NamedPluginSource[] {
  return [
    ...(permissions ? [named("Permissions", "permissions", permissions, readSecret)] : []),
    ...(arkShop ? [named("ArkShop", "arkshop", arkShop, readSecret)] : []),
  ];
}

function named(
  name: string,
  plugin: PluginKind,
  { database, tables }: Plugin,
  readSecret: ReadSecret,
): NamedPluginSource {
  return {
    name,
    plugin,
    source: () => ({ plugin, table: tables.players, database: databaseOf(name, database, readSecret) }),
  };
}

function databaseOf(name: string, database: PluginDatabase, readSecret: ReadSecret): PluginSource["database"] {
  if (database.kind === "sqlite") return { kind: "sqlite", path: database.file };
  const { host, port, user, password, database: schema, tls } = database;
  const secret = password && readSecret(password, `The password of ${name}'s database`);
  const certificateAuthority = tls?.caFile && readCaFile(tls.caFile, `The caFile of ${name}'s database`);
  const encrypted = tls && { tls: certificateAuthority === undefined ? {} : { certificateAuthority } };
  return { kind: "mysql", host, port, user, password: secret ?? "", database: schema, ...encrypted };
}
