import { candleCount, fading, indicator } from "./indicator.ts";
import { column } from "./candles.ts";

/**
 * Wilder's relative strength index, from 0 to 100: what share of the average move is upwards. Averages of gains and
 * losses are Wilder's, seeded with the mean of the first `period` changes; begins at index `from + period`. 0 where
 * nothing has moved. TA-Lib: RSI. Wilder, 1978.
 */
export function rsi(values: Float64Array, period: number, from = 0): Float64Array {
  const first = from + period;
  const out = column(values.length, first);
  if (first >= values.length) return out;
  let gain = 0;
  let loss = 0;
  for (let index = from + 1; index <= first; index++) {
    const change = (values[index] as number) - (values[index - 1] as number);
    if (change > 0) gain += change;
    else loss -= change;
  }
  gain /= period;
  loss /= period;
  out[first] = share(gain, loss);
  const weight = 1 / period;
  for (let index = first + 1; index < values.length; index++) {
    const change = (values[index] as number) - (values[index - 1] as number);
    // Without a branch: which way prices go is what no processor can guess.
    const rise = Math.max(0, change);
    gain += (rise - gain) * weight;
    loss += (rise - change - loss) * weight;
    out[index] = share(gain, loss);
  }
  return out;
}

function share(gain: number, loss: number): number {
  const sum = gain + loss;
  return sum > 0 ? (100 * gain) / sum : 0;
}

export const rsiIndicator = indicator({
  name: "rsi",
  title: "Relative strength index (RSI)",
  parameters: [candleCount("period", 14)],
  convention:
    "100 x average gain / (average gain + average loss) of the closes, Wilder's averages seeded with the mean of the " +
    "first period of changes; 0 where nothing has moved. Wilder; TA-Lib RSI.",
  kind: "candles",
  warmUp: ([period]) => period,
  reach: ([period]) => period + fading(1 / period),
  compute: ({ close }, [period]) => rsi(close, period),
});
