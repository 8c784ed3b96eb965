import { candleCount, fading, indicator } from "./indicator.ts";
import { column } from "./candles.ts";

/**
 * The exponential average: each value moves it by 2 / (period + 1) of the distance. Seeded with the mean of the first
 * `period` values, at index `from + period - 1`; NaN before. TA-Lib: EMA.
 */
export function ema(values: Float64Array, period: number, from = 0): Float64Array {
  return follow(values, period, 2 / (period + 1), from);
}

/**
 * Wilder's average: each value moves it by 1 / period of the distance. Seeded with the mean of the first `period`
 * values; NaN before index `from + period - 1`. TA-Lib: RMA, and inside ATR, RSI and ADX. Wilder, 1978.
 */
export function wema(values: Float64Array, period: number, from = 0): Float64Array {
  return follow(values, period, 1 / period, from);
}

function follow(values: Float64Array, period: number, weight: number, from: number): Float64Array {
  const first = from + period - 1;
  const out = column(values.length, first);
  if (first >= values.length) return out;
  let sum = 0;
  for (let index = from; index <= first; index++) sum += values[index] as number;
  let average = sum / period;
  out[first] = average;
  for (let index = first + 1; index < values.length; index++) {
    average += ((values[index] as number) - average) * weight;
    out[index] = average;
  }
  return out;
}

export const emaIndicator = indicator({
  name: "ema",
  title: "Exponential moving average (EMA)",
  parameters: [candleCount("period", 20)],
  convention: "Of the closes; weight 2 / (period + 1), seeded with the mean of the first period. TA-Lib EMA.",
  kind: "candles",
  warmUp: ([period]) => period - 1,
  reach: ([period]) => period - 1 + fading(2 / (period + 1)),
  compute: ({ close }, [period]) => ema(close, period),
});

export const wemaIndicator = indicator({
  name: "wema",
  title: "Wilder's moving average (WEMA)",
  parameters: [candleCount("period", 14)],
  convention: "Of the closes; weight 1 / period, seeded with the mean of the first period. Wilder; TA-Lib RMA.",
  kind: "candles",
  warmUp: ([period]) => period - 1,
  reach: ([period]) => period - 1 + fading(1 / period),
  compute: ({ close }, [period]) => wema(close, period),
});
