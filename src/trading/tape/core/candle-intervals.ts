/** Candles of longer intervals, from those of a minute. Every interval begins at a multiple of itself in UTC. */
import { MINUTE_MS, DAY_MS } from "../../../kit/time/spans.ts";

export type CandleInterval = "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "1d";

/** In milliseconds. */
export const CANDLE_INTERVALS: Readonly<Record<CandleInterval, number>> = {
  "1m": MINUTE_MS,
  "3m": 3 * MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": 60 * MINUTE_MS,
  "2h": 120 * MINUTE_MS,
  "4h": 240 * MINUTE_MS,
  "1d": DAY_MS,
};

/** Candles by columns, oldest first; the members hold `count` values each. Volumes in base units. */
export interface CandleColumns {
  readonly count: number;
  /** The first millisecond of each. */
  readonly ms: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** Room for `count` candles. */
export function emptyCandles(count: number): CandleColumns {
  const column = (): Float64Array => new Float64Array(count);
  return { count, ms: column(), open: column(), high: column(), low: column(), close: column(), volume: column() };
}

/** Puts sorted candles of a minute together. Intervals without any are absent. */
export function aggregateCandles(minutes: CandleColumns, interval: CandleInterval): CandleColumns {
  if (interval === "1m") return minutes;
  const lengthMs = CANDLE_INTERVALS[interval];
  const result = emptyCandles(minutes.count);
  let last = -1;
  for (let row = 0; row < minutes.count; row++) {
    const startMs = (minutes.ms[row] ?? 0) - ((minutes.ms[row] ?? 0) % lengthMs);
    if (last < 0 || result.ms[last] !== startMs) {
      last++;
      setCandle(minutes, row, result, last);
      result.ms[last] = startMs;
      continue;
    }
    result.high[last] = Math.max(result.high[last] ?? 0, minutes.high[row] ?? 0);
    result.low[last] = Math.min(result.low[last] ?? 0, minutes.low[row] ?? 0);
    result.close[last] = minutes.close[row] ?? 0;
    result.volume[last] = (result.volume[last] ?? 0) + (minutes.volume[row] ?? 0);
  }
  return firstCandles(result, last + 1);
}

/**
 * One candle for each minute of any of two sorted lists. Where both have one, that of the greater volume: the other
 * recorder has missed trades.
 */
export function mergeCandles(one: CandleColumns, other: CandleColumns): CandleColumns {
  const result = emptyCandles(one.count + other.count);
  let [a, b, count] = [0, 0, 0];
  const put = (from: CandleColumns, row: number): void => {
    const previous = count - 1;
    if (previous < 0 || result.ms[previous] !== from.ms[row]) setCandle(from, row, result, count++);
    else if ((result.volume[previous] ?? 0) < (from.volume[row] ?? 0)) setCandle(from, row, result, previous);
  };
  while (a < one.count || b < other.count) {
    const isFirst = b >= other.count || (a < one.count && (one.ms[a] ?? 0) <= (other.ms[b] ?? 0));
    if (isFirst) put(one, a++);
    else put(other, b++);
  }
  return firstCandles(result, count);
}

/** Puts a candle of one list into a place of another. */
export function setCandle(from: CandleColumns, row: number, to: CandleColumns, at: number): void {
  to.ms[at] = from.ms[row] ?? 0;
  to.open[at] = from.open[row] ?? 0;
  to.high[at] = from.high[row] ?? 0;
  to.low[at] = from.low[row] ?? 0;
  to.close[at] = from.close[row] ?? 0;
  to.volume[at] = from.volume[row] ?? 0;
}

/** The first `count` of them, which share their memory. */
export function firstCandles(candles: CandleColumns, count: number): CandleColumns {
  return {
    count,
    ms: candles.ms.subarray(0, count),
    open: candles.open.subarray(0, count),
    high: candles.high.subarray(0, count),
    low: candles.low.subarray(0, count),
    close: candles.close.subarray(0, count),
    volume: candles.volume.subarray(0, count),
  };
}
