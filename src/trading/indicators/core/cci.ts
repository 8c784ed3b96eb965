import { column, type Candles } from "./candles.ts";
import { candleCount, indicator } from "./indicator.ts";
import { sma } from "./sma.ts";
import { typicalPrice } from "./typical-price.ts";

/** A mean distance below this share of the price is rounding, not movement. */
const ROUNDING = 1e-13;

/**
 * Lambert's commodity channel index: how far the typical price is from its simple average, in units of 0.015 mean
 * distances; begins at index `period - 1`. 0 where nothing has moved. TA-Lib: CCI. Lambert, 1980.
 */
export function cci(candles: Pick<Candles, "high" | "low" | "close">, period: number): Float64Array {
  const prices = typicalPrice(candles);
  const averages = sma(prices, period);
  const out = column(prices.length, period - 1);
  for (let index = period - 1; index < out.length; index++) {
    const average = averages[index] as number;
    let distances = 0;
    for (let at = index - period + 1; at <= index; at++) distances += Math.abs((prices[at] as number) - average);
    const distance = distances / period;
    const isFlat = distance <= ROUNDING * Math.abs(average);
    out[index] = isFlat ? 0 : ((prices[index] as number) - average) / (0.015 * distance);
  }
  return out;
}

export const cciIndicator = indicator({
  name: "cci",
  title: "Commodity channel index (CCI)",
  parameters: [candleCount("period", 20, 2)],
  convention:
    "(typical price - its SMA) / (0.015 x mean distance from that SMA); 0 where nothing has moved. Lambert; TA-Lib CCI.",
  kind: "candles",
  warmUp: ([period]) => period - 1,
  reach: ([period]) => period - 1,
  compute: (candles, [period]) => cci(candles, period),
});
