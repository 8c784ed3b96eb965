import { candleCount, indicator } from "./indicator.ts";
import { column } from "./candles.ts";

/**
 * The highest of the last `period` values; NaN before index `from + period - 1`. TA-Lib: MAX. A few comparisons for each
 * value whatever the period: a window is the end of one block and the beginning of the next, as in `slidingSum`. None is
 * a branch: the processor would guess every second one wrong.
 */
export function highest(values: Float64Array, period: number, from = 0): Float64Array {
  const out = column(values.length, from + period - 1);
  const ends = new Float64Array(period + 1).fill(-Infinity);
  const first = from + period - 1;
  let beginning = -Infinity;
  let offset = 0;
  for (let index = from; index < values.length; index++) {
    beginning = Math.max(beginning, values[index] as number);
    offset++;
    if (index >= first) out[index] = Math.max(beginning, ends[offset] as number);
    if (offset === period) {
      highestEnds(values, index, ends);
      beginning = -Infinity;
      offset = 0;
    }
  }
  return out;
}

/** The lowest of the last `period` values, in the way of `highest`. TA-Lib: MIN. */
export function lowest(values: Float64Array, period: number, from = 0): Float64Array {
  const out = column(values.length, from + period - 1);
  const ends = new Float64Array(period + 1).fill(Infinity);
  const first = from + period - 1;
  let beginning = Infinity;
  let offset = 0;
  for (let index = from; index < values.length; index++) {
    beginning = Math.min(beginning, values[index] as number);
    offset++;
    if (index >= first) out[index] = Math.min(beginning, ends[offset] as number);
    if (offset === period) {
      lowestEnds(values, index, ends);
      beginning = Infinity;
      offset = 0;
    }
  }
  return out;
}

function highestEnds(values: Float64Array, last: number, ends: Float64Array): void {
  let best = -Infinity;
  for (let index = last, offset = ends.length - 2; offset >= 0; index--, offset--) {
    best = Math.max(best, values[index] as number);
    ends[offset] = best;
  }
}

function lowestEnds(values: Float64Array, last: number, ends: Float64Array): void {
  let best = Infinity;
  for (let index = last, offset = ends.length - 2; offset >= 0; index--, offset--) {
    best = Math.min(best, values[index] as number);
    ends[offset] = best;
  }
}

export const highestIndicator = indicator({
  name: "highest",
  title: "Highest",
  parameters: [candleCount("period", 14)],
  convention: "Highest of the last highs. TA-Lib MAX of the highs.",
  kind: "candles",
  warmUp: ([period]) => period - 1,
  reach: ([period]) => period - 1,
  compute: ({ high }, [period]) => highest(high, period),
});

export const lowestIndicator = indicator({
  name: "lowest",
  title: "Lowest",
  parameters: [candleCount("period", 14)],
  convention: "Lowest of the last lows. TA-Lib MIN of the lows.",
  kind: "candles",
  warmUp: ([period]) => period - 1,
  reach: ([period]) => period - 1,
  compute: ({ low }, [period]) => lowest(low, period),
});
