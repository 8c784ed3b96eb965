import { candleCount, indicator } from "./indicator.ts";
import { column } from "./candles.ts";

/**
 * The mean of the last `period` values where the newest weighs `period` and the oldest 1; NaN before index
 * `period - 1`. TA-Lib: WMA. Adds the weighted end of one block and beginning of the next, and subtracts nothing, for
 * the reason told at `slidingSum`.
 */
export function wma(values: Float64Array, period: number): Float64Array {
  const out = column(values.length, period - 1);
  const share = 2 / (period * (period + 1));
  const ends = new Float64Array(period + 1);
  let sum = 0;
  let weighted = 0;
  let count = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number;
    weighted += count * value;
    sum += value;
    count++;
    if (index >= period - 1) out[index] = ((ends[count] as number) + weighted + (period - count + 1) * sum) * share;
    if (count === period) {
      weighEnds(values, index, ends);
      sum = 0;
      weighted = 0;
      count = 0;
    }
  }
  return out;
}

/**
 * The remaining weight of the block whose last value is at `last` when its first k values have left: its k-th weighs
 * 1.
 */
function weighEnds(values: Float64Array, last: number, ends: Float64Array): void {
  let sum = 0;
  let weighted = 0;
  for (let index = last, offset = ends.length - 2; offset >= 0; index--, offset--) {
    sum += values[index] as number;
    weighted += sum;
    ends[offset] = weighted;
  }
}

export const wmaIndicator = indicator({
  name: "wma",
  title: "Weighted moving average (WMA)",
  parameters: [candleCount("period", 20)],
  convention: "Of the closes; linear weights, period for the newest to 1 for the oldest. TA-Lib WMA.",
  kind: "candles",
  warmUp: ([period]) => period - 1,
  reach: ([period]) => period - 1,
  compute: ({ close }, [period]) => wma(close, period),
});
