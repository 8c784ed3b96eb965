import { withoutTrailing } from "../../../kit/text/without-trailing.ts";

/**
 * A rate as callers see it: decimal text with ten significant digits and no exponent.
 *
 * @param rate above 0
 */
export function rateText(rate: number): string {
  const places = Math.min(20, Math.max(0, 9 - Math.floor(Math.log10(rate))));
  const text = rate.toFixed(places);
  return text.includes(".") ? withoutTrailing(withoutTrailing(text, "0"), ".") : text;
}
