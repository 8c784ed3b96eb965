import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMultiple, multiplyExactly, plainDecimal, stepOf } from "./steps.ts";

describe("a step", () => {
  test.each([
    [0.01, "tick", undefined, "0.01"],
    [1e-8, "tick", undefined, "0.00000001"],
    [5e-7, "tick", undefined, "0.0000005"],
    [10, "tick", undefined, "10"],
    [2, "decimals", undefined, "0.01"],
    [0, "decimals", undefined, "1"],
    [-2, "decimals", undefined, "100"],
    [5, "significant", 61_234, "1"],
    [5, "significant", 0.004321, "0.0000001"],
    [5, "significant", undefined, "0.00000001"],
    [undefined, "tick", undefined, "0.00000001"],
  ] as const)("of %s %s near %s is %s", (precision, mode, near, expected) => {
    expect(stepOf(precision, mode, near)).toBe(expected);
  });
});

test("a number is written without an exponent and means the same", () => {
  expect(plainDecimal(1.5e-9)).toBe("0.0000000015");
  expect(plainDecimal(1e21)).toBe("1000000000000000000000");
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = plainDecimal(value);
      expect(text).not.toContain("e");
      expect(Number(text)).toBe(value === 0 ? 0 : value);
    }),
  );
});

test("what is a multiple is known exactly", () => {
  expect(isMultiple("0.3", "0.1")).toBe(true);
  expect(isMultiple("0.30000000000000004", "0.1")).toBe(false);
  expect(isMultiple("1e3", "0.1")).toBe(false);
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 999 }), fc.nat(6), (count, step, places) => {
      const text = (units: number): string => {
        const digits = String(units).padStart(places + 1, "0");
        return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
      };
      expect(isMultiple(text(count * step), text(step))).toBe(true);
      if (step > 1) expect(isMultiple(text(count * step + 1), text(step))).toBe(false);
    }),
  );
});

test("a product is exact", () => {
  expect(multiplyExactly("3", "0.0001")).toBe("0.0003");
  expect(multiplyExactly("-12.50", "0.2")).toBe("-2.5");
  expect(multiplyExactly("120", "100")).toBe("12000");
  expect(multiplyExactly("0.00", "0.1")).toBe("0");
  expect(multiplyExactly("0.30000", "1")).toBe("0.30000");
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 20n), fc.bigInt(2n, 10n ** 12n), fc.nat(12), (value, factor, places) => {
      const digits = factor.toString().padStart(places + 1, "0");
      const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
      const [whole = "", fraction = ""] = multiplyExactly(value.toString(), text).split(".");
      expect(BigInt(whole + fraction.padEnd(places, "0"))).toBe(value * factor);
    }),
  );
});
