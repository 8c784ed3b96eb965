import fc from "fast-check";
import { expect, test } from "vitest";
import { firstTryMs, nextTryMs, reluctanceMs } from "./waits.ts";

test("a process that keeps more waits longer, up to a limit, and one that keeps nothing does not wait", () => {
  expect([0, 1, 5, 30, 200].map((kept) => reluctanceMs(kept, 3_000))).toEqual([0, 100, 500, 3_000, 3_000]);
});

test("tries spread: the first over half a second at most, the next ones around the interval", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (retryMs, fraction) => {
        expect(firstTryMs(retryMs, fraction)).toBeLessThanOrEqual(Math.min(500, retryMs));
        expect(nextTryMs(retryMs, fraction)).toBeGreaterThanOrEqual(retryMs * 0.75);
        expect(nextTryMs(retryMs, fraction)).toBeLessThanOrEqual(retryMs * 1.25);
      },
    ),
  );
});
