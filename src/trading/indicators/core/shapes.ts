import type { Candles } from "./candles.ts";
import { sma } from "./sma.ts";

/** The figures that patterns use, candle by candle. Prices may be upside down: see `mirrored`. */
export interface Shapes {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Distance of open and close. */
  readonly body: Float64Array;
  /** Distance of high and low. */
  readonly range: Float64Array;
  /** The mean range of the ten candles before; NaN for the first ten candles. */
  readonly usual: Float64Array;
  /** Whether the close is above (1), below (-1) or at (0) the close of five candles before; 0 for the first five. */
  readonly trend: Int8Array;
}

/** Candles before a pattern that it depends on: ten for their usual range, six for the trend. */
export const PATTERN_HISTORY = 10;
const TREND_CANDLES = 5;

export function shapesOf({ open, high, low, close }: Pick<Candles, "open" | "high" | "low" | "close">): Shapes {
  const { length } = close;
  const body = new Float64Array(length);
  const range = new Float64Array(length);
  const usual = new Float64Array(length).fill(Number.NaN);
  const trend = new Int8Array(length);
  for (let index = 0; index < length; index++) {
    body[index] = Math.abs((close[index] as number) - (open[index] as number));
    range[index] = (high[index] as number) - (low[index] as number);
    if (index >= TREND_CANDLES) {
      trend[index] = Math.sign((close[index] as number) - (close[index - TREND_CANDLES] as number));
    }
  }
  if (length > 0) usual.set(sma(range, PATTERN_HISTORY).subarray(0, length - 1), 1);
  return { open, high, low, close, body, range, usual, trend };
}

/** The same candles upside down: what was bullish is bearish. Sizes are what they were. */
export function mirrored(shapes: Shapes): Shapes {
  const turn = (prices: Float64Array): Float64Array => prices.map((price) => -price);
  return {
    ...shapes,
    open: turn(shapes.open),
    high: turn(shapes.low),
    low: turn(shapes.high),
    close: turn(shapes.close),
    trend: shapes.trend.map((sign) => -sign),
  };
}
