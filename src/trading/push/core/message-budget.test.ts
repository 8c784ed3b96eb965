import fc from "fast-check";
import { expect, test } from "vitest";
import { MessageBudget } from "./message-budget.ts";

test("a burst is let through, then so much a second", () => {
  const budget = new MessageBudget(3, 2, 1_000);
  expect([1, 1, 1, 1].map((cost) => budget.spend(cost, 1_000))).toEqual([true, true, true, false]);
  expect(budget.spend(1, 1_400)).toBe(false);
  expect(budget.spend(1, 1_500)).toBe(true);
  expect(budget.spend(3, 60_000)).toBe(true);
  expect(budget.spend(1, 60_000)).toBe(false);
});

test("in any time, a client spends at most the burst and what the time brings", () => {
  const steps = fc.array(fc.record({ waitMs: fc.nat(400), cost: fc.integer({ min: 1, max: 5 }) }), {
    maxLength: 60,
    size: "max",
  });
  fc.assert(
    fc.property(steps, (all) => {
      const budget = new MessageBudget(10, 4, 0);
      let [nowMs, spent] = [0, 0];
      for (const { waitMs, cost } of all) {
        nowMs += waitMs;
        if (budget.spend(cost, nowMs)) spent += cost;
        expect(spent).toBeLessThanOrEqual(10 + (nowMs / 1_000) * 4 + 1e-6);
      }
    }),
  );
});
