/**
 * Keeps the number of files small. Files of single flushes are merged; when a day is over, its records are settled
 * into one file for each code. Each step can be interrupted and repeated: the name of a finished file covers its
 * content from the moment it is there (see `core/file-names.ts`).
 */
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import { rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { invariant } from "../../../kit/errors/invariant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { dayStart } from "../core/days.ts";
import { fileName, isCovered, uncovered, type Stage } from "../core/file-names.ts";
import { columnsOf, LAYOUTS, TAPE_KINDS } from "../core/kinds.ts";
import { exchangeOf } from "../core/service-code.ts";
import type { Engine } from "./duckdb.ts";
import { filesIn, type Folders, type FoundFile, type PendingDay } from "./folders.ts";
import { PARQUET } from "./parquet.ts";
import { publish, syncFile, temporaryFile } from "./publish.ts";
import { PATHS, pathList } from "./read-columns.ts";

/** This many files of a stage become one of the next. */
const MERGES: readonly { readonly stage: Stage; readonly into: Stage; readonly files: number }[] = [
  { stage: "p0", into: "p1", files: 32 },
  { stage: "p1", into: "p2", files: 16 },
];
/** Files that a reader may be about to open, because it has looked into memory before they were there, are let alone. */
const YOUNG_MS = 30_000;

export interface MaintainOptions {
  readonly engine: Engine;
  readonly folders: Folders;
  readonly signal: AbortSignal;
  /** Told of what failed; the rest goes on. */
  readonly failed: (what: string, error: unknown) => void;
}

export interface Maintained {
  readonly merged: number;
  /** Files of a code and day that were written. */
  readonly settled: number;
}

/** @param graceMs how long after its end a day may still get rows. */
export async function maintain(options: MaintainOptions, nowMs: number, graceMs: number): Promise<Maintained> {
  const { folders, signal, failed } = options;
  let [merged, settled] = [0, 0];
  for (const kind of TAPE_KINDS) {
    for (const pending of await folders.pendingDays(kind)) {
      if (signal.aborted) return { merged, settled };
      const isOver = (dayStart(pending.day) ?? nowMs) + DAY_MS + graceMs < nowMs;
      try {
        if (isOver) settled += await settleDay(options, { ...pending, nowMs });
        else merged += await mergeDay(options, { ...pending, nowMs });
      } catch (error) {
        failed(`${kind} of ${pending.exchange} on ${pending.day}`, error);
      }
    }
  }
  return { merged, settled };
}

interface DayToMaintain extends PendingDay {
  readonly nowMs: number;
}

async function mergeDay(
  { engine, folders }: MaintainOptions,
  { kind, exchange, day, nowMs }: DayToMaintain,
): Promise<number> {
  const folder = folders.pendingDay(kind, exchange, day);
  let merged = 0;
  for (const { stage, into, files } of MERGES) {
    const all = await filesIn(folder);
    const counting = uncovered(all);
    await remove(all.filter((file) => counting.every((other) => other.path !== file.path)));
    const ready = counting.filter((file) => file.stage === stage && file.to < nowMs - YOUNG_MS);
    if (ready.length < files) continue;
    await engine.maintain(async (connection) => {
      const temporary = await temporaryFile(folders.root);
      await write(connection, temporary, {
        select: `select code, ${columnsOf(kind)} from read_parquet($files, hive_partitioning = false)
                 order by code, ${LAYOUTS[kind].order}`,
        values: { files: pathList(ready) },
        lists: ["files"],
      });
      await publish(temporary, join(folder, fileName({ stage: into, ...span(ready) })));
    });
    await remove(ready);
    merged++;
  }
  return merged;
}

async function settleDay(options: MaintainOptions, of: DayToMaintain): Promise<number> {
  const { engine, folders, signal } = options;
  const folder = folders.pendingDay(of.kind, of.exchange, of.day);
  const pending = uncovered(await filesIn(folder));
  if (pending.some(({ to }) => to >= of.nowMs - YOUNG_MS)) return 0;
  let settled = 0;
  if (pending.length > 0) {
    const codes = await engine.maintain((connection) => codesIn(connection, pending));
    for (const code of codes) {
      if (signal.aborted) return settled;
      if (exchangeOf(code) !== of.exchange) continue;
      if (await engine.maintain((connection) => settleCode(connection, options, { ...of, code, pending }))) settled++;
    }
  }
  await remove(await filesIn(folder).then((files) => files.filter((file) => isKnown(pending, file))));
  // Not when a flush has put something into it in between.
  await rmdir(folder).catch(() => undefined);
  return settled;
}

interface CodeToSettle extends DayToMaintain {
  readonly code: string;
  readonly pending: readonly FoundFile[];
}

/** Answers false when it was done before. */
async function settleCode(
  connection: DuckDBConnection,
  { folders }: MaintainOptions,
  { kind, day, code, pending }: CodeToSettle,
): Promise<boolean> {
  const folder = folders.settledDay(kind, code, day);
  const own = (await filesIn(folder)).filter(({ stage }) => stage === "day");
  const counting = uncovered(own);
  const young = pending.filter((file) => !counting.some((whole) => isCovered(file, whole)));
  if (young.length > 0) {
    const temporary = await temporaryFile(folders.root);
    const columns = columnsOf(kind);
    const isAdded = counting.length > 0;
    await write(connection, temporary, {
      select: `select ${columns} from (
                 select ${columns} from read_parquet($pending, hive_partitioning = false) where code = $code
                 ${isAdded ? `union all select ${columns} from read_parquet($own, hive_partitioning = false)` : ""}
               ) order by ${LAYOUTS[kind].order}`,
      values: { pending: pathList(young), code, ...(isAdded ? { own: pathList(counting) } : {}) },
      lists: isAdded ? ["pending", "own"] : ["pending"],
    });
    const times = await timesIn(connection, temporary);
    if (times)
      await publish(temporary, join(folder, fileName({ stage: "day", ...span([...counting, ...young]), ...times })));
    else await rm(temporary, { force: true });
  }
  const now = uncovered((await filesIn(folder)).filter(({ stage }) => stage === "day"));
  await remove(own.filter((file) => now.every((other) => other.path !== file.path)));
  return young.length > 0;
}

interface Selection {
  readonly select: string;
  readonly values: Record<string, DuckDBValue>;
  /** Which of the values are lists of paths. */
  readonly lists: readonly string[];
}

/** Writes what is selected, and forces it to the disk. A file that it could not write whole is removed. */
export async function write(
  connection: DuckDBConnection,
  path: string,
  { select, values, lists }: Selection,
): Promise<void> {
  try {
    await connection.run(
      `copy (${select}) to $path ${PARQUET}`,
      { ...values, path },
      Object.fromEntries(lists.map((name) => [name, PATHS])),
    );
    await syncFile(path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** The times of a file's first and last row; undefined when it has none. */
export async function timesIn(
  connection: DuckDBConnection,
  path: string,
): Promise<{ readonly firstMs: number; readonly lastMs: number } | undefined> {
  const result = await connection.run("select min(ms), max(ms) from read_parquet($path, hive_partitioning = false)", {
    path,
  });
  const [[firstMs, lastMs] = []] = await result.getRows();
  return typeof firstMs === "bigint" ? { firstMs: Number(firstMs), lastMs: Number(lastMs) } : undefined;
}

/** The codes of files that hold several, sorted. */
async function codesIn(connection: DuckDBConnection, files: readonly FoundFile[]): Promise<string[]> {
  const result = await connection.run(
    "select distinct code from read_parquet($files, hive_partitioning = false) order by code",
    { files: pathList(files) },
    { files: PATHS },
  );
  const rows = await result.getRows();
  return rows.map(([code]) => String(code));
}

function span(files: readonly FoundFile[]): Pick<FoundFile, "from" | "to" | "firstMs" | "lastMs"> {
  invariant(files.length > 0, "only files are put together");
  return {
    from: Math.min(...files.map(({ from }) => from)),
    to: Math.max(...files.map(({ to }) => to)),
    firstMs: Math.min(...files.map(({ firstMs }) => firstMs)),
    lastMs: Math.max(...files.map(({ lastMs }) => lastMs)),
  };
}

/** Whether a file is one of these, or is inside one of these. */
function isKnown(files: readonly FoundFile[], file: FoundFile): boolean {
  return files.some((other) => other.path === file.path || isCovered(file, other));
}

async function remove(files: readonly FoundFile[]): Promise<void> {
  for (const { path } of files) await rm(path, { force: true });
}
