import type { Candles } from "./candles.ts";
import { candleCount, indicator } from "./indicator.ts";
import { sma } from "./sma.ts";

/**
 * Williams' awesome oscillator: the simple average of the candles' middles over few candles less that over many;
 * begins at the longer period less one. TA-Lib: AO. Bill Williams, 1995.
 */
function ao({ high, low }: Pick<Candles, "high" | "low">, fast: number, slow: number): Float64Array {
  const middles = new Float64Array(high.length);
  for (let index = 0; index < middles.length; index++) {
    middles[index] = ((high[index] as number) + (low[index] as number)) / 2;
  }
  const out = sma(middles, fast);
  const long = sma(middles, slow);
  for (let index = 0; index < out.length; index++) out[index] = (out[index] as number) - (long[index] as number);
  return out;
}

export const aoIndicator = indicator({
  name: "ao",
  title: "Awesome oscillator (AO)",
  parameters: [candleCount("fast", 5), candleCount("slow", 34)],
  convention: "SMA of (high + low) / 2 over few candles less that over many. Bill Williams; TA-Lib AO.",
  kind: "candles",
  warmUp: ([fast, slow]) => Math.max(fast, slow) - 1,
  reach: ([fast, slow]) => Math.max(fast, slow) - 1,
  compute: (candles, [fast, slow]) => ao(candles, fast, slow),
});
