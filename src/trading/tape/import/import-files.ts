/**
 * Brings dumps of trades and candles onto the tape. Each is first read whole into one file of ours, which proves its
 * form. Then it is added day by day without rows that are already there: importing it again adds nothing.
 */
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import { mkdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { UserError } from "../../../kit/errors/user-error.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { dayOf } from "../core/days.ts";
import { fileName } from "../core/file-names.ts";
import { columnsOf, LAYOUTS, type TapeKind } from "../core/kinds.ts";
import { exchangeOf } from "../core/service-code.ts";
import { Engine } from "../store/duckdb.ts";
import { Folders } from "../store/folders.ts";
import { timesIn, write } from "../store/maintain.ts";
import { freeBytesOf, publish, removeHalfWritten, spillFolder, temporaryFile } from "../store/publish.ts";
import { pathList, retried } from "../store/read-columns.ts";
import type { ImportLayout } from "./layouts.ts";
import { readDump } from "./read-dump.ts";

export interface ImportOptions {
  readonly dataDir: string;
  readonly files: readonly string[];
  readonly layout: ImportLayout;
  /** The service code of the market that the files are of. */
  readonly code: string;
  readonly clock: Pick<Clock, "now">;
  readonly memoryMegabytes: number;
  readonly threads: number;
  /** It stops before less than this is free on the disk. */
  readonly minimumFreeMegabytes: number;
  /** Bytes that are free on the disk of a folder; asks the system when undefined. */
  readonly freeBytes?: (folder: string) => Promise<number>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  readonly file: string;
  /** `reading`: how long that takes is not known. */
  readonly phase: "reading" | "adding";
  readonly daysDone: number;
  readonly days: number;
  /** Of all files so far. */
  readonly added: number;
}

export interface Imported {
  readonly rows: number;
  readonly added: number;
  readonly days: number;
}

const MEGABYTE = 1024 * 1024;

/**
 * One after the other. Rows added before a file fails, or the signal is aborted, stay; a file that fails adds nothing.
 * Fails with a `UserError` that names the file. Recording and reading may go on at the same time. Two imports of the
 * same rows at the same time may write them twice, which readers do not notice.
 */
export async function importFiles(options: ImportOptions): Promise<Imported> {
  if (exchangeOf(options.code) === undefined)
    throw new UserError(`${options.code} is not a service code, such as binance-btcusdt.`);
  const files = options.files.map((file) => resolve(file));
  for (const file of files)
    if (!(await stat(file).catch(() => undefined))?.isFile()) throw new UserError(`There is no file ${file}.`);
  const root = resolve(options.dataDir, "tape");
  await mkdir(root, { recursive: true });
  await removeHalfWritten(root);
  const engine = new Engine({
    folders: [root, ...new Set(files.map((file) => dirname(file)))],
    spillFolder: spillFolder(root),
    memoryMegabytes: options.memoryMegabytes,
    threads: options.threads,
  });
  const total = { rows: 0, added: 0, days: 0 };
  try {
    for (const file of files) {
      const done = await engine.maintain((connection) =>
        importFile(connection, new Folders(root), options, file, total.added),
      );
      total.rows += done.rows;
      total.added += done.added;
      total.days += done.days;
    }
  } finally {
    await engine.close();
  }
  return total;
}

async function importFile(
  connection: DuckDBConnection,
  folders: Folders,
  options: ImportOptions,
  file: string,
  addedBefore: number,
): Promise<Imported> {
  const tell = (phase: ImportProgress["phase"], daysDone: number, days: number, added: number): void =>
    options.onProgress({ file, phase, daysDone, days, added: addedBefore + added });
  tell("reading", 0, 0, 0);
  const whole = await temporaryFile(folders.root);
  try {
    await checkRoom(options, folders.root, file);
    const nowMs = toMillis(options.clock.now());
    const { layout, code } = options;
    const kind = await readDump(connection, { file, layout, code, into: whole, root: folders.root, nowMs });
    const days = await daysIn(connection, kind, whole);
    let [rows, added] = [0, 0];
    for (const [done, day] of days.entries()) {
      tell("adding", done, days.length, added);
      options.signal.throwIfAborted();
      await checkRoom(options, folders.root);
      const seq = toMillis(options.clock.now());
      // A server that records beside us may put files together just when they are read.
      added += await retried(() => addDay(connection, folders, { kind, code, whole, ...day, seq }));
      rows += day.rows;
    }
    tell("adding", days.length, days.length, added);
    return { rows, added, days: days.length };
  } finally {
    await rm(whole, { force: true });
  }
}

interface DayOfFile {
  readonly startMs: number;
  readonly rows: number;
  /** Whether it has trades whose ids an import has made. */
  readonly hasMadeIds: boolean;
}

async function daysIn(connection: DuckDBConnection, kind: TapeKind, whole: string): Promise<DayOfFile[]> {
  const hasMadeIds = kind === "trades" ? `bool_or(${MADE_ID})` : "false";
  const result = await connection.run(
    `select ms // ${DAY_MS} * ${DAY_MS} as start, count(*), ${hasMadeIds} from read_parquet($whole) group by 1 order by 1`,
    { whole },
  );
  return (await result.getRows()).map(([startMs, rows, isMade]) => ({
    startMs: Number(startMs),
    rows: Number(rows),
    hasMadeIds: isMade === true,
  }));
}

/** What reads on may not be what fills the disk. The rows read take about as much room again as the file. */
async function checkRoom(
  { minimumFreeMegabytes, freeBytes = freeBytesOf }: ImportOptions,
  root: string,
  file?: string,
): Promise<void> {
  const needed = file === undefined ? 0 : (await stat(file)).size;
  const free = await freeBytes(root);
  if (free - needed >= minimumFreeMegabytes * MEGABYTE) return;
  throw new UserError(
    `There is too little room on the disk of ${root}: ${Math.floor(free / MEGABYTE)} MB, of which ` +
      `${minimumFreeMegabytes} MB are to stay free. What was imported stays; run it again to go on.`,
  );
}

/** Of trades that say the same, the first, the second and so on. */
const NTH = "row_number() over (partition by ms, price, quantity order by id)";
/** How the ids look that an import has made for trades without one. */
const MADE_ID = "id like '%:%'";

/** Whether a trade whose id was made is not one of those that were recorded with the exchange's own ids. */
function isOther(there: readonly string[]): string {
  const recorded = there.map((from) => `select ms, price, quantity, id ${from} and not ${MADE_ID}`).join(" union ");
  return `(not ${MADE_ID} or (ms, price, quantity, nth) not in (
    select (ms, price, quantity, nth) from (select ms, price, quantity, ${NTH} as nth from (${recorded}))))`;
}

interface DayToAdd {
  readonly kind: TapeKind;
  readonly code: string;
  readonly whole: string;
  readonly startMs: number;
  readonly hasMadeIds: boolean;
  readonly seq: number;
}

/** Answers how many rows were not there yet. */
async function addDay(
  connection: DuckDBConnection,
  folders: Folders,
  { kind, code, whole, startMs, hasMadeIds, seq }: DayToAdd,
): Promise<number> {
  const { key, order } = LAYOUTS[kind];
  const columns = columnsOf(kind);
  const { settled, pending } = await folders.find(kind, code, startMs, startMs + DAY_MS);
  const values: Record<string, DuckDBValue> = { whole, start: BigInt(startMs), end: BigInt(startMs + DAY_MS) };
  const lists: string[] = [];
  const there: string[] = [];
  if (settled.length > 0) {
    there.push("from read_parquet($settled, hive_partitioning = false) where true");
    values["settled"] = pathList(settled);
    lists.push("settled");
  }
  if (pending.length > 0) {
    there.push("from read_parquet($pending, hive_partitioning = false) where code = $code");
    values["pending"] = pathList(pending);
    values["code"] = code;
    lists.push("pending");
  }
  const known = there.map((from) => `select ${key} ${from}`).join(" union all ");
  const other = hasMadeIds ? `and ${isOther(there)}` : "";
  const isNew = there.length === 0 ? "true" : `${key} not in (${known}) ${other}`;
  const temporary = await temporaryFile(folders.root);
  await write(connection, temporary, {
    select: `select ${columns} from (
               select ${columns}, ${hasMadeIds ? NTH : "0"} as nth from (
                 select distinct on (${key}) ${columns} from read_parquet($whole) where ms >= $start and ms < $end)
             ) where ${isNew} order by ${order}`,
    values,
    lists,
  });
  const times = await timesIn(connection, temporary);
  if (!times) {
    await rm(temporary, { force: true });
    return 0;
  }
  const [[added] = []] = await (
    await connection.run("select count(*) from read_parquet($temporary)", { temporary })
  ).getRows();
  const folder = folders.settledDay(kind, code, dayOf(startMs));
  await publish(temporary, join(folder, fileName({ stage: "import", from: seq, to: seq, ...times })));
  return Number(added);
}
