/**
 * Brings dumps of trades and candles onto the tape. Each is first read whole into one file of ours, which proves that it
 * is what it should be, and then added day by day without what is there already: importing it again adds nothing.
 */
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import { mkdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../../../kit/errors/user-error.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { DAY_MS, dayOf } from "../core/days.ts";
import { fileName } from "../core/file-names.ts";
import { columnsOf, LAYOUTS, TAPE_KINDS, type TapeKind } from "../core/kinds.ts";
import { exchangeOf } from "../core/service-code.ts";
import { Engine } from "../store/duckdb.ts";
import { Folders } from "../store/folders.ts";
import { timesIn, write } from "../store/maintain.ts";
import { publish, removeHalfWritten, spillFolder, temporaryFile } from "../store/publish.ts";
import { pathList } from "../store/read-columns.ts";
import { minutesInName, TEXT_LAYOUTS, type ImportLayout, type TextLayout } from "./layouts.ts";
import { unzipOne } from "./unzip.ts";

export interface ImportOptions {
  readonly dataDir: string;
  readonly files: readonly string[];
  readonly layout: ImportLayout;
  /** The service code of the market that the files are of. */
  readonly code: string;
  readonly clock: Pick<Clock, "now">;
  readonly memoryMegabytes: number;
  readonly threads: number;
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

/** The first day of bitcoin: nothing that is older was traded. */
const FIRST_MS = Date.UTC(2009, 0, 3);

/**
 * One after the other. What was added before a file fails, or the signal is aborted, stays. Fails with a `UserError` that
 * names the file. Two imports of the same market at the same time would add the same twice.
 */
export async function importFiles(options: ImportOptions): Promise<Imported> {
  if (exchangeOf(options.code) === undefined)
    throw new UserError(`${options.code} is no service code, such as binance-btcusdt.`);
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
    const kind =
      options.layout === "parquet"
        ? await readParquet(connection, options, file, whole)
        : await readText(connection, folders, options.layout, file, whole);
    const days = await daysIn(connection, options, file, whole);
    let [rows, added] = [0, 0];
    for (const [done, day] of days.entries()) {
      tell("adding", done, days.length, added);
      options.signal.throwIfAborted();
      added += await addDay(connection, folders, {
        kind,
        code: options.code,
        whole,
        startMs: day.startMs,
        seq: toMillis(options.clock.now()),
      });
      rows += day.rows;
    }
    tell("adding", days.length, days.length, added);
    return { rows, added, days: days.length };
  } finally {
    await rm(whole, { force: true });
  }
}

async function readText(
  connection: DuckDBConnection,
  folders: Folders,
  name: Exclude<ImportLayout, "parquet">,
  file: string,
  into: string,
): Promise<TapeKind> {
  const layout = TEXT_LAYOUTS[name];
  const minutes = name === "kraken-ohlcvt" ? minutesInName(basename(file)) : undefined;
  if (minutes !== undefined && minutes !== 1) {
    throw new UserError(
      `${file} has candles of ${minutes} minutes. Import those of one minute: the longer ones are made of them.`,
    );
  }
  const isZip = /\.zip$/i.test(file);
  const text = isZip ? await temporaryFile(folders.root) : file;
  try {
    if (isZip) await unzipOne(file, text);
    const source = await sourceOf(connection, layout, text, file);
    await write(connection, into, {
      select: `select ${layout.select} from ${source}`,
      values: { source: text },
      lists: [],
    });
    const [[wrong] = []] = await (
      await connection.run(
        `select count(*) filter (where not coalesce(${layout.holds}, false)) from read_parquet($into)`,
        { into },
      )
    ).getRows();
    if (wrong !== 0n) throw new UserError(`${file} cannot be imported as ${name}: ${layout.otherwise}.`);
  } catch (error) {
    throw readable(error, file, name);
  } finally {
    if (isZip) await rm(text, { force: true });
  }
  return layout.kind;
}

/** How the text is read: with as many columns as it has, and without the header that some dumps have. */
async function sourceOf(
  connection: DuckDBConnection,
  { columns, fewest }: TextLayout,
  text: string,
  file: string,
): Promise<string> {
  const compression = /\.gz$/i.test(file) ? "gzip" : "none";
  const first = await connection.run(
    `from read_csv($source, header = false, all_varchar = true, delim = ',', quote = '"', compression = '${compression}') limit 1`,
    { source: text },
  );
  const [row] = await first.getRows();
  if (!row || row.length < fewest || row.length > columns.length) {
    throw new UserError(
      `${file} has ${row?.length ?? 0} columns; expected are ${fewest === columns.length ? fewest : `${fewest} to ${columns.length}`}.`,
    );
  }
  const types = columns.slice(0, row.length).map(([column, type]) => `'${column}': '${type}'`);
  const hasHeader = Number.isNaN(Number(row[0] ?? Number.NaN));
  return `read_csv($source, auto_detect = false, header = ${hasHeader}, columns = {${types.join(", ")}}, delim = ',',
                   quote = '"', compression = '${compression}')`;
}

/** Files as the tape has them, of one code or of several. */
async function readParquet(
  connection: DuckDBConnection,
  { code }: ImportOptions,
  file: string,
  into: string,
): Promise<TapeKind> {
  try {
    const result = await connection.run("select name from parquet_schema($file)", { file });
    const names = new Set((await result.getRows()).map(([name]) => String(name)));
    const kind = TAPE_KINDS.find((each) => LAYOUTS[each].columns.every(([name]) => names.has(name)));
    if (!kind) throw new UserError(`${file} has the columns of neither best prices, trades nor candles of a tape.`);
    const columns = LAYOUTS[kind].columns.map(([name, type]) => `cast(${name} as ${type}) as ${name}`).join(", ");
    const isOfMany = names.has("code");
    await write(connection, into, {
      select: `select ${columns} from read_parquet($file, hive_partitioning = false) ${isOfMany ? "where code = $code" : ""}`,
      values: { file, ...(isOfMany ? { code } : {}) },
      lists: [],
    });
    return kind;
  } catch (error) {
    throw readable(error, file, "parquet");
  }
}

async function daysIn(
  connection: DuckDBConnection,
  { clock }: ImportOptions,
  file: string,
  whole: string,
): Promise<{ readonly startMs: number; readonly rows: number }[]> {
  const result = await connection.run(
    `select ms // ${DAY_MS} * ${DAY_MS} as start, count(*) from read_parquet($whole) group by 1 order by 1`,
    { whole },
  );
  const days = (await result.getRows()).map(([startMs, rows]) => ({ startMs: Number(startMs), rows: Number(rows) }));
  const lastMs = toMillis(clock.now()) + DAY_MS;
  if (days.some(({ startMs }) => startMs < FIRST_MS || startMs > lastMs)) {
    throw new UserError(`${file} cannot be imported: it has times that cannot be.`);
  }
  return days;
}

interface DayToAdd {
  readonly kind: TapeKind;
  readonly code: string;
  readonly whole: string;
  readonly startMs: number;
  readonly seq: number;
}

/** Answers how many rows were not there yet. */
async function addDay(
  connection: DuckDBConnection,
  folders: Folders,
  { kind, code, whole, startMs, seq }: DayToAdd,
): Promise<number> {
  const { key, order } = LAYOUTS[kind];
  const columns = columnsOf(kind);
  const { settled, pending } = await folders.find(kind, code, startMs, startMs + DAY_MS);
  const values: Record<string, DuckDBValue> = { whole, start: BigInt(startMs), end: BigInt(startMs + DAY_MS) };
  const lists: string[] = [];
  const there: string[] = [];
  if (settled.length > 0) {
    there.push(`select ${key} from read_parquet($settled, hive_partitioning = false)`);
    values["settled"] = pathList(settled);
    lists.push("settled");
  }
  if (pending.length > 0) {
    there.push(`select ${key} from read_parquet($pending, hive_partitioning = false) where code = $code`);
    values["pending"] = pathList(pending);
    values["code"] = code;
    lists.push("pending");
  }
  const isNew = there.length === 0 ? "" : `and ${key} not in (${there.join(" union all ")})`;
  const temporary = await temporaryFile(folders.root);
  await write(connection, temporary, {
    select: `select ${columns} from (
               select distinct on (${key}) ${columns} from read_parquet($whole) where ms >= $start and ms < $end ${isNew}
             ) order by ${order}`,
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

/** What is wrong with a file, as the engine says it: its first line. */
function readable(error: unknown, file: string, layout: string): unknown {
  if (
    error instanceof UserError ||
    !(error instanceof Error) ||
    !/^(?:Invalid Input|Conversion|IO) Error/.test(error.message)
  )
    return error;
  const [line = ""] = error.message.split("\n");
  return new UserError(`${file} cannot be imported as ${layout}: ${line.slice(0, 300)}`);
}
