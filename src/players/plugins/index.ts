/** The door of the plugins area: players' groups and points, out of the databases of server plugins. */
export { mergeRecords } from "./core/merge-records.ts";
export type { PluginKind, PluginReading, PluginRecord } from "./core/plugin-record.ts";
export { PluginError, type PluginErrorKind } from "./error.ts";
export { type PluginSource, readPluginDatabase } from "./read-plugin-database.ts";
export type { PluginStore } from "./store.ts";
