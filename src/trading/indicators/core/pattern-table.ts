/** The candlestick patterns as they look when they are bullish; each is bearish upside down, under its mirror's name. */
import {
  bodyBottom,
  bodyMiddle,
  bodyTop,
  coversBefore,
  hasRange,
  isDoji,
  isFalling,
  isLong,
  isRising,
  isSmall,
  isWithinBefore,
  lowerShadow,
  upperShadow,
} from "./candle-parts.ts";
import type { Shapes } from "./shapes.ts";

export interface PatternShape {
  /** Of the bullish one. */
  readonly name: string;
  /** Of the bearish one; the same where the direction alone tells them apart. */
  readonly mirror: string;
  /** How many candles it is made of, 1 to 5. */
  readonly candles: number;
  /** The trend that must come before it, for the bullish one: the last close before it against that of five before. */
  readonly after: "fall" | "rise" | "any";
  /** The look of the bullish one, for people. */
  readonly looks: string;
  /** Whether the candles that end at `index` look so. They and ten before them are there. */
  readonly matches: (shapes: Shapes, index: number) => boolean;
}

export const PATTERN_SHAPES: readonly PatternShape[] = [
  {
    name: "doji",
    mirror: "doji",
    candles: 1,
    after: "fall",
    looks: "body at most 10 % of the range",
    matches: isDoji,
  },
  {
    name: "long_legged_doji",
    mirror: "long_legged_doji",
    candles: 1,
    after: "fall",
    looks: "a doji with the usual range and both shadows at least 35 % of it",
    matches: (shapes, i) =>
      isDoji(shapes, i) && hasRange(shapes, i, 1) && upperShadow(shapes, i) >= 0.35 && lowerShadow(shapes, i) >= 0.35,
  },
  {
    name: "dragonfly_doji",
    mirror: "gravestone_doji",
    candles: 1,
    after: "any",
    looks: "a doji with an upper shadow of at most 10 % of the range",
    matches: (shapes, i) => isDoji(shapes, i) && upperShadow(shapes, i) <= 0.1,
  },
  {
    name: "hammer",
    mirror: "shooting_star",
    candles: 1,
    after: "fall",
    looks: "body 10 to 30 % of the range, lower shadow at least 60 %, upper at most 10 %",
    matches: isHammer,
  },
  {
    name: "inverted_hammer",
    mirror: "hanging_man",
    candles: 1,
    after: "fall",
    looks: "body 10 to 30 % of the range, upper shadow at least 60 %, lower at most 10 %",
    matches: (shapes, i) =>
      isSmall(shapes, i) && !isDoji(shapes, i) && upperShadow(shapes, i) >= 0.6 && lowerShadow(shapes, i) <= 0.1,
  },
  {
    name: "spinning_top",
    mirror: "spinning_top",
    candles: 1,
    after: "fall",
    looks: "body 10 to 30 % of the range, both shadows at least 25 %",
    matches: (shapes, i) =>
      isSmall(shapes, i) && !isDoji(shapes, i) && upperShadow(shapes, i) >= 0.25 && lowerShadow(shapes, i) >= 0.25,
  },
  {
    name: "marubozu",
    mirror: "marubozu",
    candles: 1,
    after: "any",
    looks: "rising, at least the usual range, body at least 95 % of it",
    matches: (shapes, i) =>
      isRising(shapes, i) && hasRange(shapes, i, 1) && at(shapes.body, i) >= 0.95 * at(shapes.range, i),
  },
  {
    name: "engulfing",
    mirror: "engulfing",
    candles: 2,
    after: "fall",
    looks: "a falling candle, then a rising one of at least the usual range whose body covers its body and is larger",
    matches: isEngulfing,
  },
  {
    name: "harami",
    mirror: "harami",
    candles: 2,
    after: "fall",
    looks: "a long falling candle, then a rising body within its body, at most half of it",
    matches: isHarami,
  },
  {
    name: "harami_cross",
    mirror: "harami_cross",
    candles: 2,
    after: "fall",
    looks: "a long falling candle, then a doji whose body is within its body",
    matches: (shapes, i) =>
      isFalling(shapes, i - 1) && isLong(shapes, i - 1) && isDoji(shapes, i) && isWithinBefore(shapes, i),
  },
  {
    name: "piercing_line",
    mirror: "dark_cloud_cover",
    candles: 2,
    after: "fall",
    looks:
      "a long falling candle, then one that opens at or below its close and closes above its body's middle, below its open",
    matches: (shapes, i) =>
      isFalling(shapes, i - 1) &&
      isLong(shapes, i - 1) &&
      at(shapes.open, i) <= at(shapes.close, i - 1) &&
      at(shapes.close, i) > bodyMiddle(shapes, i - 1) &&
      at(shapes.close, i) < at(shapes.open, i - 1),
  },
  {
    name: "tweezer_bottom",
    mirror: "tweezer_top",
    candles: 2,
    after: "fall",
    looks: "a falling and a rising candle of at least half the usual range whose lows are at most 5 % of it apart",
    matches: (shapes, i) =>
      isFalling(shapes, i - 1) &&
      isRising(shapes, i) &&
      hasRange(shapes, i - 1, 0.5) &&
      hasRange(shapes, i, 0.5) &&
      Math.abs(at(shapes.low, i) - at(shapes.low, i - 1)) <= 0.05 * at(shapes.usual, i - 1),
  },
  {
    name: "morning_star",
    mirror: "evening_star",
    candles: 3,
    after: "fall",
    looks:
      "a long falling candle, a small body, not a doji, in the lowest tenth of its body or below, a rising one that closes above its middle",
    matches: (shapes, i) => isSmall(shapes, i - 1) && !isDoji(shapes, i - 1) && isStar(shapes, i),
  },
  {
    name: "morning_doji_star",
    mirror: "evening_doji_star",
    candles: 3,
    after: "fall",
    looks: "a morning star whose middle candle is a doji",
    matches: (shapes, i) => isDoji(shapes, i - 1) && isStar(shapes, i),
  },
  {
    name: "abandoned_baby",
    mirror: "abandoned_baby",
    candles: 3,
    after: "fall",
    looks: "a morning doji star whose doji lies below both its neighbours, shadows and all",
    matches: (shapes, i) =>
      isDoji(shapes, i - 1) &&
      isStar(shapes, i) &&
      at(shapes.high, i - 1) < at(shapes.low, i - 2) &&
      at(shapes.high, i - 1) < at(shapes.low, i),
  },
  {
    name: "three_white_soldiers",
    mirror: "three_black_crows",
    candles: 3,
    after: "any",
    looks:
      "three long rising candles with upper shadows of at most 25 %, each opening within the body before and closing above it",
    matches: isThreeSoldiers,
  },
  {
    name: "three_inside_up",
    mirror: "three_inside_down",
    candles: 3,
    after: "fall",
    looks: "a harami, then a rising candle that closes above the first one's open",
    matches: (shapes, i) =>
      isHarami(shapes, i - 1) && isRising(shapes, i) && at(shapes.close, i) > at(shapes.open, i - 2),
  },
  {
    name: "three_outside_up",
    mirror: "three_outside_down",
    candles: 3,
    after: "fall",
    looks: "an engulfing, then a rising candle that closes above it",
    matches: (shapes, i) =>
      isEngulfing(shapes, i - 1) && isRising(shapes, i) && at(shapes.close, i) > at(shapes.close, i - 1),
  },
  {
    name: "tasuki_gap",
    mirror: "tasuki_gap",
    candles: 3,
    after: "any",
    looks:
      "two rising candles with a gap between their bodies, then one that opens within the second body and closes within the gap",
    matches: (shapes, i) =>
      isRising(shapes, i - 2) &&
      isRising(shapes, i - 1) &&
      isFalling(shapes, i) &&
      at(shapes.open, i) < at(shapes.close, i - 1) &&
      at(shapes.open, i) > at(shapes.open, i - 1) &&
      at(shapes.close, i) < at(shapes.open, i - 1) &&
      at(shapes.close, i) > at(shapes.close, i - 2),
  },
  {
    name: "three_line_strike",
    mirror: "three_line_strike",
    candles: 4,
    after: "any",
    looks:
      "three white soldiers, then a falling candle that opens at or above the third close and closes below the first open",
    matches: (shapes, i) =>
      isFalling(shapes, i) &&
      isThreeSoldiers(shapes, i - 1) &&
      at(shapes.open, i) >= at(shapes.close, i - 1) &&
      at(shapes.close, i) < at(shapes.open, i - 3),
  },
  {
    name: "rising_three_methods",
    mirror: "falling_three_methods",
    candles: 5,
    after: "any",
    looks:
      "a long rising candle, three bodies of at most half of it within its range, the last falling, then a long rising one that closes above it",
    matches: isThreeMethods,
  },
];

