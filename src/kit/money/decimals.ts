/**
 * Numbers as they are shown: without the digits that binary fractions add, as in `28.099999999998545` for
 * `65028.11 - 65000.01`. Amounts that are kept are bigint or text, and need none of this.
 */

/** A number of up to this many digits has one spelling. */
const EXACT_DIGITS = 15;

/** Computed numbers are shown with this many digits. */
const SHOWN_DIGITS = 13;

/** A value this near to a step is meant to be on it, in parts of a step. */
const NEAR = 1e-6;

/** The error of a few operations, in parts of the value. */
const PRODUCT_ERROR = 2e-15;

/** From here on a power of ten is not exact. */
const MAX_PLACES = 22;

/**
 * A value with the decimals of its step. One that is between two steps keeps `digits` digits: to show a step would
 * show a value that was never there.
 *
 * @param places decimals of a step; below 0 for steps of ten and more
 */
export function onStep(value: number, places: number, digits: number = EXACT_DIGITS): number {
  const scale = 10 ** Math.min(MAX_PLACES, Math.max(0, places));
  const scaled = value * scale;
  const whole = Math.round(scaled);
  const distance = Math.abs(scaled - whole);
  if (Math.abs(whole) <= Number.MAX_SAFE_INTEGER && distance <= Math.max(NEAR, Math.abs(scaled) * PRODUCT_ERROR)) {
    // A quotient of two whole numbers is the number that is nearest to the decimal.
    return whole / scale + 0;
  }
  return significant(value, digits);
}

/** `one` less `other`, both of up to 15 digits, with the decimals that both have. */
export function difference(one: number, other: number): number {
  return differenceNear(one - other, Math.max(Math.abs(one), Math.abs(other)));
}

/** The difference of two numbers of which the larger one is about `size`. */
export function differenceNear(value: number, size: number): number {
  if (!(size > 0 && Number.isFinite(size))) return value;
  return toPlaces(value, EXACT_DIGITS - 1 - Math.floor(Math.log10(size)));
}

/** A value with as many significant digits. */
export function significant(value: number, digits: number = SHOWN_DIGITS): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(digits));
}

/** A value rounded to decimals; never -0. */
export function toPlaces(value: number, places: number): number {
  return places < 0 || places > 100 || Number.isInteger(value) ? value : Number(value.toFixed(places)) + 0;
}

/** The decimals that leave a value `digits` digits. */
export function placesFor(value: number, digits: number = SHOWN_DIGITS): number {
  return value === 0 ? digits : Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(value))));
}

/** A percentage: ten decimals, however small the difference is that it was computed from. */
export function percentage(value: number): number {
  return toPlaces(value, 10);
}
