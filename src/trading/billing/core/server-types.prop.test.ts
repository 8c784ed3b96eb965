import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmount } from "../../../kit/money/amount.ts";
import { DRIVETIME_OPTIONS } from "./drivetime.ts";
import { refundOf, rentOf, RENT_SECONDS, SERVER_TYPES } from "./server-types.ts";

const prices = fc.constantFrom(...SERVER_TYPES.map(({ priceHour }) => priceHour));
const seconds = fc.integer({ min: 0, max: RENT_SECONDS.maximum });

describe("rent", () => {
  test.each([
    [7_200, "0.08000000"],
    [7_201, "0.12000000"],
    [0, "0.00000000"],
    [-5, "0.00000000"],
    [7 * 86_400, "6.72000000"],
    // An hour past the first week costs 90 %.
    [7 * 86_400 + 1, "6.75600000"],
    // One past thirty days 75 %: 168 + 552 * 0.9 + 0.75 hours.
    [30 * 86_400 + 3_600, "26.62200000"],
  ])("of %i seconds at four cents an hour is %s", (duration, expected) => {
    expect(formatAmount(rentOf(4_000_000n, duration))).toBe(expected);
  });

  test("never falls when the time grows, and is never below zero", () => {
    fc.assert(
      fc.property(prices, seconds, seconds, (price, one, other) => {
        const [short, long] = one < other ? [one, other] : [other, one];
        expect(rentOf(price, short)).toBeGreaterThanOrEqual(0n);
        expect(rentOf(price, long)).toBeGreaterThanOrEqual(rentOf(price, short));
      }),
    );
  });

  test("of two times is never cheaper than of both at once", () => {
    fc.assert(
      fc.property(prices, seconds, seconds, (price, one, other) => {
        expect(rentOf(price, one) + rentOf(price, other)).toBeGreaterThanOrEqual(rentOf(price, one + other));
      }),
    );
  });

  test("that is paid back is never more than was paid, and what was used is always paid", () => {
    fc.assert(
      fc.property(prices, seconds, seconds, (priceHour, duration, used) => {
        const paid = rentOf(priceHour, duration);
        const refund = refundOf({ paid, priceHour }, used);
        expect(refund).toBeGreaterThanOrEqual(0n);
        expect(paid - refund).toBe(used > duration ? paid : rentOf(priceHour, used));
      }),
    );
  });
});

test("more drivetime at once is dearer as a whole and not dearer for each second", () => {
  for (const [position, option] of DRIVETIME_OPTIONS.slice(1).entries()) {
    const before = DRIVETIME_OPTIONS[position];
    expect(option.price).toBeGreaterThan(before?.price ?? 0n);
    expect(option.price * BigInt(before?.seconds ?? 0)).toBeLessThanOrEqual(
      (before?.price ?? 0n) * BigInt(option.seconds),
    );
  }
});
