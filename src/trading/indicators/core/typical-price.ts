import type { Candles } from "./candles.ts";
import { indicator } from "./indicator.ts";

/** The mean of high, low and close. TA-Lib: TYPPRICE. */
export function typicalPrice({ high, low, close }: Pick<Candles, "high" | "low" | "close">): Float64Array {
  const out = new Float64Array(close.length);
  for (let index = 0; index < out.length; index++) {
    out[index] = ((high[index] as number) + (low[index] as number) + (close[index] as number)) / 3;
  }
  return out;
}

export const typicalPriceIndicator = indicator({
  name: "typical_price",
  title: "Typical price",
  parameters: [],
  convention: "(high + low + close) / 3. TA-Lib TYPPRICE.",
  kind: "candles",
  warmUp: () => 0,
  reach: () => 0,
  compute: typicalPrice,
});
