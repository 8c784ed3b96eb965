import fc from "fast-check";
import { expect, test } from "vitest";
import { backOffMs, doubledMs } from "./back-off.ts";

const RULES = { firstMs: 500, maxMs: 60_000 };

test("the first attempts double, and the longest wait is the limit", () => {
  expect([1, 2, 3, 4].map((attempt) => backOffMs(attempt, RULES, 0.999_999))).toEqual([500, 1000, 2000, 4000]);
  expect(backOffMs(1000, RULES, 0.999_999)).toBe(60_000);
});

test("a wait is never shorter than half of the full one, nor longer than it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, random) => {
        const fullMs = Math.min(60_000, 500 * 2 ** Math.min(attempt - 1, 30));
        const waitMs = backOffMs(attempt, RULES, random);
        expect(waitMs).toBeGreaterThanOrEqual(fullMs / 2);
        expect(waitMs).toBeLessThanOrEqual(fullMs);
      },
    ),
  );
});

test.each([
  [-1, 1_000],
  [0, 1_000],
  [1, 1_000],
  [2, 2_000],
  [5, 16_000],
  [7, 60_000],
  [1_000_000, 60_000],
])("after %i failures the full wait is %i ms", (failures, expected) => {
  expect(doubledMs(failures, { firstMs: 1_000, maxMs: 60_000 })).toBe(expected);
});
