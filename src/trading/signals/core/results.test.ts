import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFine } from "../../../kit/money/fine.ts";
import { profitPercent, profitText, trackRecord } from "./results.ts";

const units = (price: string): bigint => parseFine(price) ?? 0n;
const iteration = (direction: "long" | "short", open: string, close: string, feeRate = 0n) => ({
  direction,
  openPrice: units(open),
  closePrice: units(close),
  feeRate,
});

describe("the profit of an iteration", () => {
  test.each([
    ["long", "100", "110", 0n, "10"],
    ["long", "100", "90", 0n, "-10"],
    ["short", "100", "90", 0n, "10"],
    ["short", "100", "110", 0n, "-10"],
    // 0.1 % of 100 and of 110 are 0.21.
    ["long", "100", "110", 100_000n, "9.79"],
    ["short", "100", "90", 100_000n, "9.81"],
    ["long", "3", "4", 0n, "33.33333333"],
    ["long", "3", "2", 0n, "-33.33333334"],
  ] as const)("of a %s one from %s to %s at a fee of %s is %s percent", (direction, open, close, fee, profit) => {
    expect(profitText(iteration(direction, open, close, fee))).toBe(profit);
  });

  test("is never higher with fees than without, and lower than nothing where the price stays", () => {
    const price = fc.bigInt(1n, 10n ** 30n);
    fc.assert(
      fc.property(
        fc.constantFrom("long", "short"),
        price,
        price,
        fc.bigInt(1n, 10_000_000n),
        (direction, open, close, fee) => {
          const priced = { direction, openPrice: open, closePrice: close };
          expect(profitPercent({ ...priced, feeRate: fee })).toBeLessThanOrEqual(
            profitPercent({ ...priced, feeRate: 0n }),
          );
          expect(profitPercent({ ...priced, closePrice: open, feeRate: fee })).toBeLessThan(0n);
        },
      ),
    );
  });
});

describe("a track record", () => {
  test("adds profits up, with the largest fall on the way", () => {
    const closed = [10, -5, -5, 20].map((profit, at) => ({ closedMs: (at + 1) * 1_500, profit }));
    expect(trackRecord(closed)).toMatchObject({
      trades: 4,
      winRate: 50,
      profit: 20,
      maximumDrawdown: 10,
      equity: [
        [1, 10],
        [3, 5],
        [4, 0],
        [6, 20],
      ],
    });
  });

  test("of nothing, of one trade and of equal ones has no ratio", () => {
    expect(
      [[], [1], [2, 2, 2]].map((profits) => trackRecord(profits.map((profit) => ({ closedMs: 0, profit }))).sharpe),
    ).toEqual([0, 0, 0]);
  });
});