function isHammer(shapes: Shapes, i: number): boolean {
  return isSmall(shapes, i) && !isDoji(shapes, i) && lowerShadow(shapes, i) >= 0.6 && upperShadow(shapes, i) <= 0.1;
}

function isEngulfing(shapes: Shapes, i: number): boolean {
  return isFalling(shapes, i - 1) && isRising(shapes, i) && hasRange(shapes, i, 1) && coversBefore(shapes, i);
}

function isHarami(shapes: Shapes, i: number): boolean {
  return isFalling(shapes, i - 1) && isLong(shapes, i - 1) && isRising(shapes, i) && isWithinBefore(shapes, i);
}

/** The first and last of three candles, and where the middle one's body is. */
function isStar(shapes: Shapes, i: number): boolean {
  return (
    isFalling(shapes, i - 2) &&
    isLong(shapes, i - 2) &&
    isRising(shapes, i) &&
    bodyTop(shapes, i - 1) <= at(shapes.close, i - 2) + 0.1 * at(shapes.body, i - 2) &&
    at(shapes.close, i) > bodyMiddle(shapes, i - 2)
  );
}

function isThreeSoldiers(shapes: Shapes, i: number): boolean {
  for (let each = i - 2; each <= i; each++) {
    if (!isRising(shapes, each) || !isLong(shapes, each) || upperShadow(shapes, each) > 0.25) return false;
  }
  return opensWithinAndRises(shapes, i - 1) && opensWithinAndRises(shapes, i);
}

function opensWithinAndRises(shapes: Shapes, i: number): boolean {
  const open = at(shapes.open, i);
  return (
    open >= bodyBottom(shapes, i - 1) && open <= bodyTop(shapes, i - 1) && at(shapes.close, i) > at(shapes.close, i - 1)
  );
}

function isThreeMethods(shapes: Shapes, i: number): boolean {
  const first = i - 4;
  const isFramed = [first, i].every((each) => isRising(shapes, each) && isLong(shapes, each));
  if (!isFramed || at(shapes.close, i) <= at(shapes.close, first) || !isFalling(shapes, i - 1)) return false;
  for (let inner = first + 1; inner < i; inner++) {
    if (at(shapes.body, inner) > 0.5 * at(shapes.body, first)) return false;
    if (bodyTop(shapes, inner) > at(shapes.high, first) || bodyBottom(shapes, inner) < at(shapes.low, first))
      return false;
  }
  return true;
}

function at(values: Float64Array, index: number): number {
  return values[index] as number;
}
