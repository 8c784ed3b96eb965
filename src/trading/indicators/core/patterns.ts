/** Finds the candlestick patterns of the table in candles. */
import type { Candles } from "./candles.ts";
import { PATTERN_SHAPES, type PatternShape } from "./pattern-table.ts";
import { mirrored, PATTERN_HISTORY, shapesOf, type Shapes } from "./shapes.ts";

export interface Pattern {
  readonly name: string;
  readonly direction: "bullish" | "bearish";
  readonly shape: PatternShape;
}

export interface FoundPattern {
  /** Of the candle that completes it. */
  readonly index: number;
  readonly pattern: Pattern;
}

/** Every pattern; those that are one another upside down follow one another, the bullish one first. */
export const PATTERNS: readonly Pattern[] = PATTERN_SHAPES.flatMap((shape): Pattern[] => [
  { name: shape.name, direction: "bullish", shape },
  { name: shape.mirror, direction: "bearish", shape },
]);

/** So many candles before the one that completes it are looked at by some pattern. */
export const PATTERN_REACH = PATTERN_HISTORY + Math.max(...PATTERN_SHAPES.map(({ candles }) => candles));

/**
 * All patterns in candles, by the candle that completes them, oldest first; several may end on one candle. Bearish
 * patterns are the bullish ones in candles upside down. None is found before there are ten candles before it.
 */
export function findPatterns(candles: Pick<Candles, "open" | "high" | "low" | "close">): FoundPattern[] {
  const shapes = shapesOf(candles);
  const turned = mirrored(shapes);
  const found: FoundPattern[] = [];
  for (let index = PATTERN_HISTORY; index < candles.close.length; index++) {
    for (const pattern of PATTERNS) {
      if (isThere(pattern.shape, pattern.direction === "bullish" ? shapes : turned, index))
        found.push({ index, pattern });
    }
  }
  return found;
}

function isThere({ candles, after, matches }: PatternShape, shapes: Shapes, index: number): boolean {
  const before = index - candles;
  if (before < PATTERN_HISTORY - 1) return false;
  const trend = shapes.trend[before] as number;
  if ((after === "fall" && trend >= 0) || (after === "rise" && trend <= 0)) return false;
  return matches(shapes, index);
}
