/** Reads rows of one code from the files: by columns of numbers, sorted by time. */
import { LIST, VARCHAR, listValue, type DuckDBConnection, type DuckDBValue } from "@duckdb/node-api";
import type { TapeKind } from "../core/kinds.ts";
import { readLists, readNumbers } from "./columns.ts";
import type { Engine } from "./duckdb.ts";
import type { Folders, FoundFile, FoundFiles } from "./folders.ts";

export interface ColumnsToRead {
  readonly kind: TapeKind;
  readonly code: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Numbers of the kind, beside the time, which comes first. */
  readonly names: readonly string[];
  /** Files of this flush and later ones are left out: the caller has their rows in memory. */
  readonly beforeFlush: number;
  /** At most this many rows, the first ones. */
  readonly limit: number;
}

/** How often files may turn out to be gone, put together by the maintenance after we have looked which there are. */
const TRIES = 5;

/** The rows read from one set of files. The times come first. */
export type Segment = readonly Float64Array[];

/** The settled files' rows, then the younger ones'. Each segment is sorted, unless an import overlaps with what was recorded. */
export async function readColumns(engine: Engine, folders: Folders, wanted: ColumnsToRead): Promise<Segment[]> {
  return retried(async () => {
    const { settled, pending } = await findBefore(folders, wanted);
    if (settled.length + pending.length === 0) return [];
    const own =
      settled.length === 0
        ? undefined
        : engine.read((connection) => select(connection, wanted, settled, false, engine.threads));
    const shared =
      pending.length === 0
        ? undefined
        : engine.read((connection) => select(connection, wanted, pending, true, engine.threads));
    const segments = await Promise.all([own, shared]);
    return segments.filter((segment) => segment !== undefined);
  });
}

/** The files with rows of a code in a range, but not those of a flush whose rows are still in memory. */
export async function findBefore(
  folders: Folders,
  { kind, code, fromMs, toMs, beforeFlush }: Omit<ColumnsToRead, "names" | "limit">,
): Promise<FoundFiles> {
  const { settled, pending } = await folders.find(kind, code, fromMs, toMs);
  return { settled, pending: pending.filter(({ from }) => from < beforeFlush) };
}

/** Tries again when a file that was there is there no more. */
export async function retried<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      const isGone = error instanceof Error && /No files found|No such file|Could not open file/i.test(error.message);
      if (!isGone || attempt >= TRIES) throw error;
    }
  }
}

/** A list of paths as a parameter of a statement, and its type. */
export function pathList(files: readonly FoundFile[]): DuckDBValue {
  return listValue(files.map(({ path }) => path));
}

export const PATHS = LIST(VARCHAR);

async function select(
  connection: DuckDBConnection,
  wanted: ColumnsToRead,
  files: readonly FoundFile[],
  ofManyCodes: boolean,
  threads: number,
): Promise<Segment> {
  const { fromMs, toMs, names, code, limit } = wanted;
  const values: Record<string, DuckDBValue> = { files: pathList(files), from: BigInt(fromMs), to: BigInt(toMs) };
  if (ofManyCodes) values["code"] = code;
  const columns = ["ms", ...names].map((name) => `cast(${name} as double)`);
  const source = `from read_parquet($files, hive_partitioning = false)
     where ${ofManyCodes ? "code = $code and " : ""}ms >= $from and ms < $to`;
  const run = (sql: string) => connection.run(sql, values, { files: PATHS });
  // Several threads would bring their parts of a list in any order.
  if (threads === 1 && !Number.isFinite(limit)) {
    try {
      return readLists(await run(`select ${columns.map((column) => `list(${column})`).join(", ")} ${source}`));
    } catch (error) {
      // Lists must fit into memory, other results need not.
      if (!(error instanceof Error) || !/Out of Memory/i.test(error.message)) throw error;
    }
  }
  const end = Number.isFinite(limit) ? `${isInOrder(files) ? "" : "order by ms"} limit ${Math.floor(limit)}` : "";
  return readNumbers(await run(`select ${columns.join(", ")} ${source} ${end}`));
}

/** Whether each file begins after the one before has ended: the first rows of all are then those of the first files. */
function isInOrder(files: readonly FoundFile[]): boolean {
  return files.every(({ firstMs }, place) => place === 0 || firstMs > (files[place - 1]?.lastMs ?? 0));
}
