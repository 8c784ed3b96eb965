import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Ladder, type BookSide } from "./ladder.ts";
import { NaiveLadder } from "./ladder.naive.ts";

const TICKS = ["0.01", "0.00000001", "0.5", "25", "1e-8", "0.0025", "1", "3", "0"];

interface Step {
  readonly kind: "near" | "far" | "best" | "load" | "odd";
  readonly ticks: number;
  readonly quantity: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("near", "near", "near", "near", "far", "best", "best", "load", "odd"),
  ticks: fc.integer({ min: 1, max: 400 }),
  quantity: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9 })),
});

function priceAt(tick: string, ticks: number): number {
  // Decimal text rounds to the price that an exchange would send.
  const size = Number(tick) || 1;
  return Number((ticks * size).toPrecision(13));
}

/** Plays steps on both; `middle` wanders, so that the window must follow. */
function play(side: BookSide, tick: string, steps: readonly Step[], windowTicks: number): void {
  const fast = new Ladder(side, tick, { windowTicks, maxLevels: 100_000 });
  const slow = new NaiveLadder(side);
  let middle = 5_000;
  for (const { kind, ticks, quantity } of steps) {
    if (kind === "load") {
      const prices = [1, 2, 3, 50, 700].map((away) => middle + (side === "bid" ? -away : away) * (1 + (ticks % 7)));
      const levels = prices.flatMap((at) => (at > 0 ? [priceAt(tick, at), 1 + (ticks % 5)] : []));
      fast.load(levels);
      slow.load(levels);
    } else {
      const [best] = slow.levels(1);
      if (kind === "far") middle = Math.max(500, middle + (ticks - 200) * 40);
      const odd = Number((priceAt(tick, middle) * 1.000_37).toPrecision(9));
      const price = kind === "best" ? (best ?? 1) : kind === "odd" ? odd : priceAt(tick, middle + ticks - 200);
      const change = kind === "best" ? 0 : quantity;
      fast.set(price, change);
      slow.set(price, change);
      expect(fast.quantityAt(price)).toBe(change);
    }
    const levels = read(fast, 100_000);
    expect(levels).toEqual(slow.levels(100_000));
    expect([fast.bestPrice, fast.bestQuantity]).toEqual(levels.length === 0 ? [0, 0] : levels.slice(0, 2));
    expect(fast.length).toBe(levels.length / 2);
  }
}

function read(ladder: Ladder, limit: number): number[] {
  const out: number[] = [];
  ladder.read(limit, out);
  return out;
}

describe("a ladder", () => {
  test("is at every moment what a sorted map would be, whatever the tick and however prices jump", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<BookSide>("bid", "ask"),
        fc.constantFrom(...TICKS),
        fc.array(step, { minLength: 1, maxLength: 120 }),
        fc.constantFrom(16, 64, 256),
        play,
      ),
      { numRuns: 400 },
    );
  });

  test("holds prices of 15 digits anywhere, on ticks that it was never given", () => {
    const price = fc
      .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 6 }))
      .map(([digits, places]) => Number(`${digits}e-${places}`));
    fc.assert(
      fc.property(
        fc.constantFrom<BookSide>("bid", "ask"),
        fc.array(fc.tuple(price, fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 60 }),
        (side, changes) => {
          const fast = new Ladder(side, "1000", { windowTicks: 64, maxLevels: 100_000 });
          const slow = new NaiveLadder(side);
          for (const [at, quantity] of changes) {
            fast.set(at, quantity);
            slow.set(at, quantity);
          }
          expect(read(fast, 1000)).toEqual(slow.levels(1000));
        },
      ),
      { numRuns: 400 },
    );
  });

  test("keeps the best levels when there are more than it may keep", () => {
    const ladder = new Ladder("ask", "1", { windowTicks: 16, maxLevels: 100 });
    const slow = new NaiveLadder("ask");
    for (let price = 2_000; price > 0; price--) {
      ladder.set(price, 1);
      slow.set(price, 1);
    }
    expect(ladder.length).toBeLessThanOrEqual(300);
    expect(read(ladder, 100)).toEqual(slow.levels(100));
  });

  test.each([
    [0, 1],
    [-1, 1],
    [Number.NaN, 1],
    [Infinity, 1],
    [1, -1],
    [1, Number.NaN],
    [1, Infinity],
  ])("refuses a level of price %d and quantity %d", (price, quantity) => {
    const ladder = new Ladder("bid", "0.01");
    expect(ladder.set(price, quantity)).toBe(false);
    expect(ladder.length).toBe(0);
  });
});
