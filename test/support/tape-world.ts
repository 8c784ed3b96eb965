/** A tape over a market that a test sets, in a folder of its own, on a clock that the test moves. */
import { silentLog } from "../../src/kit/log/log.ts";
import { DAY_MS } from "../../src/kit/time/spans.ts";
import { openTape, type RunningTape, type TapeOptions } from "../../src/trading/tape/index.ts";
import { keptLog, type KeptLog } from "./kept-log.ts";
import { manualClock, type ManualClock } from "./manual-clock.ts";
import { tapeMarket, type TapeMarket } from "./tape-market.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export interface TapeWorld {
  readonly folder: string;
  readonly clock: ManualClock;
  readonly market: TapeMarket;
  readonly tape: RunningTape;
  readonly log: KeptLog;
  /** Stops the tape, and starts another one over the same folder. Fails if the first has lost rows, or a flush has failed. */
  continue(ms: number): Promise<void>;
  /** Stops the tape, and starts another one over the same folder. */
  again(options?: Partial<TapeOptions>, ms?: number): Promise<void>;
  /** The rows of a market's best prices: milliseconds since the start, bid, quantity, ask, quantity. */
  tops(code: string): Promise<number[][]>;
  close(): Promise<void>;
}

/** The default settings of a test's tape. Its own repetitions are slow: tests flush when they mean to. */
export const TAPE_OPTIONS = {
  log: silentLog(),
  flushSeconds: 3_600,
  retention: { tops: 0, trades: 0, candles: 0 },
  minimumFreeMegabytes: 0,
  bufferRows: 10_000,
  memoryMegabytes: 128,
  threads: 1,
} as const;

export async function tapeWorld(codes: readonly string[], startMs: number): Promise<TapeWorld> {
  const folder = await temporaryFolder();
  const begin = (ms: number, options: Partial<TapeOptions> = {}) => {
    const clock = manualClock(ms);
    const market = tapeMarket(codes, clock);
    const log = keptLog();
    const tape = openTape({
      ...TAPE_OPTIONS,
      dataDir: folder.path,
      market,
      clock,
      log: { ...silentLog(), ...log },
      ...options,
    });
    tape.start();
    return { clock, market, log, tape };
  };
  let current = begin(startMs);
  const again: TapeWorld["again"] = async (options, ms) => {
    await current.tape.stop();
    current = begin(ms ?? current.clock.now() / 1_000, options);
  };
  return {
    folder: folder.path,
    get clock() {
      return current.clock;
    },
    get market() {
      return current.market;
    },
    get tape() {
      return current.tape;
    },
    get log() {
      return current.log;
    },
    again,
    async continue(ms) {
      const { tape, log } = current;
      await again({}, ms);
      const { failedFlushes, skippedRows, waitingRows } = tape.status();
      if (failedFlushes + skippedRows + waitingRows > 0) throw new Error(JSON.stringify(log.entries));
    },
    async tops(code) {
      const columns = await current.tape.tops(code, startMs - DAY_MS, startMs + 7 * DAY_MS, 100_000);
      const { ms, bid, bidQuantity, ask, askQuantity } = columns;
      return [...ms].map((at, row) => [
        at - startMs,
        ...[bid, bidQuantity, ask, askQuantity].map((column) => column[row] ?? -1),
      ]);
    },
    async close() {
      await current.tape.stop();
      await folder.remove();
    },
  };
}
