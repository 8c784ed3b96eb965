import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bitcoinsAt, hashRateAt } from "./bitcoin-figures.ts";

describe("bitcoins", () => {
  // By the table of halvings: 210,000 blocks of 50, then of 25, then of 12.5.
  test.each([
    [0, 50],
    [1, 100],
    [209_999, 10_500_000],
    [210_000, 10_500_025],
    [419_999, 15_750_000],
    [629_999, 18_375_000],
    [840_000, 19_687_503.125],
  ])("at height %i there are %d", (height, coins) => {
    expect(bitcoinsAt(height)).toBe(coins);
  });

  test("are never more than 20,999,999.9769, and never fewer than before", () => {
    expect(bitcoinsAt(1e9)).toBe(20_999_999.9769);
    fc.assert(
      fc.property(fc.nat(8_000_000), (height) => {
        expect(bitcoinsAt(height + 1)).toBeGreaterThanOrEqual(bitcoinsAt(height));
      }),
    );
  });
});

test("a difficulty of one takes seven million hashes a second", () => {
  expect(hashRateAt(1)).toBeCloseTo(7_158_278.83, 2);
});
