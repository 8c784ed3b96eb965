import fc from "fast-check";
import { expect, test } from "vitest";
import { difference, onStep, percentage, placesFor, significant } from "./decimals.ts";

/** A decimal of up to 15 digits: its whole steps and its places. */
const decimal = fc.record({
  steps: fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
  places: fc.integer({ min: 0, max: 12 }),
});
const numberOf = (steps: number, places: number): number => Number(`${steps}e-${places}`);

test.each([
  [28.099999999998545, 2, 28.1],
  [0.1 + 0.2, 8, 0.3],
  [0.1 + 0.2, 1, 0.3],
  [1.005, 2, 1.005],
  [1e-8, 8, 1e-8],
  [-0.30000000000000004, 2, -0.3],
  [1230, -1, 1230],
  [0, 2, 0],
])("%f with steps of %i places is shown as %f", (value, places, shown) => {
  expect(onStep(value, places)).toBe(shown);
});

test("a value on its step is the decimal itself, also where an error of a computation lies on it", () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: -4, max: 4 }), ({ steps, places }, error) => {
      const value = numberOf(steps, places);
      expect(onStep(value * (1 + error * Number.EPSILON), places)).toBe(value === 0 ? 0 : value);
    }),
  );
});

test("the difference of two decimals is the decimal", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999_999 }),
      fc.integer({ min: 1, max: 99_999_999_999 }),
      fc.integer({ min: 0, max: 10 }),
      (one, other, places) => {
        const found = difference(numberOf(one, places), numberOf(other, places));
        expect(found).toBe(numberOf(one - other, places));
      },
    ),
  );
  expect(65_028.11 - 65_000.01).not.toBe(28.1);
  expect(difference(65_028.11, 65_000.01)).toBe(28.1);
});

test("what is computed has at most 13 digits, and a percentage ten decimals", () => {
  expect(significant(1 / 3)).toBe(0.3333333333333);
  expect(((100.1 - 100) / 100) * 100).not.toBe(0.1);
  expect(percentage(((100.1 - 100) / 100) * 100)).toBe(0.1);
  expect([placesFor(65_000), placesFor(0.001), placesFor(0)]).toEqual([8, 15, 13]);
});
