/**
 * The prices that a market can have, numbered: a price is a whole number of ticks. The number of a price and the price
 * of a number are exact inverses for every price of up to 15 digits, because a tick is kept as a fraction of whole
 * numbers: 0.1 x 3 is not 0.3, but 3 / 10 is.
 */
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";

/** The most ticks that a price may have: up to here whole numbers and their neighbours are exact. */
const MAX_TICKS = 2 ** 52;

/** The largest power of ten that a double holds exactly is 22; no market needs as many. */
const MAX_PLACES = 20;

export interface TickGrid {
  /** A tick is `step / scale`; both are whole, and `scale` is a power of ten. */
  readonly step: number;
  readonly scale: number;
  /** Ticks in a price of 1. */
  readonly perUnit: number;
}

/** The grid of a tick size such as `0.01`, `0.5`, `1e-8` or `25`. Anything else gives whole numbers, to be refined. */
export function tickGrid(tickSize: string): TickGrid {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^(\d{1,15})(?:\.(\d{1,20}))?(?:e([+-]?\d{1,2}))?$/i.exec(tickSize) ?? [];
  const digits = withoutTrailing(fraction, "0");
  const places = digits.length - Number(exponent);
  const step = Number(whole + digits) * 10 ** Math.max(0, -places);
  if (!(step > 0 && step <= MAX_TICKS && places <= MAX_PLACES)) return gridOf(1, 1);
  return gridOf(step, 10 ** Math.max(0, places));
}

/** The price of a number of ticks. */
export function priceOf(grid: TickGrid, ticks: number): number {
  return (ticks * grid.step) / grid.scale;
}

/** The number of ticks next to a price; exact when `priceOf` of it is the price again. */
export function ticksOf(grid: TickGrid, price: number): number {
  return Math.round(price * grid.perUnit);
}

/**
 * A finer grid that holds `price` too, and everything up to `largest` (in ticks of `grid`) that the old one holds,
 * each at `factor` times its number. Undefined when none exists: then a book has a price of more than 15 digits.
 */
export function refinedGrid(
  grid: TickGrid,
  price: number,
  largest: number,
): { readonly grid: TickGrid; readonly factor: number } | undefined {
  for (let scale = grid.scale; scale <= 10 ** MAX_PLACES; scale *= 10) {
    const finer = gridOf(1, scale);
    const factor = (grid.step * scale) / grid.scale;
    if (largest * factor > MAX_TICKS || price * scale > MAX_TICKS) return undefined;
    if (priceOf(finer, ticksOf(finer, price)) === price) return { grid: finer, factor };
  }
  return undefined;
}

function gridOf(step: number, scale: number): TickGrid {
  return { step, scale, perUnit: scale / step };
}
