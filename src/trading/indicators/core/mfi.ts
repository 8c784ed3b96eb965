import { column, type Candles } from "./candles.ts";
import { candleCount, indicator } from "./indicator.ts";
import { slidingSum } from "./sliding-sum.ts";
import { typicalPrice } from "./typical-price.ts";

/**
 * The money flow index, from 0 to 100: what share of the money of the period (typical price x volume) went with rising
 * typical prices. Money at an unchanged price counts on neither side; 0 where the total is zero. Begins at index
 * `period`. TA-Lib: MFI. Quong and Soudack, 1989.
 */
export function mfi(candles: Pick<Candles, "high" | "low" | "close" | "volume">, period: number): Float64Array {
  const prices = typicalPrice(candles);
  const rising = column(prices.length, 1);
  const falling = column(prices.length, 1);
  for (let index = 1; index < prices.length; index++) {
    const price = prices[index] as number;
    const before = prices[index - 1] as number;
    const money = price * (candles.volume[index] as number);
    if (price > before) rising[index] = money;
    else if (price < before) falling[index] = money;
  }
  const ups = slidingSum(rising, period, 1);
  const downs = slidingSum(falling, period, 1);
  for (let index = period; index < ups.length; index++) {
    const up = ups[index] as number;
    const all = up + (downs[index] as number);
    ups[index] = all > 0 ? (100 * up) / all : 0;
  }
  return ups;
}

export const mfiIndicator = indicator({
  name: "mfi",
  title: "Money flow index (MFI)",
  parameters: [candleCount("period", 14)],
  convention:
    "100 x the share of typical price x volume that went with a rising typical price; an unchanged one counts on neither " +
    "side; 0 where there is none. TA-Lib MFI.",
  kind: "candles",
  warmUp: ([period]) => period,
  reach: ([period]) => period,
  compute: (candles, [period]) => mfi(candles, period),
});
