import type { Candles } from "./candles.ts";
import { indicator } from "./indicator.ts";

type VolumeProfile = {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly volume: Float64Array;
  readonly bullish: Float64Array;
  readonly bearish: Float64Array;
};

/**
 * How much was traded at which prices: equal steps from the lowest low to the highest high of all candles. Each step
 * has the volume of candles that closed at or above their open (`bullish`) and below it (`bearish`). A candle's volume
 * is spread evenly from its low to its high. One step where no price has moved, none without candles.
 */
export function volumeProfile(candles: Candles, steps: number): VolumeProfile {
  const { open, high, low, close, volume } = candles;
  const edges = stepEdges(candles, steps);
  const count = edges.length - 1;
  const bullish = new Float64Array(Math.max(0, count));
  const bearish = new Float64Array(Math.max(0, count));
  for (let index = 0; index < close.length; index++) {
    const side = (close[index] as number) >= (open[index] as number) ? bullish : bearish;
    spread(side, edges, { low: low[index] as number, high: high[index] as number, volume: volume[index] as number });
  }
  const sums = bullish.map((sum, step) => sum + (bearish[step] as number));
  return { from: edges.slice(0, -1), to: edges.slice(1), volume: sums, bullish, bearish };
}

/** One edge more than there are steps; none without candles. */
function stepEdges({ high, low }: Pick<Candles, "high" | "low">, steps: number): Float64Array {
  if (low.length === 0) return new Float64Array(0);
  const bottom = low.reduce((lowest, price) => Math.min(lowest, price), Infinity);
  const range = high.reduce((highest, price) => Math.max(highest, price), -Infinity) - bottom;
  const count = range > 0 ? steps : 1;
  return Float64Array.from({ length: count + 1 }, (_, step) => bottom + (range * step) / count);
}

function spread(
  side: Float64Array,
  edges: Float64Array,
  { low, high, volume }: { readonly low: number; readonly high: number; readonly volume: number },
): void {
  const first = stepAt(edges, low);
  const last = stepAt(edges, high);
  if (first === last) {
    side[first] = (side[first] as number) + volume;
    return;
  }
  const density = volume / (high - low);
  for (let step = first; step <= last; step++) {
    const part = Math.min(high, edges[step + 1] as number) - Math.max(low, edges[step] as number);
    side[step] = (side[step] as number) + part * density;
  }
}

/** The step that a price is in: an edge belongs to the step above it, the highest one to the last step. */
function stepAt(edges: Float64Array, price: number): number {
  const count = edges.length - 1;
  const bottom = edges[0] as number;
  const range = (edges[count] as number) - bottom;
  if (range <= 0) return 0;
  let step = Math.min(count - 1, Math.floor(((price - bottom) / range) * count));
  // The division rounds; the edges decide.
  while (step > 0 && price < (edges[step] as number)) step--;
  while (step < count - 1 && price >= (edges[step + 1] as number)) step++;
  return step;
}

export const volumeProfileIndicator = indicator({
  name: "vp",
  title: "Volume profile (VP)",
  parameters: [{ name: "steps", default: 24, minimum: 1, maximum: 500, isWhole: true }],
  convention:
    "Of all candles answered together: equal steps of price (`from`, `to`) and the volume in each, of candles that rose " +
    "(`bullish`) and fell (`bearish`), each candle's spread evenly from its low to its high.",
  kind: "profile",
  warmUp: () => ({ from: 0, to: 0, volume: 0, bullish: 0, bearish: 0 }),
  reach: () => 0,
  compute: (candles, [steps]) => volumeProfile(candles, steps),
});
