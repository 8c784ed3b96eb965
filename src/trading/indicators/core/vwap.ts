import { DAY_MS } from "../../../kit/time/spans.ts";
import { column, type Candles } from "./candles.ts";
import { indicator } from "./indicator.ts";

/**
 * The average price of the UTC day so far, weighted by volume: the sum of typical price times volume divided by the
 * sum of volume, restarted at 00:00 UTC. Before the day's first volume it is the typical price. Not in TA-Lib by days.
 */
function vwap(candles: Omit<Candles, "open">): Float64Array {
  const { ms, high, low, close, volume } = candles;
  const out = column(close.length, 0);
  let day = Number.NaN;
  let money = 0;
  let traded = 0;
  for (let index = 0; index < out.length; index++) {
    const today = Math.floor((ms[index] as number) / DAY_MS);
    if (today !== day) {
      day = today;
      money = 0;
      traded = 0;
    }
    const price = ((high[index] as number) + (low[index] as number) + (close[index] as number)) / 3;
    money += price * (volume[index] as number);
    traded += volume[index] as number;
    out[index] = traded > 0 ? money / traded : price;
  }
  return out;
}

export const vwapIndicator = indicator({
  name: "vwap",
  title: "Volume-weighted average price (VWAP)",
  parameters: [],
  convention:
    "Sum of typical price x volume by sum of volume since 00:00 UTC of the candle's day; the typical price before the " +
    "day's first volume.",
  kind: "day",
  warmUp: () => 0,
  reach: () => 0,
  compute: vwap,
});
