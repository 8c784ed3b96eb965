import { candleCount, indicator } from "./indicator.ts";
import { slidingSum } from "./sliding-sum.ts";

/** The mean of the last `period` values; NaN before index `from + period - 1`. TA-Lib: SMA. */
export function sma(values: Float64Array, period: number, from = 0): Float64Array {
  const means = slidingSum(values, period, from);
  for (let index = from + period - 1; index < means.length; index++) means[index] = (means[index] as number) / period;
  return means;
}

export const smaIndicator = indicator({
  name: "sma",
  title: "Simple moving average (SMA)",
  parameters: [candleCount("period", 20)],
  convention: "Mean of the last closes. TA-Lib SMA.",
  kind: "candles",
  warmUp: ([period]) => period - 1,
  reach: ([period]) => period - 1,
  compute: ({ close }, [period]) => sma(close, period),
});
