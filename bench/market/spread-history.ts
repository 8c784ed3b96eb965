/**
 * How fast the spread of any two markets is answered for a whole day, minute by minute, when both have changed their
 * best prices ten times a second: cold, from files of markets that were never requested before in a running platform,
 * and again. Against the same by a plain as-of join in SQL, by the same engine with the same settings, in the same
 * run; the answers are compared.
 */
import { DuckDBInstance, LIST, VARCHAR, listValue, type DuckDBConnection } from "@duckdb/node-api";
import { link, mkdir, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { silentLog } from "../../src/kit/log/log.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { fromMillis } from "../../src/kit/time/instant.ts";
import { openTape, type RunningTape, type SpreadMinute } from "../../src/trading/tape/index.ts";
import { tapeMarket } from "../../test/support/tape-market.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { seededRandom } from "./book-stream.ts";
import { rest, row, type Print } from "./rows.ts";

const [ASKS, BIDS] = ["alpha-btcusdt", "beta-btcusdt"];
const DAY = "2026-03-02";
const DAY_MS = 86_400_000;
const FROM = Date.parse(`${DAY}T00:00:00Z`);
const ROWS = 864_000;
const ROWS_A_FLUSH = 50_000;
/** While the engine and the memory that it needs come into being. */
const WARM_RUNS = 5;
const COLD_RUNS = 40;
const CACHED_RUNS = 200;
const JOIN_RUNS = 9;

/** Prints a line for each measurement. Fails where the two do not agree. */
export async function run(print: Print): Promise<void> {
  const folder = await temporaryFolder("tripod-bench-");
  try {
    await record(folder.path);
    await rest();
    const joined = await measureJoin(folder.path);
    await rest();
    const cold: number[] = [];
    const cached: number[] = [];
    const first: number[] = [];
    const tape = reader(folder.path);
    for (let round = 0; round < WARM_RUNS + COLD_RUNS; round++) {
      const [asks, bids] = [await twin(folder.path, ASKS, round), await twin(folder.path, BIDS, round)];
      const { ms, minutes } = await timed(() => tape.spreadMinutes(asks, bids, DAY));
      (round < WARM_RUNS ? first : cold).push(ms);
      if (round === 0) compare(minutes, joined.minutes);
      for (let again = 0; again < CACHED_RUNS / COLD_RUNS; again++) {
        cached.push((await timed(() => tape.spreadMinutes(asks, bids, DAY))).ms);
      }
    }
    await tape.stop();
    print(row("the first ones after a start", `${first.map((ms) => ms.toFixed(0)).join(", ")} ms`, ""));
    const p50 = at(joined.times, 0.5);
    print(
      row(
        `spread of a day, 2 x ${ROWS.toLocaleString("en-US")} rows, cold`,
        percentiles(cold),
        `${(p50 / at(cold, 0.5)).toFixed(1)} x an as-of join in SQL, ${percentiles(joined.times)}`,
      ),
    );
    print(row("the same again, kept", percentiles(cached), ""));
  } finally {
    await folder.remove();
  }
}

/** A day of two markets, through the recorder, settled. */
async function record(dataDir: string): Promise<void> {
  let nowMs = FROM;
  const clock = { ...systemClock(), now: () => fromMillis(nowMs), every: () => undefined };
  const market = tapeMarket([ASKS, BIDS], clock);
  const tape = openTape({ ...options(dataDir), clock, market });
  tape.start();
  const random = seededRandom(7);
  let price = 6_000_000;
  for (let change = 0; change < ROWS; change++) {
    nowMs = FROM + change * 100 + Math.floor(random() * 50);
    for (const code of [ASKS, BIDS]) {
      if (random() < 0.3) price += Math.floor(random() * 21) - 10;
      const bid = price / 100;
      const ask = (price + 1 + Math.floor(random() * 3)) / 100;
      const quantity = (): number => Math.round(random() * 1e6) / 1e5;
      market.set(code, { bid, ask, bidQuantity: quantity(), askQuantity: quantity() });
      nowMs += Math.floor(random() * 50);
    }
    if (change % ROWS_A_FLUSH === 0) await tape.flush();
  }
  await tape.flush();
  nowMs = FROM + DAY_MS + 3_600_000;
  await tape.maintain();
  await tape.stop();
}

function reader(dataDir: string): RunningTape {
  return openTape({ ...options(dataDir), clock: systemClock(), market: undefined });
}

function options(dataDir: string) {
  return {
    dataDir,
    log: silentLog(),
    flushSeconds: 10,
    retention: { tops: 0, trades: 0, candles: 0 },
    minimumFreeMegabytes: 0,
    bufferRows: 1_000_000,
    memoryMegabytes: 256,
    threads: 1,
  };
}

interface Joined {
  readonly times: number[];
  readonly minutes: number[][];
}

async function measureJoin(dataDir: string): Promise<Joined> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1", memory_limit: "256MB" });
  const connection = await instance.connect();
  try {
    const files = { asks: await filesOf(dataDir, ASKS), bids: await filesOf(dataDir, BIDS) };
    const times: number[] = [];
    let minutes: number[][] = [];
    for (let round = 0; round < JOIN_RUNS; round++) {
      const started = performance.now();
      minutes = await joinDay(connection, files);
      times.push(performance.now() - started);
    }
    return { times, minutes };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function joinDay(
  connection: DuckDBConnection,
  { asks, bids }: { readonly asks: string[]; readonly bids: string[] },
): Promise<number[][]> {
  const result = await connection.run(
    `with asks as (select ms, ask from read_parquet($asks)), bids as (select ms, bid from read_parquet($bids)),
     moments as (
       select ms from asks union select ms from bids
       union select unnest(range(${FROM}::bigint, ${FROM + DAY_MS}::bigint, 60000))
     ),
     known as (
       select moments.ms, ask - bid as price, ask / bid as ratio
       from moments asof join asks on moments.ms >= asks.ms asof join bids on moments.ms >= bids.ms
       where moments.ms - asks.ms < 60000 and moments.ms - bids.ms < 60000 and ask > 0 and bid > 0
         and moments.ms >= ${FROM} and moments.ms < ${FROM + DAY_MS}
     )
     select (ms - ms % 60000)::double as minute,
            arg_min(price, ms), max(price), min(price), arg_max(price, ms),
            arg_min(ratio, ms), max(ratio), min(ratio), arg_max(ratio, ms)
     from known group by 1 order by 1`,
    { asks: listValue(asks), bids: listValue(bids) },
    { asks: LIST(VARCHAR), bids: LIST(VARCHAR) },
  );
  const rows = await result.getRows();
  return rows.map((values) => values.map(Number));
}

/** A market of another name with the same history. Its files were never read under this name. */
async function twin(dataDir: string, code: string, number: number): Promise<string> {
  const name = `${code}${number}`;
  const exchange = code.split("-")[0];
  const folder = join(dataDir, "tape", "tops", `exchange=${exchange}`, `code=${name}`, `day=${DAY}`);
  await mkdir(folder, { recursive: true });
  for (const file of await filesOf(dataDir, code)) await link(file, join(folder, basename(file)));
  return name;
}

async function filesOf(dataDir: string, code: string): Promise<string[]> {
  const folder = join(dataDir, "tape", "tops", `exchange=${code.split("-")[0]}`, `code=${code}`, `day=${DAY}`);
  return (await readdir(folder)).map((name) => join(folder, name));
}

function compare(minutes: readonly SpreadMinute[], joined: readonly number[][]): void {
  const own = minutes.map(({ startMs, price, ratio }) => [
    startMs,
    ...[price, ratio].flatMap(({ open, high, low, close }) => [open, high, low, close]),
  ]);
  if (own.length < 1_440 || own.length !== joined.length) throw new Error("the answers have other minutes");
  for (const [minute, values] of own.entries()) {
    for (const [column, value] of values.entries()) {
      // SQL keeps the tails of floating point; ours are decimals.
      const other = joined[minute]?.[column] ?? Number.NaN;
      if (!(Math.abs(value - other) < 1e-9)) throw new Error(`the answers differ: ${value}, ${other}`);
    }
  }
}

async function timed(work: () => Promise<readonly SpreadMinute[]>) {
  const started = performance.now();
  const minutes = await work();
  return { ms: performance.now() - started, minutes };
}

function percentiles(times: readonly number[]): string {
  return `p50 ${at(times, 0.5).toFixed(2)} ms, p99 ${at(times, 0.99).toFixed(2)} ms`;
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;
}
