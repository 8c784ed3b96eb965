import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromMillis, plusMillis } from "../../../kit/time/instant.ts";
import { refreshPlan } from "./refresh-plan.naive.ts";
import type { RefreshFacts } from "./refresh-plan.ts";
import { HOUR_MS, DAY_MS } from "../../../kit/time/spans.ts";

const now = fromMillis(Date.UTC(2026, 4, 1));

const times = fc.option(
  fc.oneof(fc.nat(100 * DAY_MS), fc.nat(2 * HOUR_MS)).map((ms) => plusMillis(now, -ms)),
  { nil: null },
);
const account: fc.Arbitrary<RefreshFacts> = fc.record({
  platformId: fc.integer({ min: 10, max: 99 }).map((digits) => `765611980000000${digits}`),
  isOnline: fc.boolean(),
  lastSeenAt: times,
  checkedAt: times,
});

describe("the plan", () => {
  test("never leaves an account out for good, nor asks about one twice in an hour", () => {
    fc.assert(
      fc.property(account, (given) => {
        const sinceMs = given.checkedAt === null ? Infinity : (now - given.checkedAt) / 1000;
        const isDue = refreshPlan([given], now).length === 1;
        if (sinceMs >= 30 * DAY_MS) expect(isDue).toBe(true);
        if (sinceMs < HOUR_MS) expect(isDue).toBe(false);
      }),
    );
  });

  test("does not depend on the order in which accounts are given", () => {
    const accounts = fc.uniqueArray(account, { selector: ({ platformId }) => platformId });
    fc.assert(
      fc.property(accounts, (given) => {
        expect(refreshPlan(given.toReversed(), now)).toEqual(refreshPlan(given, now));
      }),
    );
  });
});
