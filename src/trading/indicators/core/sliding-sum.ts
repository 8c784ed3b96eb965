import { candleCount, indicator } from "./indicator.ts";
import { column } from "./candles.ts";

/**
 * The sum of the last `period` values; NaN before index `from + period - 1`. TA-Lib: SUM.
 *
 * Nothing is ever subtracted, so that no error grows over millions of values and no large value leaves a trace after
 * it has left the window. Values are taken in blocks of one period. A window is the end of one block and the beginning
 * of the next (van Herk, Gil and Werman, 1992): three additions for each value, whatever the period.
 */
export function slidingSum(values: Float64Array, period: number, from = 0): Float64Array {
  const sums = column(values.length, from + period - 1);
  const ends = new Float64Array(period + 1);
  const first = from + period - 1;
  let beginning = 0;
  let offset = 0;
  for (let index = from; index < values.length; index++) {
    beginning += values[index] as number;
    offset++;
    if (index >= first) sums[index] = (ends[offset] as number) + beginning;
    if (offset === period) {
      sumEnds(values, index, ends);
      beginning = 0;
      offset = 0;
    }
  }
  return sums;
}

/** Sums the ends of the block whose last value is at `last`: `ends[k]` is what is left of it from its k-th value on. */
function sumEnds(values: Float64Array, last: number, ends: Float64Array): void {
  let sum = 0;
  for (let index = last, offset = ends.length - 2; offset >= 0; index--, offset--) {
    sum += values[index] as number;
    ends[offset] = sum;
  }
}

export const sumIndicator = indicator({
  name: "sum",
  title: "Sum",
  parameters: [candleCount("period", 14)],
  convention: "Sum of the last closes. TA-Lib SUM.",
  kind: "candles",
  warmUp: ([period]) => period - 1,
  reach: ([period]) => period - 1,
  compute: ({ close }, [period]) => slidingSum(close, period),
});
