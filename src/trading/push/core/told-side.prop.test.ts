import fc from "fast-check";
import { expect, test } from "vitest";
import { ToldSide } from "./told-side.ts";

/** Levels of a side, best first, with few prices so that they come and go. */
const side = (mostPrices: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: mostPrices }), { maxLength: 10 })
    .chain((prices) =>
      fc
        .array(fc.integer({ min: 1, max: 3 }), { minLength: prices.length, maxLength: prices.length })
        .map((quantities) =>
          prices.toSorted((one, other) => one - other).flatMap((price, at) => [price, quantities[at] ?? 1]),
        ),
    );

/** A reader that applies the changes it receives. */
function applied(
  held: ReadonlyMap<number, number>,
  changes: readonly (readonly [number, number])[],
): ReadonlyMap<number, number> {
  const next = new Map(held);
  for (const [price, quantity] of changes) {
    if (quantity === 0) next.delete(price);
    else next.set(price, quantity);
  }
  return next;
}

const sorted = (levels: Iterable<readonly [number, number]>) => [...levels].toSorted(([one], [other]) => one - other);

test("a reader that applies the changes since its last message has the side, however many it skips", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(side(12), fc.boolean()), { maxLength: 30 }), (steps) => {
      const told = new ToldSide();
      let held: ReadonlyMap<number, number> = new Map();
      let since = 0;
      for (const [at, [levels, isTold]] of steps.entries()) {
        const before = told.all();
        const hasChanged = told.take(levels, at + 1);
        expect(hasChanged).toBe(JSON.stringify(before) !== JSON.stringify(told.all()));
        if (!isTold) continue;
        held = applied(held, told.since(since) ?? []);
        since = at + 1;
        expect(sorted(held)).toEqual(told.all());
      }
    }),
  );
});

test("changes that are too many to be kept are not told as if they were all", () => {
  const told = new ToldSide();
  const levelsAt = (version: number): number[] => Array.from({ length: 10 }, (_, at) => [version * 10 + at, 1]).flat();
  for (let version = 1; version <= 200; version++) told.take(levelsAt(version), version);
  expect(told.since(0)).toBeUndefined();
  expect(told.since(50)).toBeUndefined();
  expect(told.since(199)).toHaveLength(20);
  expect(told.since(200)).toEqual([]);
});
