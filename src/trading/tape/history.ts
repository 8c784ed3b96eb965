/** Reads the tape: files and what is not in files yet, as one. */
import { stat } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import { toMillis } from "../../kit/time/instant.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { invariant } from "../../kit/errors/invariant.ts";
import { MINUTE_MS, DAY_MS } from "../../kit/time/spans.ts";
import { aggregateCandles, CANDLE_INTERVALS, mergeCandles, type CandleInterval } from "./core/candle-intervals.ts";
import { dayStart } from "./core/days.ts";
import { splitHoles } from "./core/candle-holes.ts";
import { joinSegments } from "./core/join-segments.ts";
import { joinSpans, subtractSpans, type Span } from "./core/spans.ts";
import { CARRY_MS, SpreadFold, type PriceColumns, type SpreadMinute } from "./core/spread-minutes.ts";
import { tapeErrors } from "./errors.ts";
import { hasImports, watchedSpans, writtenSpans } from "./known-time.ts";
import { CANDLE, TOP, type Batch } from "./store/batch.ts";
import type { Engine } from "./store/duckdb.ts";
import type { Folders } from "./store/folders.ts";
import { minutesFromTrades } from "./store/minutes-from-trades.ts";
import { findBefore, readColumns } from "./store/read-columns.ts";
import type { RowBuffer } from "./store/row-buffer.ts";
import type { RecordedCandles, TopColumns } from "./tape.ts";

/** The rows of a code that are not in files yet; undefined when nothing here records it. */
export type Unwritten = (
  code: string,
) => { readonly index: number; readonly batches: readonly Batch[]; readonly firstSeq: number } | undefined;

export interface HistoryOptions {
  readonly engine: Engine;
  readonly folders: Folders;
  readonly clock: Pick<Clock, "now">;
  readonly unwritten: Unwritten;
  /** How long it may take until what another process has recorded is in files. */
  readonly delayMs: number;
}

const MAX_CANDLE_MS = 3_660 * DAY_MS;
/** A day whose files are larger is gone through in pieces of about this size. */
const PIECE_BYTES = 48 * 1024 * 1024;
const MAX_CACHED_MINUTES = 300_000;
/** Past minutes may change too, by an import, and by what another process could not write in time. */
const CACHED_FOR_MS = 10 * MINUTE_MS;
/** How far back the newest minute is looked for before the whole day is. */
const RECENT_MS = 3 * MINUTE_MS;

interface CachedMinutes {
  /** All minutes before this are in it. */
  readonly throughMs: number;
  readonly minutes: readonly SpreadMinute[];
}

