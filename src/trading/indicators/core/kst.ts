import { candleCount, indicator } from "./indicator.ts";
import { column } from "./candles.ts";
import { roc } from "./roc.ts";
import { sma } from "./sma.ts";

/** One of the four smoothed rates of change: over this many values, averaged over this many, weighing this much. */
interface Cycle {
  readonly change: number;
  readonly smoothing: number;
  readonly weight: number;
}

/** Pring's cycles for short terms. */
const CYCLES: readonly Cycle[] = [
  { change: 10, smoothing: 10, weight: 1 },
  { change: 15, smoothing: 10, weight: 2 },
  { change: 20, smoothing: 10, weight: 3 },
  { change: 30, smoothing: 15, weight: 4 },
];

const WARM_UP = Math.max(...CYCLES.map(({ change, smoothing }) => change + smoothing - 1));

/**
 * Pring's "know sure thing": rates of change over 10, 15, 20 and 30 values, averaged over 10, 10, 10 and 15, added with
 * weights 1 to 4; and its simple average, `signal`. Begins at index 44. Pring, 1992; not in TA-Lib.
 */
function kst(values: Float64Array, signal: number): { kst: Float64Array; signal: Float64Array } {
  const line = column(values.length, WARM_UP);
  for (const { change, smoothing, weight } of CYCLES) {
    const smooth = sma(roc(values, change), smoothing, change);
    for (let index = WARM_UP; index < line.length; index++) {
      line[index] = (line[index] as number) + weight * (smooth[index] as number);
    }
  }
  return { kst: line, signal: sma(line, signal, WARM_UP) };
}

export const kstIndicator = indicator({
  name: "kst",
  title: "Know sure thing (KST)",
  parameters: [candleCount("signal", 9)],
  convention:
    "Rates of change of the closes over 10, 15, 20 and 30 candles, their SMA over 10, 10, 10 and 15, added with weights " +
    "1 to 4; signal is its SMA. Pring.",
  kind: "candles",
  warmUp: ([signal]) => ({ kst: WARM_UP, signal: WARM_UP + signal - 1 }),
  reach: ([signal]) => WARM_UP + signal - 1,
  compute: ({ close }, [signal]) => kst(close, signal),
});
