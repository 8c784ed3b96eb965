import { candleCount, fading, indicator, type Indicator } from "./indicator.ts";
import { column, type Candles } from "./candles.ts";
import { ema } from "./exponential-averages.ts";

/** As a share of the line. */
const ROUNDING = 1e-12;

/**
 * Where one line crosses another: 1 where it rises above after it was at or below, -1 where it falls below after it was
 * at or above, 0 elsewhere; NaN until both lines have had two values. Not in TA-Lib.
 */
function crossOver(line: Float64Array, other: Float64Array): Float64Array {
  const out = column(line.length, 1);
  if (out.length === 0) return out;
  let before = apart(line[0] as number, other[0] as number);
  for (let index = 1; index < line.length; index++) {
    const now = apart(line[index] as number, other[index] as number);
    out[index] = Number.isNaN(before) ? Number.NaN : crossing(before, now);
    before = now;
  }
  return out;
}

/** 1 where a line crosses another upwards, else 0. */
function crossUp(line: Float64Array, other: Float64Array): Float64Array {
  return crossOver(line, other).map((crossed) => (crossed < 0 ? 0 : crossed));
}

/** 1 where a line crosses another downwards, else 0. */
function crossDown(line: Float64Array, other: Float64Array): Float64Array {
  return crossOver(line, other).map((crossed) => (crossed > 0 ? 0 : Math.abs(crossed)));
}

/** Lines that differ only by rounding are equal: averages of a constant price differ in the last digit. */
function apart(line: number, other: number): number {
  const distance = line - other;
  return Math.abs(distance) <= ROUNDING * Math.abs(other) ? 0 : distance;
}

function crossing(before: number, now: number): number {
  if (now > 0) return before <= 0 ? 1 : 0;
  if (now < 0) return before >= 0 ? -1 : 0;
  return 0;
}

export const crossUpIndicator = ofAverages(
  "cross_up",
  "Cross up",
  "1 where the fast EMA of the closes rises above the slow one after it was at or below it, else 0.",
  crossUp,
);

export const crossDownIndicator = ofAverages(
  "cross_down",
  "Cross down",
  "1 where the fast EMA of the closes falls below the slow one after it was at or above it, else 0.",
  crossDown,
);

export const crossOverIndicator = ofAverages(
  "cross_over",
  "Cross over",
  "1 where the fast EMA of the closes crosses the slow one upwards, -1 where downwards, else 0.",
  crossOver,
);

function ofAverages(
  name: string,
  title: string,
  convention: string,
  compare: (line: Float64Array, other: Float64Array) => Float64Array,
): Indicator {
  return indicator({
    name,
    title,
    parameters: [candleCount("fast", 12), candleCount("slow", 26)],
    convention,
    kind: "candles",
    warmUp: ([fast, slow]) => Math.max(fast, slow),
    reach: ([fast, slow]) => Math.max(fast, slow) + fading(2 / (Math.max(fast, slow) + 1)),
    compute: ({ close }: Candles, [fast, slow]) => compare(ema(close, fast), ema(close, slow)),
  });
}
