/**
 * Amounts of money and quantities: whole numbers of 1e-8, the smallest part that records show, as `bigint`. They are
 * never numbers with a floating point, so sums are exact.
 */
import { invariant } from "../errors/invariant.ts";

/** Digits after the point. */
const PLACES = 8;

/** How many units of 1e-8 make one. */
export const ONE = 100_000_000n;

/** At most this many digits before the point, as in every record. */
const AMOUNT = /^(-?)(?=\.?\d)(\d{0,30})(?:\.(\d{0,8}))?$/;

/**
 * Reads a decimal such as `1`, `0.5`, `.002`, `7.` or `-3.20000000` as units of 1e-8, exactly. At most 30 digits before
 * the point and 8 after it; no sign but a minus, no exponent, no spaces, no separators.
 *
 * @throws BrokenInvariant for everything else: what comes from outside is checked by a schema before.
 */
export function parseAmount(text: string): bigint {
  const match = AMOUNT.exec(text);
  invariant(match, "an amount is a decimal with at most 8 places");
  const [, minus, whole = "", fraction = ""] = match;
  const units = BigInt(whole + fraction.padEnd(PLACES, "0"));
  return minus === "-" ? -units : units;
}

/**
 * Writes units of 1e-8 as a decimal with 8 places.
 *
 * @example
 * formatAmount(200_000n); // "0.00200000"
 */
export function formatAmount(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(PLACES + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}
