import { candleCount, indicator } from "./indicator.ts";
import { sma } from "./sma.ts";
import { standardDeviation } from "./standard-deviation.ts";

/** Bollinger's bands: the simple average, and this many population deviations above and below. TA-Lib: BBANDS. */
export function bb(values: Float64Array, period: number, deviations: number): BollingerBands {
  const middle = sma(values, period);
  const upper = standardDeviation(values, period);
  const lower = new Float64Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const mean = middle[index] as number;
    const band = deviations * (upper[index] as number);
    upper[index] = mean + band;
    lower[index] = mean - band;
  }
  return { upper, middle, lower };
}

export type BollingerBands = {
  readonly upper: Float64Array;
  readonly middle: Float64Array;
  readonly lower: Float64Array;
};

export const bbIndicator = indicator({
  name: "bb",
  title: "Bollinger bands (BB)",
  parameters: [candleCount("period", 20), { name: "deviations", default: 2, minimum: 0, maximum: 10, isWhole: false }],
  convention: "Simple average of the closes, and so many population deviations above and below it. TA-Lib BBANDS.",
  kind: "candles",
  warmUp: ([period]) => ({ upper: period - 1, middle: period - 1, lower: period - 1 }),
  reach: ([period]) => period - 1,
  compute: ({ close }, [period, deviations]) => bb(close, period, deviations),
});
