/** Reads one dump whole into a file of ours, row by row and unchanged, and proves its form. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { codeOf } from "../../../kit/errors/code-of.ts";
import { UserError } from "../../../kit/errors/user-error.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { LAYOUTS, TAPE_KINDS, type TapeKind } from "../core/kinds.ts";
import { write } from "../store/maintain.ts";
import { temporaryFile } from "../store/publish.ts";
import {
  CHECKS,
  DUMP_LAYOUTS,
  minutesInName,
  type Check,
  type DumpLayout,
  type DumpLayoutName,
  type ImportLayout,
} from "./layouts.ts";
import { unzipOne } from "./unzip.ts";

export interface DumpToRead {
  readonly file: string;
  readonly layout: ImportLayout;
  /** Of a file of many codes, the rows of this one. */
  readonly code: string;
  /** The file that is written. Its rows have the kind's columns, and more. */
  readonly into: string;
  /** Below it lie temporary files. */
  readonly root: string;
  readonly nowMs: number;
}

/** The first day of bitcoin: nothing that is older was traded. */
const FIRST_MS = Date.UTC(2009, 0, 3);
const MAX_SHOWN = 60;

/** Where rows come from: a selection of `$source` that has the layout's columns. */
interface Source {
  readonly from: string;
  readonly path: string;
  /** Its columns. */
  readonly names: readonly string[];
  /** Lines before the first row. */
  readonly headerLines: number;
}

/** Fails with a `UserError` that names the file, its line and what is wrong with that. */
export async function readDump(connection: DuckDBConnection, dump: DumpToRead): Promise<TapeKind> {
  const { file, layout } = dump;
  try {
    return layout === "parquet" ? await readOwn(connection, dump) : await readOthers(connection, dump, layout);
  } catch (error) {
    throw readable(error, file, layout);
  }
}

/** Files as the tape has them, of one code or of several. */
async function readOwn(connection: DuckDBConnection, dump: DumpToRead): Promise<TapeKind> {
  const { file, code } = dump;
  const names = new Set((await columnsIn(connection, file)).map(({ name }) => name));
  const kind = TAPE_KINDS.find((each) => LAYOUTS[each].columns.every(([name]) => names.has(name)));
  if (!kind) throw new UserError(`${file} has the columns of neither best prices, trades nor candles of a tape.`);
  const columns = LAYOUTS[kind].columns.map(([name, type]) => `cast(${name} as ${type}) as ${name}`);
  const isOfMany = names.has("code");
  await write(connection, dump.into, {
    select: `select ${columns.join(", ")}, line from (
               select ${[...LAYOUTS[kind].columns.map(([name]) => name), ...(isOfMany ? ["code"] : [])].join(", ")},
                 row_number() over () as line
               from read_parquet($source, hive_partitioning = false)
             ) ${isOfMany ? "where code = $code" : ""}`,
    values: { source: file, ...(isOfMany ? { code } : {}) },
    lists: [],
  });
  await check(connection, dump, CHECKS[kind], "row", 0);
  return kind;
}

async function readOthers(connection: DuckDBConnection, dump: DumpToRead, name: DumpLayoutName): Promise<TapeKind> {
  const { file, root, into } = dump;
  const minutes = name === "kraken-ohlcvt" ? minutesInName(basename(file)) : undefined;
  if (minutes !== undefined && minutes !== 1) {
    throw new UserError(
      `${file} has candles of ${minutes} minutes. Import those of one minute: the longer ones are made of them.`,
    );
  }
  const layout = DUMP_LAYOUTS[name];
  const isZip = /\.zip$/i.test(file);
  const path = isZip ? await temporaryFile(root) : file;
  const isParquet = /\.parquet$/i.test(file);
  try {
    if (isZip) await unzipOne(file, path);
    const source = isParquet ? await parquetSource(connection, layout, file) : await textSource(layout, path, file);
    await write(connection, into, {
      select: `select ${layout.select}, line from (select ${source.names.join(", ")}, row_number() over () as line from ${source.from})`,
      values: { source: source.path },
      lists: [],
    });
    const checks = [...CHECKS[layout.kind], ...layout.checks];
    await check(connection, dump, checks, isParquet ? "row" : "line", source.headerLines);
    if (isParquet && layout.kind === "candles") await checkDistances(connection, dump);
  } finally {
    if (isZip) await rm(path, { force: true });
  }
  return layout.kind;
}

/** How a text is read: with as many columns as it has, and without the header that some dumps have. */
async function textSource({ columns, fewest }: DumpLayout, path: string, file: string): Promise<Source> {
  const isPacked = /\.gz$/i.test(file);
  const first = await firstLine(path, isPacked);
  const fields = first === "" ? [] : first.split(",");
  if (fields.length < fewest || fields.length > columns.length) {
    const expected = fewest === columns.length ? String(fewest) : `${fewest} to ${columns.length}`;
    throw new UserError(`${file} has ${fields.length} columns in line 1; expected are ${expected}.`);
  }
  const types = columns.slice(0, fields.length).map(({ name, type }) => `'${name}': '${type}'`);
  const hasHeader = Number.isNaN(Number(fields[0]?.replaceAll('"', "")));
  return {
    from: `read_csv($source, auto_detect = false, header = ${hasHeader}, columns = {${types.join(", ")}},
                    delim = ',', quote = '"', compression = '${isPacked ? "gzip" : "none"}')`,
    path,
    names: columns.slice(0, fields.length).map(({ name }) => name),
    headerLines: hasHeader ? 1 : 0,
  };
}

