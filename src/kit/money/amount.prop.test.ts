import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmount, ONE, parseAmount } from "./amount.ts";

/** Everything that a record can show: 30 digits before the point. */
const LARGEST = 10n ** 38n - 1n;
const units = fc.bigInt({ min: -LARGEST, max: LARGEST });

describe("an amount", () => {
  test("is the same after it was written and read", () => {
    fc.assert(fc.property(units, (amount) => parseAmount(formatAmount(amount)) === amount));
  });

  test("is written with 8 places, and a minus only below zero", () => {
    fc.assert(
      fc.property(units, (amount) => {
        expect(formatAmount(amount)).toMatch(/^-?(0|[1-9]\d{0,29})\.\d{8}$/);
        expect(formatAmount(amount).startsWith("-")).toBe(amount < 0n);
      }),
    );
  });

  test("is read digit by digit, however many places it has", () => {
    const digits = (maxLength: number) => fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), maxLength });
    fc.assert(
      fc.property(digits(30), digits(8), (whole, fraction) => {
        fc.pre(whole + fraction !== "");
        const told = parseAmount(`${whole}.${fraction}`);
        expect(told).toBe(BigInt(whole || "0") * ONE + BigInt(fraction || "0") * 10n ** BigInt(8 - fraction.length));
        expect(parseAmount(`-${whole}.${fraction}`)).toBe(-told);
      }),
    );
  });

  test("adds up exactly where numbers do not", () => {
    fc.assert(
      fc.property(fc.array(units, { maxLength: 20 }), (amounts) => {
        const sum = amounts.reduce((total, amount) => total + amount, 0n);
        const told = amounts.map(formatAmount).reduce((total, text) => total + parseAmount(text), 0n);
        expect(told).toBe(sum);
      }),
    );
  });
});
