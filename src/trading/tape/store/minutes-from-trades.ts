/** Candles of a minute, made from trades: for minutes whose candle was not recorded, and the one that is not over. */
import type { DuckDBValue } from "@duckdb/node-api";
import { MINUTE_MS, DAY_MS } from "../../../kit/time/spans.ts";
import { emptyCandles, type CandleColumns } from "../core/candle-intervals.ts";
import { TRADE, type Batch } from "./batch.ts";
import { readNumbers } from "./columns.ts";
import type { Engine } from "./duckdb.ts";
import type { Folders, FoundFile } from "./folders.ts";
import { findBefore, PATHS, pathList, retried } from "./read-columns.ts";

interface Minute {
  firstMs: number;
  lastMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

export interface TradesToRead {
  readonly code: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly batches: readonly Batch[];
  /** The listing's index in the batches; -1 when it is not recorded here. */
  readonly index: number;
  readonly beforeFlush: number;
  /** The minutes whose candles are recorded: days that have all of theirs are not read. */
  readonly recorded: Promise<Float64Array>;
}

/** Sorted. A day at a time, so that the memory for telling trades that came twice is bounded. */
export async function minutesFromTrades(
  engine: Engine,
  folders: Folders,
  wanted: TradesToRead,
): Promise<CandleColumns> {
  const minutes = new Map<number, Minute>();
  // Copied before anything is waited for, when it is certain which flushes are in memory.
  const unwritten = tradesIn(wanted);
  const { settled, pending } = await findBefore(folders, { ...wanted, kind: "trades" });
  const files = [...settled, ...pending];
  const days = new Set(files.flatMap(({ firstMs, lastMs }) => startsOfDays(firstMs, lastMs)));
  const recorded = minutesOfDays(await wanted.recorded);
  for (const startMs of days) {
    const range = { fromMs: Math.max(wanted.fromMs, startMs), toMs: Math.min(wanted.toMs, startMs + DAY_MS) };
    if (range.toMs - range.fromMs <= (recorded.get(startMs) ?? 0) * MINUTE_MS) continue;
    await retried(() => readDay(engine, folders, { ...wanted, ...range }, minutes));
  }
  for (const { ms, price, quantity } of unwritten) add(minutes, ms, price, quantity);
  return columnsOf(minutes);
}

function minutesOfDays(minutes: Float64Array): Map<number, number> {
  const counts = new Map<number, number>();
  let last = -1;
  for (const ms of minutes) {
    if (ms !== last) counts.set(ms - (ms % DAY_MS), (counts.get(ms - (ms % DAY_MS)) ?? 0) + 1);
    last = ms;
  }
  return counts;
}

function startsOfDays(firstMs: number, lastMs: number): number[] {
  const starts: number[] = [];
  for (let startMs = firstMs - (firstMs % DAY_MS); startMs <= lastMs; startMs += DAY_MS) starts.push(startMs);
  return starts;
}

async function readDay(
  engine: Engine,
  folders: Folders,
  wanted: TradesToRead,
  minutes: Map<number, Minute>,
): Promise<void> {
  const { settled, pending } = await findBefore(folders, { ...wanted, kind: "trades" });
  if (settled.length + pending.length === 0) return;
  const values: Record<string, DuckDBValue> = { from: BigInt(wanted.fromMs), to: BigInt(wanted.toMs) };
  const lists: Record<string, typeof PATHS> = {};
  const parts: string[] = [];
  const take = (name: string, files: readonly FoundFile[], where: string): void => {
    if (files.length === 0) return;
    values[name] = pathList(files);
    lists[name] = PATHS;
    parts.push(
      `select ms, n, id, price, quantity from read_parquet($${name}, hive_partitioning = false)
       where ${where} ms >= $from and ms < $to`,
    );
  };
  take("settled", settled, "");
  take("pending", pending, "code = $code and");
  if (pending.length > 0) values["code"] = wanted.code;
  const columns = await engine.read(async (connection) =>
    readNumbers(
      await connection.run(
        `select cast(ms - ms % ${MINUTE_MS} as double) as minute, cast(min(ms) as double), cast(max(ms) as double),
                first(price order by ms, n), max(price), min(price), last(price order by ms, n), sum(quantity)
         from (select ms, min(n) as n, id, price, quantity from (${parts.join(" union all ")})
               group by ms, id, price, quantity)
         group by 1 order by 1`,
        values,
        lists,
      ),
    ),
  );
  const [starts] = columns;
  for (let row = 0; row < (starts?.length ?? 0); row++) {
    const [start = 0, firstMs = 0, lastMs = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = columns.map(
      (column) => column[row] ?? 0,
    );
    minutes.set(start, { firstMs, lastMs, open, high, low, close, volume });
  }
}

function tradesIn({ batches, index, fromMs, toMs }: TradesToRead): { ms: number; price: number; quantity: number }[] {
  const found: { ms: number; price: number; quantity: number }[] = [];
  if (index < 0) return found;
  for (const { trades } of batches) {
    for (let row = 0; row < trades.count; row++) {
      const ms = trades.ms[row] ?? 0;
      if (trades.listing[row] !== index || ms < fromMs || ms >= toMs) continue;
      found.push({
        ms,
        price: trades.values[TRADE.price]?.[row] ?? 0,
        quantity: trades.values[TRADE.quantity]?.[row] ?? 0,
      });
    }
  }
  return found;
}

function add(minutes: Map<number, Minute>, ms: number, price: number, quantity: number): void {
  const start = ms - (ms % MINUTE_MS);
  const minute = minutes.get(start);
  if (!minute) {
    minutes.set(start, {
      firstMs: ms,
      lastMs: ms,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: quantity,
    });
    return;
  }
  if (ms < minute.firstMs) [minute.firstMs, minute.open] = [ms, price];
  if (ms >= minute.lastMs) [minute.lastMs, minute.close] = [ms, price];
  minute.high = Math.max(minute.high, price);
  minute.low = Math.min(minute.low, price);
  minute.volume += quantity;
}

function columnsOf(minutes: ReadonlyMap<number, Minute>): CandleColumns {
  const columns = emptyCandles(minutes.size);
  const sorted = [...minutes].toSorted(([one], [other]) => one - other);
  for (const [row, [startMs, { open, high, low, close, volume }]] of sorted.entries()) {
    columns.ms[row] = startMs;
    columns.open[row] = open;
    columns.high[row] = high;
    columns.low[row] = low;
    columns.close[row] = close;
    columns.volume[row] = volume;
  }
  return columns;
}
