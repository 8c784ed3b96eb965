import { invariant } from "../../../kit/errors/invariant.ts";

/**
 * The value of an amount at a rate, in units of 1e-8 and rounded down: exactly the product of both as they are shown.
 *
 * @param units the amount, in units of 1e-8
 * @param rate decimal text, as system/rates shows it
 */
export function worthOf(units: bigint, rate: string): bigint {
  const [, whole, fraction = ""] = /^(\d{1,30})(?:\.(\d{1,20}))?$/.exec(rate) ?? [];
  invariant(whole !== undefined, "a rate is a decimal of at most 30 digits before the point and 20 after it");
  return (units * BigInt(whole + fraction)) / 10n ** BigInt(fraction.length);
}
