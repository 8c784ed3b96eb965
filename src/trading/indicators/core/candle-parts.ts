/**
 * The words that patterns are made of. Every threshold of every pattern is here or in the pattern's own line. All are
 * shares of the candle's range, of its body or of the usual range, so that prices of any size are judged alike.
 */
import type { Shapes } from "./shapes.ts";

/** Rises and falls are the body's. */
export function isRising({ open, close }: Shapes, index: number): boolean {
  return (close[index] as number) > (open[index] as number);
}

export function isFalling({ open, close }: Shapes, index: number): boolean {
  return (close[index] as number) < (open[index] as number);
}

/** The body is at most a tenth of a range that is at least a quarter of the usual one. */
export function isDoji(shapes: Shapes, index: number): boolean {
  return hasRange(shapes, index, 0.25) && (shapes.body[index] as number) <= 0.1 * (shapes.range[index] as number);
}

/** The body is at least six tenths of a range that is at least the usual one. */
export function isLong(shapes: Shapes, index: number): boolean {
  return hasRange(shapes, index, 1) && (shapes.body[index] as number) >= 0.6 * (shapes.range[index] as number);
}

/** The body is at most three tenths of the range. */
export function isSmall(shapes: Shapes, index: number): boolean {
  return (shapes.range[index] as number) > 0 && (shapes.body[index] as number) <= 0.3 * (shapes.range[index] as number);
}

/** The range is at least this share of the usual one, and not zero. */
export function hasRange({ range, usual }: Shapes, index: number, share: number): boolean {
  const own = range[index] as number;
  return own > 0 && own >= share * (usual[index] as number);
}

/** The upper end of the body. */
export function bodyTop({ open, close }: Shapes, index: number): number {
  return Math.max(open[index] as number, close[index] as number);
}

/** The lower end of the body. */
export function bodyBottom({ open, close }: Shapes, index: number): number {
  return Math.min(open[index] as number, close[index] as number);
}

/** The middle of the body. */
export function bodyMiddle({ open, close }: Shapes, index: number): number {
  return ((open[index] as number) + (close[index] as number)) / 2;
}

/** The shadow above the body, as a share of the range. */
export function upperShadow(shapes: Shapes, index: number): number {
  return ((shapes.high[index] as number) - bodyTop(shapes, index)) / (shapes.range[index] as number);
}

/** The shadow below the body, as a share of the range. */
export function lowerShadow(shapes: Shapes, index: number): number {
  return (bodyBottom(shapes, index) - (shapes.low[index] as number)) / (shapes.range[index] as number);
}

/** The candle's body lies within the body of the one before, and is at most half of it. */
export function isWithinBefore(shapes: Shapes, index: number): boolean {
  return (
    bodyTop(shapes, index) <= bodyTop(shapes, index - 1) &&
    bodyBottom(shapes, index) >= bodyBottom(shapes, index - 1) &&
    (shapes.body[index] as number) <= 0.5 * (shapes.body[index - 1] as number)
  );
}

/** The candle's body covers the body of the one before, and is larger. */
export function coversBefore(shapes: Shapes, index: number): boolean {
  return (
    bodyTop(shapes, index) >= bodyTop(shapes, index - 1) &&
    bodyBottom(shapes, index) <= bodyBottom(shapes, index - 1) &&
    (shapes.body[index] as number) > (shapes.body[index - 1] as number)
  );
}
