import { candleCount, fading, indicator } from "./indicator.ts";
import { column } from "./candles.ts";
import { ema } from "./exponential-averages.ts";

/**
 * The fast exponential average less the slow one, its own exponential average (`signal`), and the distance of the two
 * (`histogram`). As in TA-Lib's MACD, both averages begin at the same value, so that the fast one is seeded with the
 * `fast` values that end there. A slow period below the fast one is swapped with it. Begins at index `slow - 1`,
 * signal and histogram `signal - 1` later.
 */
export function macd(values: Float64Array, fast: number, slow: number, signal: number): Macd {
  const [short, long] = fast <= slow ? [fast, slow] : [slow, fast];
  const line = ema(values, short, long - short);
  const slowLine = ema(values, long);
  for (let index = 0; index < line.length; index++) line[index] = (line[index] as number) - (slowLine[index] as number);
  const signalLine = ema(line, signal, long - 1);
  const histogram = column(line.length, long + signal - 2);
  for (let index = long + signal - 2; index < line.length; index++) {
    histogram[index] = (line[index] as number) - (signalLine[index] as number);
  }
  return { macd: line, signal: signalLine, histogram };
}

type Macd = { readonly macd: Float64Array; readonly signal: Float64Array; readonly histogram: Float64Array };

export const macdIndicator = indicator({
  name: "macd",
  title: "Moving average convergence divergence (MACD)",
  parameters: [candleCount("fast", 12), candleCount("slow", 26), candleCount("signal", 9)],
  convention:
    "Fast EMA of the closes less the slow one, its EMA (signal) and their distance (histogram). Both averages begin at " +
    "the same candle, the fast one seeded with the closes that end there. TA-Lib MACD, which shows the first line only " +
    "from where the signal begins.",
  kind: "candles",
  warmUp([fast, slow, signal]) {
    const first = Math.max(fast, slow) - 1;
    return { macd: first, signal: first + signal - 1, histogram: first + signal - 1 };
  },
  reach([fast, slow, signal]) {
    const long = Math.max(fast, slow);
    return long + signal + fading(2 / (long + 1)) + fading(2 / (signal + 1));
  },
  compute: ({ close }, [fast, slow, signal]) => macd(close, fast, slow, signal),
});
