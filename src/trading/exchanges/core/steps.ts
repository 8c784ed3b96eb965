/** Smallest steps of prices and amounts, as decimal text. */
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";

/** How an exchange states them: as the step itself, as a count of decimals, or as a count of significant digits. */
export type PrecisionMode = "tick" | "decimals" | "significant";

/** The step where an exchange tells none. */
const FINEST = "0.00000001";

/**
 * The step that a stated precision means.
 *
 * @param near a price to which significant digits refer; without one the finest step is taken
 */
export function stepOf(precision: number | undefined, mode: PrecisionMode, near?: number): string {
  if (precision === undefined || !Number.isFinite(precision)) return FINEST;
  if (mode === "tick") return precision > 0 ? plainDecimal(precision) : FINEST;
  if (mode === "decimals") return powerOfTen(-precision);
  if (near === undefined || !(near > 0)) return FINEST;
  return powerOfTen(Math.floor(Math.log10(near)) - precision + 1);
}

/** A number without an exponent: 1e-8 is `0.00000001`. Digits are those of the number's shortest spelling. */
export function plainDecimal(value: number): string {
  const text = String(value);
  const [mantissa = "", exponent] = text.split("e");
  if (exponent === undefined) return text;
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const shift = Number(exponent);
  if (shift < 0) return `${sign}0.${"0".repeat(-shift - 1)}${whole}${fraction}`;
  return sign + whole + fraction.padEnd(shift, "0");
}

/** Whether a decimal text is a whole multiple of a step, exactly. False for anything but decimal text. */
export function isMultiple(value: string, step: string): boolean {
  if (!DECIMAL.test(value) || !DECIMAL.test(step)) return false;
  const places = Math.max(placesOf(value), placesOf(step));
  const units = scaled(step, places);
  return units > 0n && scaled(value, places) % units === 0n;
}

/** The exact product of two decimal texts, without needless zeros. Text that is not a decimal is answered as it is. */
export function multiplyExactly(value: string, factor: string): string {
  if (factor === "1" || !SIGNED.test(value) || !DECIMAL.test(factor)) return value;
  const isNegative = value.startsWith("-");
  const digits = isNegative ? value.slice(1) : value;
  const places = placesOf(digits) + placesOf(factor);
  const units = scaled(digits, placesOf(digits)) * scaled(factor, placesOf(factor));
  const text = units.toString().padStart(places + 1, "0");
  const whole = text.slice(0, text.length - places);
  const fraction = withoutTrailing(text.slice(text.length - places), "0");
  const product = fraction === "" ? whole : `${whole}.${fraction}`;
  return isNegative && units > 0n ? `-${product}` : product;
}

/** Longer ones are not amounts, and computing with them takes more than linear time. */
const DECIMAL = /^\d{1,40}(?:\.\d{1,40})?$/;
const SIGNED = /^-?\d{1,40}(?:\.\d{1,40})?$/;

function powerOfTen(exponent: number): string {
  return exponent >= 0 ? `1${"0".repeat(exponent)}` : `0.${"0".repeat(-exponent - 1)}1`;
}

function placesOf(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}

function scaled(text: string, places: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}
