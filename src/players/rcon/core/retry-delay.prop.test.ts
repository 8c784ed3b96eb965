import fc from "fast-check";
import { expect, test } from "vitest";
import { retryDelayMs } from "./retry-delay.ts";

test("a pause never gets shorter with one more failure, and after a wrong password it is at least 60 s", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      (failures, fraction, wrong) => {
        const delayMs = retryDelayMs(failures, wrong, fraction);
        expect(retryDelayMs(failures + 1, wrong, fraction)).toBeGreaterThanOrEqual(delayMs);
        expect(delayMs).toBeGreaterThanOrEqual(wrong ? 60_000 : 500);
      },
    ),
  );
});
