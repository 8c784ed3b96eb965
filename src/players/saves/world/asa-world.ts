/** Reads what an ARK: Survival Ascended world (`.ark`, an SQLite database): its players, tribes and time. */
import { readSqlite, SqliteError, type SqliteReader } from "../../sqlite/index.ts";
import { type AsaHeader, parseAsaHeader } from "./core/asa-header.ts";
import { type AsaStore, parseAsaStore } from "./core/asa-store.ts";
import { WorldError, type WorldErrorKind } from "./core/error.ts";

export interface AsaWorld extends AsaHeader, AsaStore {
  /** False when the world has no store: its players and tribes are in files beside it. */
  readonly hasStore: boolean;
}

export interface WorldOptions {
  /** Of the file. 4 GiB unless told. */
  readonly maxFileBytes?: number;
  /** Where an SQLite world is copied to; the system's folder for temporary files unless told. */
  readonly temporaryFolder?: string;
  /** Whether players and tribes are wanted, or the header alone. `read` unless told. */
  readonly store?: "read" | "skip";
}

/** The names of what is found in a world make the most of its header; they are some hundred kilobytes. */
const MAX_HEADER_BYTES = 64 * 1024 * 1024;
/** A profile has about 50 kilobytes, so this is five thousand players. */
const MAX_STORE_BYTES = 256 * 1024 * 1024;

/**
 * Reads a world, given by its path or its bytes, from a private copy: the file is not changed, and only the rows that
 * matter are loaded. Profiles and tribes are handed out as they are stored, each like a profile or tribe file.
 *
 * @throws {WorldError} Whatever keeps the answer from being complete.
 */
export async function readAsaWorld(source: string | Uint8Array, options: WorldOptions = {}): Promise<AsaWorld> {
  const { store = "read", ...sqliteOptions } = options;
  const found = await readSqlite(
    source,
    (reader) => ({
      header: valueOf(reader, "SaveHeader", MAX_HEADER_BYTES),
      store: store === "read" ? valueOf(reader, "GameModeCustomBytes", MAX_STORE_BYTES) : undefined,
    }),
    sqliteOptions,
  ).catch((error: unknown) => {
    throw error instanceof SqliteError ? worldError(error) : error;
  });
  if (!found.header) throw new WorldError("notWorld", "The SQLite database has no header of a world save.");
  const hasStore = found.store !== undefined && found.store.length > 0;
  return {
    ...parseAsaHeader(found.header),
    ...(hasStore && found.store ? parseAsaStore(found.store) : { profiles: [], tribes: [] }),
    hasStore,
  };
}

function valueOf(reader: SqliteReader, key: string, maxBytes: number): Uint8Array | undefined {
  const [row] = reader.rows("custom", ["value"], { maxRows: 1, maxBytes }, { column: "key", equals: key });
  const value = row?.["value"];
  if (value === undefined || value instanceof Uint8Array) return value;
  throw new WorldError("damaged", `The world save has a ${key} that is not made of bytes.`);
}

const KINDS: Readonly<Record<SqliteError["kind"], WorldErrorKind>> = {
  busy: "busy",
  unreadable: "unreadable",
  notDatabase: "notWorld",
  damaged: "damaged",
  missingTable: "notWorld",
  missingColumn: "notWorld",
  tooLarge: "tooLarge",
};

function worldError(error: SqliteError): WorldError {
  return new WorldError(KINDS[error.kind], `The world save could not be read: ${error.message}`, error);
}
