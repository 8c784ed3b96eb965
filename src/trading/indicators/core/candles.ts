/** Candles by column, oldest first, all columns of one length: what indicators are computed from. */
export interface Candles {
  /** First millisecond of each candle, rising. */
  readonly ms: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** In base units. */
  readonly volume: Float64Array;
}

/** The candles from one index on to another (not included), without copying. */
export function cutCandles(candles: Candles, from: number, to: number): Candles {
  return {
    ms: candles.ms.subarray(from, to),
    open: candles.open.subarray(from, to),
    high: candles.high.subarray(from, to),
    low: candles.low.subarray(from, to),
    close: candles.close.subarray(from, to),
    volume: candles.volume.subarray(from, to),
  };
}

/** A new column whose first `warmUp` values are NaN, where an indicator has no value yet. */
export function column(length: number, warmUp: number): Float64Array {
  const values = new Float64Array(length);
  values.fill(Number.NaN, 0, Math.min(length, warmUp));
  return values;
}
