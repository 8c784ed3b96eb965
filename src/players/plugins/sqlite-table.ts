/** Reads a plugin's table in an SQLite file, from a private copy. */
import { dirname } from "node:path";
import { processLanes } from "../../kit/files/disk-lanes.ts";
import { readSqlite, SqliteError } from "../sqlite/index.ts";
import { PluginError, type PluginErrorKind } from "./error.ts";
import type { PluginRow, TableRead } from "./table.ts";

export interface SqliteDatabase {
  readonly kind: "sqlite";
  readonly path: string;
  /** Where the copy is made; the system's folder for temporary files unless told. */
  readonly temporaryFolder?: string;
}

/** @throws {PluginError} And what `choose` throws. */
export async function readSqliteTable(database: SqliteDatabase, table: TableRead): Promise<readonly PluginRow[]> {
  const { path, temporaryFolder } = database;
  try {
    const read = () =>
      readSqlite(path, (reader) => reader.rows(table.name, table.choose(reader.columns(table.name)), table.limits), {
        maxFileBytes: MAX_FILE_BYTES,
        ...(temporaryFolder === undefined ? {} : { temporaryFolder }),
      });
    return await processLanes().run(dirname(path), read);
  } catch (error) {
    if (error instanceof SqliteError) throw new PluginError(KINDS[error.kind], error.message, error);
    throw error;
  }
}

/** A hundred thousand players with full lists of kits make some hundred megabytes. */
const MAX_FILE_BYTES = 1024 ** 3;

const KINDS: Readonly<Record<SqliteError["kind"], PluginErrorKind>> = {
  busy: "busy",
  unreadable: "unreachable",
  notDatabase: "damaged",
  damaged: "damaged",
  missingTable: "notPlugin",
  missingColumn: "notPlugin",
  tooLarge: "tooLarge",
};
