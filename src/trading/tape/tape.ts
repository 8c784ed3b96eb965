/** The tape: records the market to files, keeps their number small, and reads them together with what is in memory. */
import { resolve } from "node:path";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import type { RecordedMarket } from "../market/index.ts";
import type { CandleColumns, CandleInterval } from "./core/candle-intervals.ts";
import type { Span } from "./core/spans.ts";
import type { SpreadMinute } from "./core/spread-minutes.ts";
import { History } from "./history.ts";
import { Keeper, type RecordingState } from "./keeper.ts";
import { Engine } from "./store/duckdb.ts";
import { Folders } from "./store/folders.ts";
import { knownCodes, type Known } from "./store/known-codes.ts";
import { freeBytesOf, spillFolder } from "./store/publish.ts";
import type { Retention } from "./store/retention.ts";

/** Best prices by columns, oldest first; a price of 0 says that none is known from then on. Times in milliseconds. */
export interface TopColumns {
  readonly count: number;
  readonly ms: Float64Array;
  readonly bid: Float64Array;
  readonly bidQuantity: Float64Array;
  readonly ask: Float64Array;
  readonly askQuantity: Float64Array;
}

/** Candles, and the time range in which the tape knows that they are complete. */
export interface RecordedCandles extends CandleColumns {
  /** Proved by candles that were written, and by what was imported. */
  readonly known: readonly Span[];
  /**
   * Proved by best prices: the market was watched. They prove nothing about the trades of an exchange that reports
   * none.
   */
  readonly watched: readonly Span[];
}

export interface TapeStatus extends RecordingState {
  /** In memory, waiting to be written. */
  readonly waitingRows: number;
  /** Not recorded since the start: no room in memory, or the recorder was paused. */
  readonly skippedRows: number;
}

/** History as endpoints and strategies read it. Codes are service codes; what is unknown has no rows. */
export interface Tape {
  /** The rows of best prices in `[fromMs, toMs)`, the first `limit` of them. */
  tops(code: string, fromMs: number, toMs: number, limit: number): Promise<TopColumns>;
  /** The candles that begin in `[fromMs, toMs)`, at most ten years. The last one may not be over. */
  candles(code: string, interval: CandleInterval, fromMs: number, toMs: number): Promise<RecordedCandles>;
  /**
   * Whether what was recorded of a code at a moment of the last hours is here by now, as far as that can be told: this process records
   * it, or later rows of its exchange are in files. False where another process has not written it yet, or writes to another machine.
   */
  hasRecorded(code: string, atMs: number): Promise<boolean>;
  /** Whether candles or trades of a code were imported, at whatever time. A few minutes old at most. */
  hasImports(code: string): Promise<boolean>;
  /** The minutes of a day (`2026-01-31`) in UTC as far as it has come, oldest first, of any two codes. */
  spreadMinutes(askCode: string, bidCode: string, day: string): Promise<readonly SpreadMinute[]>;
  /** The newest minute of today; undefined when both sides were at no time known together. */
  latestSpread(askCode: string, bidCode: string): Promise<SpreadMinute | undefined>;
  /** The recorded history, by code. A few minutes old at most. */
  availability(): Promise<readonly Known[]>;
  status(): TapeStatus;
}

export interface TapeOptions {
  /** Below this, all files are in `tape/`. */
  readonly dataDir: string;
  /** The recorded market; nothing is recorded when undefined. */
  readonly market: RecordedMarket | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly flushSeconds: number;
  readonly retention: Retention;
  readonly minimumFreeMegabytes: number;
  readonly bufferRows: number;
  readonly memoryMegabytes: number;
  readonly threads: number;
  /** Bytes that are free on the disk of a folder; asks the system when undefined. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export interface RunningTape extends Tape {
  /** Begins to record. */
  start(): void;
  /** Writes what is in memory, and ends. */
  stop(): Promise<void>;
  /** Writes what is in memory now. Answers whether all of it is in files. */
  flush(): Promise<boolean>;
  /** Merges, settles and removes what is due now. */
  maintain(): Promise<void>;
}

const KNOWN_FOR_MS = 5 * MINUTE_MS;
/** Until what another process has recorded is in files: two flushes, and a little for the writing itself. */
const WRITING_MS = 5_000;

/** Opens nothing yet: the engine starts with the first that is read or written. */
export function openTape(options: TapeOptions): RunningTape {
  const { clock, market, flushSeconds } = options;
  const root = resolve(options.dataDir, "tape");
  const folders = new Folders(root);
  const engine = new Engine({
    folders: [root],
    spillFolder: spillFolder(root),
    memoryMegabytes: options.memoryMegabytes,
    threads: options.threads,
  });
  const keeper = new Keeper({ ...options, freeBytes: options.freeBytes ?? freeBytesOf, engine, folders });
  const history = new History({
    engine,
    folders,
    clock,
    delayMs: 2_000 * flushSeconds + WRITING_MS,
    unwritten(code) {
      const index = market?.listing(code)?.index;
      return index === undefined || !keeper.recorder ? undefined : { index, ...keeper.recorder.unwritten };
    },
  });
  let known: { readonly atMs: number; readonly list: Promise<Known[]> } | undefined;
  return {
    async tops(code, fromMs, toMs, limit) {
      await keeper.ready();
      return history.tops(code, fromMs, toMs, limit);
    },
    async candles(code, interval, fromMs, toMs) {
      await keeper.ready();
      return history.candles(code, interval, fromMs, toMs);
    },
    async hasRecorded(code, atMs) {
      await keeper.ready();
      const listing = market?.listing(code);
      const isOurs = listing !== undefined && market?.connectedSince(listing) !== undefined;
      return (isOurs && keeper.recorder !== undefined) || history.hasLater(code, atMs);
    },
    async hasImports(code) {
      await keeper.ready();
      return history.hasImports(code);
    },
    async spreadMinutes(ask, bid, day) {
      await keeper.ready();
      return history.spreadMinutes(ask, bid, day);
    },
    async latestSpread(ask, bid) {
      await keeper.ready();
      return history.latestSpread(ask, bid);
    },
    async availability() {
      const nowMs = toMillis(clock.now());
      if (known && nowMs - known.atMs < KNOWN_FOR_MS) return known.list;
      const list = knownCodes(engine, folders);
      known = { atMs: nowMs, list };
      list.catch(() => (known = undefined));
      return list;
    },
    status: () => ({ ...keeper.state, ...(keeper.recorder?.counts ?? { waitingRows: 0, skippedRows: 0 }) }),
    start: () => keeper.start(),
    flush: () => keeper.flush(),
    maintain: () => keeper.maintain(),
    async stop() {
      await keeper.stop();
      await engine.close();
    },
  };
}