export class History {
  readonly #options: HistoryOptions;
  readonly #spreads: LRUCache<string, CachedMinutes>;
  readonly #imported = new LRUCache<string, boolean>({ max: 1_000, ttl: CACHED_FOR_MS });
  /** The computations in progress, so that many requests for the same are served by one. */
  readonly #running = new Map<string, Promise<readonly SpreadMinute[]>>();

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#spreads = new LRUCache({
      maxSize: MAX_CACHED_MINUTES,
      sizeCalculation: ({ minutes }) => minutes.length + 1,
      ttl: CACHED_FOR_MS,
      ttlResolution: 0,
      // Newer minutes do not make the earlier ones younger.
      noUpdateTTL: true,
      perf: { now: () => toMillis(options.clock.now()) },
    });
  }

  async tops(code: string, fromMs: number, toMs: number, limit: number): Promise<TopColumns> {
    const names = ["bid", "bid_quantity", "ask", "ask_quantity"];
    const columns = await this.#columns({ kind: "tops", code, fromMs, toMs, names, limit });
    const [ms, bid, bidQuantity, ask, askQuantity] = columns.map((column) => column.subarray(0, limit));
    invariant(ms && bid && bidQuantity && ask && askQuantity, "as many columns as asked for");
    return { count: ms.length, ms, bid, bidQuantity, ask, askQuantity };
  }

  async candles(code: string, interval: CandleInterval, fromMs: number, toMs: number): Promise<RecordedCandles> {
    if (toMs - fromMs > MAX_CANDLE_MS) throw tapeErrors.tooLong({ seconds: MAX_CANDLE_MS / 1_000 });
    const lengthMs = CANDLE_INTERVALS[interval];
    const range = { fromMs: Math.ceil(fromMs / lengthMs) * lengthMs, toMs: Math.ceil(toMs / lengthMs) * lengthMs };
    const names = ["open", "high", "low", "close", "volume"];
    const memory = this.#memory(code);
    const columns = this.#columns({ kind: "candles", code, ...range, names, limit: Number.POSITIVE_INFINITY });
    const candles = columns.then(([ms, open, high, low, close, volume]) => {
      invariant(ms && open && high && low && close && volume, "as many columns as asked for");
      return splitHoles({ count: ms.length, ms, open, high, low, close, volume });
    });
    const wanted = { code, ...range, ...memory, recorded: candles.then((recorded) => recorded.candles.ms) };
    const [{ candles: minutes, holes }, traded] = await Promise.all([
      candles,
      minutesFromTrades(this.#options.engine, this.#options.folders, wanted),
    ]);
    const written = await writtenSpans(this.#options.folders, { minutes: minutes.ms, holes, code, ...range });
    const watched = subtractSpans(await this.#watched(code, range, written.known), written.holes);
    return { ...aggregateCandles(mergeCandles(minutes, traded), interval), known: written.known, watched };
  }

  /** Whether there is a file with rows of a code, or of others of its exchange, at a moment or after it. */
  async hasLater(code: string, atMs: number): Promise<boolean> {
    const nowMs = Math.floor(toMillis(this.#options.clock.now()));
    const { settled, pending } = await this.#options.folders.find("tops", code, atMs, nowMs + 1);
    return settled.length + pending.length > 0;
  }

  /** Whether anything of a market was brought from elsewhere, whenever. */
  async hasImports(code: string): Promise<boolean> {
    const kept = this.#imported.get(code);
    if (kept !== undefined) return kept;
    const found = await hasImports(this.#options.folders, code);
    this.#imported.set(code, found);
    return found;
  }

  /** The time that only best prices prove. They are many: only days that need it are read. */
  async #watched(code: string, range: Span, known: readonly Span[]): Promise<Span[]> {
    const nowMs = Math.floor(toMillis(this.#options.clock.now())) + 1;
    const whole = { fromMs: range.fromMs, toMs: Math.min(range.toMs, nowMs) };
    const spans: Span[] = [];
    const { settled, pending } = await this.#options.folders.find("tops", code, whole.fromMs - CARRY_MS, whole.toMs);
    const isThere = (span: Span): boolean =>
      span.toMs > nowMs - DAY_MS ||
      [...settled, ...pending].some(({ firstMs, lastMs }) => firstMs < span.toMs && lastMs >= span.fromMs - CARRY_MS);
    for (const { fromMs, toMs } of piecesOfDays(subtractSpans([whole], known)).filter(isThere)) {
      const limit = Number.POSITIVE_INFINITY;
      const wanted = { kind: "tops" as const, code, fromMs: fromMs - CARRY_MS, toMs, names: ["bid", "ask"], limit };
      const [ms, bid, ask] = await this.#columns(wanted);
      invariant(ms && bid && ask, "as many columns as asked for");
      spans.push(...watchedSpans({ ms, bid, ask }, toMs));
    }
    return joinSpans(spans);
  }

  /** The minutes of a day, as far as it has come. */
  async spreadMinutes(ask: string, bid: string, day: string): Promise<readonly SpreadMinute[]> {
    const key = `${ask}+${bid} ${day}`;
    const running = this.#running.get(key) ?? this.#spreadDay(key, ask, bid, day);
    this.#running.set(key, running);
    try {
      return await running;
    } finally {
      if (this.#running.get(key) === running) this.#running.delete(key);
    }
  }

  /** The newest minute of today. */
  async latestSpread(ask: string, bid: string): Promise<SpreadMinute | undefined> {
    const nowMs = toMillis(this.#options.clock.now());
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const fromMs = Math.max(dayStart(day) ?? 0, Math.floor((nowMs - RECENT_MS) / MINUTE_MS) * MINUTE_MS);
    const recent = await this.#fold(ask, bid, fromMs, nowMs + 1);
    return recent.at(-1) ?? (await this.spreadMinutes(ask, bid, day)).at(-1);
  }

  async #spreadDay(key: string, ask: string, bid: string, day: string): Promise<readonly SpreadMinute[]> {
    const startMs = dayStart(day);
    invariant(startMs !== undefined, "a day is one");
    const nowMs = toMillis(this.#options.clock.now());
    const endMs = Math.min(startMs + DAY_MS, nowMs + 1);
    if (endMs <= startMs) return [];
    const cached = this.#spreads.get(key);
    const fromMs = cached?.throughMs ?? startMs;
    if (cached && fromMs >= startMs + DAY_MS) return cached.minutes;
    const minutes = [...(cached?.minutes ?? []), ...(await this.#fold(ask, bid, fromMs, endMs))];
    const throughMs = Math.min(Math.floor((nowMs - this.#options.delayMs) / MINUTE_MS) * MINUTE_MS, startMs + DAY_MS);
    if (throughMs > fromMs) {
      this.#spreads.set(key, { throughMs, minutes: minutes.filter((minute) => minute.startMs < throughMs) });
    }
    return minutes;
  }

  async #fold(ask: string, bid: string, fromMs: number, toMs: number): Promise<SpreadMinute[]> {
    const fold = new SpreadFold(fromMs);
    let at = fromMs - CARRY_MS;
    const pieces = await this.#pieces(ask, bid, at, toMs);
    const pieceMs = Math.ceil((toMs - at) / pieces);
    for (; at < toMs; at += pieceMs) {
      const end = Math.min(at + pieceMs, toMs);
      const [asks, bids] = await Promise.all([this.#prices(ask, "ask", at, end), this.#prices(bid, "bid", at, end)]);
      fold.feed(asks, bids);
    }
    return fold.finish(toMs);
  }

  /** In how many pieces a range is gone through, so that what is in memory at once is bounded. */
  async #pieces(ask: string, bid: string, fromMs: number, toMs: number): Promise<number> {
    let bytes = 0;
    for (const code of [ask, bid]) {
      const range = { kind: "tops" as const, code, fromMs, toMs, beforeFlush: Number.POSITIVE_INFINITY };
      const { settled } = await findBefore(this.#options.folders, range);
      for (const { path } of settled)
        bytes += await stat(path).then(
          ({ size }) => size,
          () => 0,
        );
    }
    return Math.max(1, Math.ceil(bytes / PIECE_BYTES));
  }

  async #prices(code: string, name: "ask" | "bid", fromMs: number, toMs: number): Promise<PriceColumns> {
    const limit = Number.POSITIVE_INFINITY;
    const [ms, price] = await this.#columns({ kind: "tops", code, fromMs, toMs, names: [name], limit });
    invariant(ms && price, "as many columns as asked for");
    return { ms, price, count: ms.length };
  }

  async #columns(wanted: {
    readonly kind: "tops" | "candles";
    readonly code: string;
    readonly fromMs: number;
    readonly toMs: number;
    readonly names: readonly string[];
    readonly limit: number;
  }): Promise<Float64Array[]> {
    const { engine, folders } = this.#options;
    // Memory is copied before the first wait: rows flushed during the read are then left out of the files.
    const { index, batches, beforeFlush } = this.#memory(wanted.code);
    const places = wanted.names.map((name) => PLACES[wanted.kind][name] ?? 0);
    const unwritten = batches.map((batch) => rowsOf(batch[wanted.kind], index, places, wanted));
    const segments = await readColumns(engine, folders, { ...wanted, beforeFlush });
    return joinSegments([...segments, ...unwritten], wanted.names.length + 1);
  }

  #memory(code: string): { readonly index: number; readonly batches: readonly Batch[]; readonly beforeFlush: number } {
    const unwritten = this.#options.unwritten(code);
    if (!unwritten) return { index: -1, batches: [], beforeFlush: Number.POSITIVE_INFINITY };
    return { index: unwritten.index, batches: unwritten.batches, beforeFlush: unwritten.firstSeq };
  }
}

/** One piece for each day in which any of the spans lie, as wide as those. */
function piecesOfDays(spans: readonly Span[]): Span[] {
  const pieces = new Map<number, Span>();
  for (const { fromMs, toMs } of spans) {
    for (let day = Math.floor(fromMs / DAY_MS); day * DAY_MS < toMs; day++) {
      const begin = Math.max(fromMs, day * DAY_MS);
      const end = Math.min(toMs, (day + 1) * DAY_MS);
      pieces.set(day, { fromMs: pieces.get(day)?.fromMs ?? begin, toMs: end });
    }
  }
  return [...pieces.values()];
}

/** The place of a file's column in the buffer of its kind. */
const PLACES: Readonly<Record<"tops" | "candles", Readonly<Record<string, number>>>> = {
  tops: { bid: TOP.bid, bid_quantity: TOP.bidQuantity, ask: TOP.ask, ask_quantity: TOP.askQuantity },
  candles: CANDLE,
};

/** The rows of one listing, copied: the buffer is used again. */
function rowsOf(
  buffer: RowBuffer,
  index: number,
  places: readonly number[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Float64Array[] {
  const rows: number[] = [];
  for (let row = 0; row < buffer.count; row++) {
    const ms = buffer.ms[row] ?? 0;
    if (buffer.listing[row] === index && ms >= fromMs && ms < toMs) rows.push(row);
  }
  const pick = (column: Float64Array | undefined): Float64Array => Float64Array.from(rows, (row) => column?.[row] ?? 0);
  return [pick(buffer.ms), ...places.map((place) => pick(buffer.values[place]))];
}
