/** Reads rows of another program's SQLite database, within limits. */
import type { Database } from "node-sqlite3-wasm";
import { copyDatabase } from "./copy.ts";
import { openDatabase } from "./engine.ts";
import { explained, SqliteError } from "./error.ts";

/** Integers past 2^53 arrive as `bigint`, all others as `number`; blobs are copies. */
export type SqliteValue = number | bigint | string | Uint8Array | null;

/** By the names of the columns as they were asked for. */
export type SqliteRow = Readonly<Record<string, SqliteValue>>;

export interface SqliteOptions {
  /** Of the database and the files beside it. 4 GiB unless set. */
  readonly maxFileBytes?: number;
  /** Where the copy is made; the system's folder for temporary files unless told. */
  readonly temporaryFolder?: string;
}

export interface RowLimits {
  /** More rows are an error, never a shorter answer. */
  readonly maxRows: number;
  /** Of all values together, as they are in the database. */
  readonly maxBytes: number;
}

export interface SqliteReader {
  /** The names of its ordinary tables. */
  tables(): readonly string[];
  /** The names of a table's columns, as declared. Computed ones are left out. */
  columns(table: string): readonly string[];
  /** The rows of a table in no order, all or those where one column equals a value. Names are compared without case. */
  rows(
    table: string,
    columns: readonly string[],
    limits: RowLimits,
    where?: { readonly column: string; readonly equals: SqliteValue },
  ): SqliteRow[];
}

const MAX_FILE_BYTES = 4 * 1024 ** 3;
/** A database of a game or a plugin has a handful. */
const MAX_TABLES = 1000;

/**
 * Runs `work` on a private copy of a database, given by its path or its bytes, and removes the copy. The given file is
 * read and never changed, nor is anything put beside it. Its writer's commits are seen even while they are in a
 * write-ahead log; its open transaction is rolled back in the copy. `work` runs without a pause, so it should read
 * little.
 *
 * @throws {SqliteError} Also from the reader's functions.
 */
export async function readSqlite<Result>(
  source: string | Uint8Array,
  work: (reader: SqliteReader) => Result,
  options: SqliteOptions = {},
): Promise<Result> {
  const copy = await copyDatabase(source, options.maxFileBytes ?? MAX_FILE_BYTES, options.temporaryFolder);
  try {
    const database = await openDatabase(copy.path);
    try {
      explained(() => database.exec(SETTINGS));
      return work(readerOf(database));
    } finally {
      try {
        database.close();
      } catch {
        // The copy is thrown away next: a damaged one's error at closing changes nothing.
      }
    }
  } finally {
    await copy.remove();
  }
}

/**
 * Without shared memory, a write-ahead log can only be read by who has the database alone. The other two guard against
 * foreign files: functions in the schema, and cells that point elsewhere.
 */
const SETTINGS = "pragma locking_mode = exclusive; pragma trusted_schema = off; pragma cell_size_check = on";

function readerOf(database: Database): SqliteReader {
  const all = (sql: string, values: SqliteValue[] = []): SqliteRow[] =>
    explained(() => database.all(sql, values) as SqliteRow[]);

  const tables = (): string[] =>
    all(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'
         and sql not like 'create virtual %' order by name limit ${MAX_TABLES}`,
    ).map(({ name }) => String(name));

  const columns = (table: string): string[] => {
    const found = named(tables(), table);
    if (found === undefined) throw new SqliteError("missingTable", `The SQLite database has no table "${table}".`);
    return all("select name from pragma_table_info(?) order by cid", [found]).map(({ name }) => String(name));
  };

  return {
    tables,
    columns,
    rows(table, wanted, { maxRows, maxBytes }, where) {
      const known = columns(table);
      const column = (name: string): string => {
        const found = named(known, name);
        if (found !== undefined) return quoted(found);
        throw new SqliteError("missingColumn", `The table "${table}" of the SQLite database has no column "${name}".`);
      };
      const filter = where ? ` where ${column(where.column)} = ?` : "";
      const values = where ? [where.equals] : [];
      const part = `from ${quoted(named(tables(), table) ?? table)}${filter} limit ${maxRows + 1}`;
      const sizes = wanted.map((name) => `ifnull(octet_length(${column(name)}), 0)`).join(" + ");
      const [size] = all(
        `select count(*) as n, ifnull(sum(bytes), 0) as bytes from (select ${sizes} as bytes ${part})`,
        values,
      );
      if (Number(size?.["n"]) > maxRows) {
        throw new SqliteError("tooLarge", `The table "${table}" of the SQLite database has more than ${maxRows} rows.`);
      }
      if (Number(size?.["bytes"]) > maxBytes) {
        throw new SqliteError("tooLarge", `The rows of table "${table}" have more than ${maxBytes} bytes.`);
      }
      return all(`select ${wanted.map((name) => `${column(name)} as ${quoted(name)}`).join(", ")} ${part}`, values);
    },
  };
}

/** The name in the list that SQLite takes for the same: it compares the letters A to Z without case. */
function named(names: readonly string[], name: string): string | undefined {
  return names.find((each) => each === name) ?? names.find((each) => each.toLowerCase() === name.toLowerCase());
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
