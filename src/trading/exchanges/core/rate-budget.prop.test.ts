import fc from "fast-check";
import { expect, test } from "vitest";
import { RateBudget } from "./rate-budget.ts";

const request = fc.record({
  afterMs: fc.nat(2000),
  cost: fc.integer({ min: 1, max: 30 }),
  urgent: fc.boolean(),
});

test("whatever is asked and when, no window of time sees more than four fifths of the limit and one burst", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.array(request, { maxLength: 60 }), (perSecond, requests) => {
      const budget = new RateBudget(perSecond);
      const sent: { atMs: number; cost: number }[] = [];
      let nowMs = 1_700_000_000_000;
      for (const { afterMs, cost, urgent } of requests) {
        nowMs += afterMs;
        const { waitMs } = budget.take({ cost, urgent, maxWaitMs: Infinity }, nowMs);
        expect(waitMs).toBeGreaterThanOrEqual(0);
        sent.push({ atMs: nowMs + waitMs, cost });
      }
      for (const from of sent) {
        for (const to of sent) {
          if (to.atMs < from.atMs) continue;
          const inWindow = sent.filter(({ atMs }) => atMs >= from.atMs && atMs <= to.atMs);
          const used = inWindow.reduce((sum, { cost }) => sum + cost, 0);
          const earned = (perSecond * 0.8 * (to.atMs - from.atMs)) / 1000;
          // One burst, at least one request of each lane, and one dear request of each that overdraws.
          expect(used).toBeLessThanOrEqual(earned + Math.max(perSecond * 0.8, 2) + 60 + 0.5);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("requests of one kind leave in the order in which they came", () => {
  fc.assert(
    fc.property(fc.array(request, { maxLength: 60 }), (requests) => {
      const budget = new RateBudget(10);
      let nowMs = 0;
      let lastMs = 0;
      for (const { afterMs } of requests) {
        nowMs += afterMs;
        const atMs = nowMs + budget.take({ cost: 3, urgent: false, maxWaitMs: Infinity }, nowMs).waitMs;
        expect(atMs).toBeGreaterThanOrEqual(lastMs);
        lastMs = atMs;
      }
    }),
  );
});
