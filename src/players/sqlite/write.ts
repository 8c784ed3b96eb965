/** Writes small SQLite databases: what the simulated servers, and tests, have to be read. */
import { rename, rm } from "node:fs/promises";
import type { Database } from "node-sqlite3-wasm";
import { openDatabase } from "./engine.ts";
import type { SqliteValue } from "./read.ts";

export interface SqliteTable {
  readonly name: string;
  /** As in `create table`: a name, and a type and constraints. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqliteValue[])[];
}

/** Writes a database with these tables beside `path`, ending in `.tmp`, and puts it in the place of what was there. */
export async function writeSqlite(path: string, tables: readonly SqliteTable[]): Promise<void> {
  const fresh = `${path}.tmp`;
  await removeDatabase(fresh);
  try {
    const database = await openDatabase(fresh);
    try {
      fill(database, tables);
    } finally {
      database.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await removeDatabase(fresh);
    throw error;
  }
}

function fill(database: Database, tables: readonly SqliteTable[]): void {
  // It is not visible before it is complete, so nothing needs to be undone.
  database.exec("pragma journal_mode = off; pragma synchronous = off; begin");
  for (const { name, columns, rows } of tables) {
    database.exec(`create table "${name}" (${columns.join(", ")})`);
    const insert = database.prepare(`insert into "${name}" values (${columns.map(() => "?").join(", ")})`);
    try {
      for (const row of rows) insert.run([...row]);
    } finally {
      insert.finalize();
    }
  }
  database.exec("commit");
}

/** The library's lock is a folder. */
async function removeDatabase(path: string): Promise<void> {
  await Promise.all([path, `${path}.lock`].map((each) => rm(each, { recursive: true, force: true })));
}
