/** Reads a plugin database's data about the players of a cluster. */
import type { PluginKind, PluginReading } from "./core/plugin-record.ts";
import { recordsOf } from "./core/read-rows.ts";
import { columnsOf, shapeOf, type TableShape } from "./core/table-shape.ts";
import { PluginError } from "./error.ts";
import { type MysqlDatabase, readMysqlTable } from "./mysql-table.ts";
import { readSqliteTable, type SqliteDatabase } from "./sqlite-table.ts";
import type { TableLimits, TableRead } from "./table.ts";

export interface PluginSource {
  readonly plugin: PluginKind;
  readonly database: SqliteDatabase | MysqlDatabase;
  /** Letters, digits, `_` and `$`, up to 64. Unless told `Players`; of the shop in a MySQL database `ArkShopPlayers`. */
  readonly table?: string;
}

/** A million players with a few groups each. */
const LIMITS: TableLimits = { maxRows: 1_000_000, maxBytes: 128 * 1024 * 1024 };

const TABLE_NAME = /^[A-Za-z0-9_$]{1,64}$/;

/**
 * Reads the players' table of a plugin, and changes nothing in it. Rows that cannot be understood are reported in the
 * answer; everything that would make the answer incomplete otherwise is an error.
 *
 * @throws {PluginError}
 */
export async function readPluginDatabase(source: PluginSource, limits: TableLimits = LIMITS): Promise<PluginReading> {
  const { plugin, database } = source;
  const name = source.table ?? (plugin === "arkshop" && database.kind === "mysql" ? "ArkShopPlayers" : "Players");
  if (!TABLE_NAME.test(name)) {
    throw new PluginError("badName", "A table's name is made of up to 64 letters, digits, _ and $.");
  }
  let shape: TableShape | undefined;
  const table: TableRead = {
    name,
    limits,
    choose(columns) {
      const found = shapeOf(plugin, columns);
      if (typeof found === "string") throw new PluginError("notPlugin", found);
      shape = found;
      return columnsOf(found);
    },
  };
  const rows =
    database.kind === "sqlite" ? await readSqliteTable(database, table) : await readMysqlTable(database, table);
  if (!shape) throw new PluginError("notPlugin", `The database has no table "${name}".`);
  return recordsOf(plugin, shape, rows);
}
