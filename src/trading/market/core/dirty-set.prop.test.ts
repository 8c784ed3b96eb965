import fc from "fast-check";
import { expect, test } from "vitest";
import { DirtySet } from "./dirty-set.ts";

test("each index waits once, in order of its first change, however many there are", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(200)), { maxLength: 600 }), (steps) => {
      const fast = new DirtySet();
      const slow = new Set<number>();
      for (const step of steps) {
        if (step === null) {
          const [first = -1] = slow;
          slow.delete(first);
          expect(fast.take()).toBe(first);
        } else {
          expect(fast.add(step)).toBe(!slow.has(step));
          slow.add(step);
        }
        expect(fast.length).toBe(slow.size);
      }
    }),
  );
});
