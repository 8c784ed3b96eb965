/** Lines that add volume up from the first candle on: only their differences mean something. */
import type { Candles } from "./candles.ts";
import { indicator } from "./indicator.ts";

/**
 * Chaikin's accumulation and distribution: adds up volume, times 1 where the close is the high, -1 where it is the
 * low, and in between by its place. A candle without range adds nothing. TA-Lib: AD.
 */
function adl({ high, low, close, volume }: Omit<Candles, "ms" | "open">): Float64Array {
  const out = new Float64Array(close.length);
  let sum = 0;
  for (let index = 0; index < out.length; index++) {
    const top = high[index] as number;
    const bottom = low[index] as number;
    const last = close[index] as number;
    const range = top - bottom;
    if (range > 0) sum += ((last - bottom - (top - last)) / range) * (volume[index] as number);
    out[index] = sum;
  }
  return out;
}

/** Granville's on-balance volume: the first volume, then plus volume on a rise, less it on a fall. TA-Lib: OBV. */
function obv({ close, volume }: Pick<Candles, "close" | "volume">): Float64Array {
  const out = new Float64Array(close.length);
  if (out.length === 0) return out;
  let sum = volume[0] as number;
  out[0] = sum;
  for (let index = 1; index < out.length; index++) {
    const change = (close[index] as number) - (close[index - 1] as number);
    if (change > 0) sum += volume[index] as number;
    else if (change < 0) sum -= volume[index] as number;
    out[index] = sum;
  }
  return out;
}

export const adlIndicator = indicator({
  name: "adl",
  title: "Accumulation/distribution line (ADL)",
  parameters: [],
  convention:
    "Adds up volume x ((close - low) - (high - close)) / (high - low) from the first candle answered; a candle without " +
    "range adds nothing. Chaikin; TA-Lib AD.",
  kind: "sums",
  warmUp: () => 0,
  reach: () => 0,
  compute: adl,
});

export const obvIndicator = indicator({
  name: "obv",
  title: "On-balance volume (OBV)",
  parameters: [],
  convention:
    "The volume of the first candle answered, then plus the volume where the close rises, less it where it falls. TA-Lib OBV.",
  kind: "sums",
  warmUp: () => 0,
  reach: () => 0,
  compute: obv,
});
