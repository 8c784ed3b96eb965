import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillGaps, missingNumbers, openGaps, type Range } from "./gaps.ts";

const rising = (max: number) =>
  fc.uniqueArray(fc.integer({ min: 1, max })).map((list) => list.toSorted((a, b) => a - b));

function numbersOf(ranges: readonly Range[]): number[] {
  return ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

describe("gaps", () => {
  test("missing and seen numbers together are all numbers up to the highest seen, each once", () => {
    fc.assert(
      fc.property(fc.nat(50), rising(200), (last, offsets) => {
        const seqs = offsets.map((offset) => last + offset);
        const all = [...numbersOf(missingNumbers(last, seqs)), ...seqs].toSorted((a, b) => a - b);
        expect(all).toEqual(Array.from({ length: (seqs.at(-1) ?? last) - last }, (_, index) => last + 1 + index));
      }),
    );
  });

  test("filling takes away the seen numbers and no others, and keeps the bounds", () => {
    fc.assert(
      fc.property(rising(100), rising(100), (seen, filling) => {
        const gaps = missingNumbers(0, seen).map((range) => ({ ...range, bound: BigInt(range.from % 3) }));
        const left = fillGaps(gaps, filling);
        expect(numbersOf(left)).toEqual(numbersOf(gaps).filter((number) => !filling.includes(number)));
        expect(left.every((gap) => gap.from <= gap.to)).toBe(true);
        for (const gap of left) {
          expect(gaps.find(({ from, to }) => from <= gap.from && gap.to <= to)?.bound).toBe(gap.bound);
        }
      }),
    );
  });

  test("a gap is given up exactly when all transactions below its bound are over", () => {
    const gap = { from: 5, to: 9, bound: 100n };
    expect(openGaps([gap], 99n)).toEqual([gap]);
    expect(openGaps([gap], 100n)).toEqual([]);
  });

  test("a million missing numbers are one range", () => {
    expect(missingNumbers(0, [1_000_001])).toEqual([{ from: 1, to: 1_000_000 }]);
  });
});
