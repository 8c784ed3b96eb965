import { column, type Candles } from "./candles.ts";
import { indicator } from "./indicator.ts";

/**
 * Wilder's parabolic stop and reverse; begins at index 1. As in TA-Lib (SAR). It begins downwards where the second
 * candle's low fell by more than its high rose, else upwards, at the first candle's extreme. The stop never enters the
 * last two candles, and reverses where a candle touches it. Wilder, 1978.
 */
function psar({ high, low }: Pick<Candles, "high" | "low">, step: number, maximum: number): Float64Array {
  const out = column(high.length, 1);
  if (out.length < 2) return out;
  const rise = (high[1] as number) - (high[0] as number);
  const fall = (low[0] as number) - (low[1] as number);
  const acceleration = Math.min(step, maximum);
  // The way down is the way up in a mirror: prices with their sign turned.
  let isUp = !(fall > 0 && fall > rise);
  let stop = isUp ? (low[0] as number) : -(high[0] as number);
  let best = isUp ? (high[1] as number) : -(low[1] as number);
  let speed = acceleration;
  for (let index = 1; index < out.length; index++) {
    // TA-Lib takes the second candle for the one before itself too.
    const before = index === 1 ? 1 : index - 1;
    let floor = isUp
      ? Math.min(low[before] as number, low[index] as number)
      : -Math.max(high[before] as number, high[index] as number);
    let top = isUp ? (high[index] as number) : -(low[index] as number);
    const bottom = isUp ? (low[index] as number) : -(high[index] as number);
    if (bottom <= stop) {
      // Reversed: the stop is the extreme of the way that ended, beyond the last two candles.
      isUp = !isUp;
      floor = isUp
        ? Math.min(low[before] as number, low[index] as number)
        : -Math.max(high[before] as number, high[index] as number);
      top = isUp ? (high[index] as number) : -(low[index] as number);
      stop = Math.min(-best, floor);
      out[index] = isUp ? stop : -stop;
      speed = acceleration;
      best = top;
    } else {
      out[index] = isUp ? stop : -stop;
      if (top > best) {
        best = top;
        speed = Math.min(maximum, speed + acceleration);
      }
    }
    stop = Math.min(stop + speed * (best - stop), floor);
  }
  return out;
}

export const psarIndicator = indicator({
  name: "psar",
  title: "Parabolic stop and reverse (PSAR)",
  parameters: [
    { name: "step", default: 0.02, minimum: 0, maximum: 1, isWhole: false },
    { name: "maximum", default: 0.2, minimum: 0, maximum: 1, isWhole: false },
  ],
  convention: "Acceleration by `step` for each new extreme, up to `maximum`. Wilder; TA-Lib SAR.",
  kind: "candles",
  warmUp: () => 1,
  // It forgets what came before once it has reversed a few times.
  reach: () => 300,
  compute: (candles, [step, maximum]) => psar(candles, step, maximum),
});
