import fc from "fast-check";
import { expect, test } from "vitest";
import { marksOf, overlapOf } from "./log-window.ts";

/** Few different lines, so that they repeat. */
const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });

test("the overlap is the longest end of the old log that the new one begins with", () => {
  fc.assert(
    fc.property(lines, lines, (before, now) => {
      let longest = 0;
      for (let length = 1; length <= Math.min(before.length, now.length); length++) {
        if (before.slice(-length).join("") === now.slice(0, length).join("")) longest = length;
      }
      expect(overlapOf(marksOf(before), marksOf(now))).toBe(longest);
    }),
    { numRuns: 500 },
  );
});

test("a log of different lines that is read often enough is kept whole, without repetitions", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(6), { maxLength: 20 }), fc.integer({ min: 7, max: 12 }), (steps, size) => {
      const all: string[] = [];
      const kept: string[] = [];
      let marks = Buffer.alloc(0);
      for (const step of steps) {
        for (let count = 0; count < step; count++) all.push(`line ${all.length}`);
        const window = all.slice(-size);
        kept.push(...window.slice(overlapOf(marks, marksOf(window))));
        marks = Buffer.from(marksOf(window));
      }
      expect(kept).toEqual(all);
    }),
  );
});