async function firstLine(path: string, isPacked: boolean): Promise<string> {
  const bytes = createReadStream(path);
  const input = isPacked ? bytes.pipe(createGunzip()) : bytes;
  const broken = new Promise<never>((_, reject) => {
    for (const stream of [bytes, input]) stream.once("error", reject);
  });
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    const next = await Promise.race([lines[Symbol.asyncIterator]().next(), broken]);
    return next.done === true ? "" : next.value;
  } finally {
    lines.close();
    bytes.destroy();
  }
}

/** Others put the same columns into Parquet files under names of their own, and moments as such. */
async function parquetSource(
  connection: DuckDBConnection,
  { columns, moment }: DumpLayout,
  file: string,
): Promise<Source> {
  const there = await columnsIn(connection, file);
  const wanted = columns.filter(({ called }) => called.length > 0);
  const selected = wanted.map(({ name, type, called, isOptional = false }) => {
    const found = called.flatMap((alias) => there.filter((each) => plain(each.name) === alias))[0];
    if (!found && !isOptional) throw new UserError(`${file} has no column ${called.join(" or ")}.`);
    if (!found) return `cast(null as ${type}) as ${name}`;
    const quoted = `"${found.name.replaceAll('"', '""')}"`;
    return `cast(${found.type.startsWith("TIMESTAMP") ? moment(quoted) : quoted} as ${type}) as ${name}`;
  });
  return {
    from: `(select ${selected.join(", ")} from read_parquet($source, hive_partitioning = false))`,
    path: file,
    names: wanted.map(({ name }) => name),
    headerLines: 0,
  };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_ ]/g, "");
}

async function columnsIn(connection: DuckDBConnection, file: string): Promise<{ name: string; type: string }[]> {
  const result = await connection.run("describe from read_parquet($file, hive_partitioning = false)", {
    file,
  });
  return (await result.getRows()).map(([name, type]) => ({ name: String(name), type: String(type) }));
}

/** Names the first row of which something is not true. */
async function check(
  connection: DuckDBConnection,
  { into, file, layout, nowMs }: DumpToRead,
  ofRows: readonly Check[],
  unit: "line" | "row",
  headerLines: number,
): Promise<void> {
  const time = `ms >= ${FIRST_MS} and ms < ${Math.floor(nowMs) + DAY_MS}`;
  const checks = [...ofRows, [time, "its time cannot be"] as const];
  const wrong = checks.map(([holds]) => `min(line) filter (where not coalesce(${holds}, false))`);
  const result = await connection.run(`select count(*), ${wrong.join(", ")} from read_parquet($into)`, { into });
  const [[count, ...lines] = []] = await result.getRows();
  if (count === 0n) throw new UserError(`${file} cannot be imported as ${layout}: it has no rows.`);
  const found = checks
    .flatMap(([, says], place) => {
      const line = lines[place];
      return typeof line === "bigint" ? [{ line: Number(line) + headerLines, says }] : [];
    })
    .toSorted((one, other) => one.line - other.line)[0];
  if (found) throw new UserError(`${file} cannot be imported as ${layout}: ${unit} ${found.line}: ${found.says}.`);
}

/** Longer candles look like those of a minute in files that say only when each begins. */
async function checkDistances(connection: DuckDBConnection, { into, file, layout }: DumpToRead): Promise<void> {
  const result = await connection.run(
    `select min(distance) from (select ms - lag(ms) over (order by ms) as distance from read_parquet($into))
     where distance > 0`,
    { into },
  );
  const [[distance] = []] = await result.getRows();
  if (typeof distance === "bigint" && distance > 60_000n && distance % 60_000n === 0n && layout === "binance-klines") {
    throw new UserError(`${file} has candles of ${distance / 60_000n} minutes. Import those of one minute.`);
  }
}

/** The problem of a file, as the engine says it, in a sentence. */
function readable(error: unknown, file: string, layout: ImportLayout): unknown {
  if (error instanceof UserError || !(error instanceof Error)) return error;
  const isPacking = codeOf(error)?.startsWith("Z_") ?? false;
  if (!isPacking && !/^(?:Invalid Input|Conversion|IO|Binder) Error/.test(error.message)) return error;
  const line = /CSV Error on Line: (\d{1,15})/.exec(error.message)?.[1];
  const where = line === undefined ? "" : `line ${line}: `;
  return new UserError(`${file} cannot be imported as ${layout}: ${where}${reasonIn(error.message)}.`);
}

function reasonIn(message: string): string {
  const [column, value] = [quotedIn(message, "converting column"), quotedIn(message, "Could not convert string")];
  if (column !== undefined && value !== undefined)
    return `${JSON.stringify(value.slice(0, MAX_SHOWN))} is not a valid ${column}`;
  const [, expected, found] = /Expected Number of Columns: (\d{1,9}) Found: (\d{1,9})/.exec(message) ?? [];
  if (found !== undefined) return `it has ${found} columns; expected are ${expected}`;
  if (message.includes("unterminated quote")) return "a quotation mark has no other";
  const [first = ""] = message.split("\n");
  return first.slice(0, 300);
}

/** The text in quotation marks behind some words. */
function quotedIn(message: string, words: string): string | undefined {
  const [, behind] = message.split(`${words} "`, 2);
  const end = behind?.indexOf('"') ?? -1;
  return end === -1 ? undefined : behind?.slice(0, end);
}
