import { candleCount, indicator } from "./indicator.ts";
import { column } from "./candles.ts";

/**
 * The population standard deviation of the last `period` values (divided by the period, not by one less); NaN before
 * index `period - 1`. TA-Lib: STDDEV with one deviation.
 *
 * The mean of squares less the square of the mean, which is the usual sliding form, loses every digit where prices are
 * large and moves small. Here Welford's method keeps mean and sum of squared distances for the ends of one block and
 * the beginning of the next. Chan's formula joins them (Chan, Golub, LeVeque, 1979): exact to rounding, and 0 for
 * equal values.
 */
export function standardDeviation(values: Float64Array, period: number): Float64Array {
  const out = column(values.length, period - 1);
  const shares = Float64Array.from({ length: period + 1 }, (_, count) => (count === 0 ? 0 : 1 / count));
  const joins = Float64Array.from({ length: period + 1 }, (_, count) => (count * (period - count)) / period);
  const means = new Float64Array(period + 1);
  const spreads = new Float64Array(period + 1);
  const share = 1 / period;
  let mean = 0;
  let spread = 0;
  let count = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number;
    const distance = value - mean;
    count++;
    mean += distance * (shares[count] as number);
    spread += distance * (value - mean);
    if (index >= period - 1) {
      const apart = mean - (means[count] as number);
      const joined = spread + (spreads[count] as number) + apart * apart * (joins[count] as number);
      out[index] = Math.sqrt(joined * share);
    }
    if (count === period) {
      spreadEnds(values, index, { means, spreads, shares });
      mean = 0;
      spread = 0;
      count = 0;
    }
  }
  return out;
}

interface Ends {
  readonly means: Float64Array;
  readonly spreads: Float64Array;
  readonly shares: Float64Array;
}

/** Mean and sum of squared distances of what is left of the block from each of its values on. */
function spreadEnds(values: Float64Array, last: number, { means, spreads, shares }: Ends): void {
  let mean = 0;
  let spread = 0;
  const period = means.length - 1;
  for (let index = last, count = 1; count <= period; index--, count++) {
    const value = values[index] as number;
    const distance = value - mean;
    mean += distance * (shares[count] as number);
    spread += distance * (value - mean);
    means[period - count] = mean;
    spreads[period - count] = spread;
  }
}

export const standardDeviationIndicator = indicator({
  name: "standard_deviation",
  title: "Standard deviation (SD)",
  parameters: [candleCount("period", 20)],
  convention: "Of the last closes, of the population: divided by the period. TA-Lib STDDEV.",
  kind: "candles",
  warmUp: ([period]) => period - 1,
  reach: ([period]) => period - 1,
  compute: ({ close }, [period]) => standardDeviation(close, period),
});
