import fc from "fast-check";
import { expect, test } from "vitest";
import { ceilDivide, fineOfNumber, fineProduct, floorDivide, FINE_ONE, formatFine, parseFine } from "./fine.ts";

test.each([
  ["1", FINE_ONE],
  ["-0.5", -FINE_ONE / 2n],
  [".002", 2_000_000_000_000_000n],
  ["7.", 7n * FINE_ONE],
  ["1e-12", 1_000_000n],
  ["2.5e3", 2500n * FINE_ONE],
  ["0.000000000001", 1_000_000n],
] as const)("%s is read exactly", (text, units) => {
  expect(parseFine(text)).toBe(units);
});

test.each(["", "-", ".", "1,5", "0x1", " 1", "1e", "1e100", "NaN", "--1", "0.0000000000000000001", "1".repeat(100)])(
  "%j is not an amount",
  (text) => {
    expect(parseFine(text)).toBeUndefined();
  },
);

test("digits beyond the 18th are rounded as asked", () => {
  expect(parseFine("0.0000000000000000019", "down")).toBe(1n);
  expect(parseFine("0.0000000000000000011", "up")).toBe(2n);
  expect(parseFine("-0.0000000000000000011", "down")).toBe(-2n);
});

test("an amount is the same after it was written and read", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (units) => parseFine(formatFine(units)) === units),
  );
});

test("a number of a book is read as it is written", () => {
  expect(formatFine(fineOfNumber(0.1 + 0.2) ?? 0n)).toBe("0.30000000000000004");
  expect(formatFine(fineOfNumber(65_028.11) ?? 0n)).toBe("65028.11");
  expect(formatFine(fineOfNumber(1.234e-9) ?? 0n)).toBe("0.000000001234");
  expect([fineOfNumber(Number.NaN), fineOfNumber(Infinity)]).toEqual([undefined, undefined]);
});

test("quotients are rounded to the side that is asked for, below zero too", () => {
  const dividend = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
  fc.assert(
    fc.property(dividend, fc.bigInt({ min: 1n, max: 10n ** 20n }), (value, divisor) => {
      const [down, up] = [floorDivide(value, divisor), ceilDivide(value, divisor)];
      expect(down * divisor <= value && (down + 1n) * divisor > value).toBe(true);
      expect(up - down).toBe(value % divisor === 0n ? 0n : 1n);
    }),
  );
});

test("a product has the units of its factors", () => {
  expect(fineProduct(2n * FINE_ONE, 3n * FINE_ONE, "down")).toBe(6n * FINE_ONE);
  expect([fineProduct(1n, 1n, "down"), fineProduct(1n, 1n, "up")]).toEqual([0n, 1n]);
});
