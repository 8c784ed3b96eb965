/** Loads the SQLite library, a megabyte of WebAssembly, when a file is opened and not before. */
import type { Database } from "node-sqlite3-wasm";

/** Opens the database at a path for reading and writing, and creates it where it is not there. The caller closes it. */
export async function openDatabase(path: string): Promise<Database> {
  const { default: library } = await import("node-sqlite3-wasm");
  return new library.Database(path);
}
