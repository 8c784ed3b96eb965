/**
 * Prices and quantities of markets whose ticks and steps are finer than 1e-8: whole numbers of 1e-18, as `bigint`. Sums,
 * differences and comparisons are exact. `amount.ts` holds what records show, in units of 1e-8.
 */

/** Digits after the point. No exchange that is connected has a tick or a step of more. */
const PLACES = 18;

/** How many units of 1e-18 make one. */
export const FINE_ONE = 10n ** 18n;

/** Longer texts are not amounts. */
const MAX_LENGTH = 80;

const DECIMAL = /^(-?)(?=\.?\d)(\d{0,30})(?:\.(\d{0,40}))?(?:e([+-]?\d{1,2}))?$/;

export type Rounding = "down" | "up";

/**
 * Reads a decimal such as `0.5`, `-3`, `.002` or `1e-7` as units of 1e-18. At most 30 digits before the point and 40 after
 * it. Digits beyond the 18th are rounded where `rounding` says how: `down` is towards minus infinity.
 *
 * @returns undefined for a text that is not such a decimal, and for one with more digits where it may not be rounded
 */
export function parseFine(text: string, rounding?: Rounding): bigint | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, minus, whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(minus + (whole + fraction));
  const shift = PLACES - fraction.length + Number(exponent);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  if (digits % divisor === 0n) return digits / divisor;
  if (rounding === undefined) return undefined;
  return rounding === "down" ? floorDivide(digits, divisor) : ceilDivide(digits, divisor);
}

/**
 * A number of the market's books as units of 1e-18, digit by digit as it is written in its shortest form.
 *
 * @returns undefined for what is not finite
 */
export function fineOfNumber(value: number): bigint | undefined {
  return Number.isFinite(value) ? parseFine(String(value), "down") : undefined;
}

/**
 * Writes units of 1e-18 as a decimal without needless zeros.
 *
 * @example
 * formatFine(1_500_000_000_000_000_000n); // "1.5"
 */
export function formatFine(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(PLACES + 1, "0");
  let end = digits.length;
  while (end > digits.length - PLACES && digits[end - 1] === "0") end--;
  const fraction = digits.slice(digits.length - PLACES, end);
  return `${units < 0n ? "-" : ""}${digits.slice(0, -PLACES)}${fraction === "" ? "" : `.${fraction}`}`;
}

/**
 * Writes units of 1e-18 with the 8 places of records, or with as many as they need: a market may trade at 1e-9.
 *
 * @example
 * formatPadded(1_500_000_000_000_000_000n); // "1.50000000"
 */
export function formatPadded(units: bigint): string {
  const [whole = "", fraction = ""] = formatFine(units).split(".");
  return `${whole}.${fraction.padEnd(8, "0")}`;
}

/** Quotient rounded towards minus infinity. The divisor is above 0. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}

/** Quotient rounded towards plus infinity. The divisor is above 0. */
export function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return -floorDivide(-dividend, divisor);
}

/** The product of two values in units of 1e-18, such as price and quantity, in the same units. */
export function fineProduct(one: bigint, other: bigint, rounding: Rounding): bigint {
  return rounding === "down" ? floorDivide(one * other, FINE_ONE) : ceilDivide(one * other, FINE_ONE);
}
