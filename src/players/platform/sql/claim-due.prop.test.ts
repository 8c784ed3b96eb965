import fc from "fast-check";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { platformInMemory, platformInSql, type DueFacts } from "../../../../test/support/platform-stores.ts";
import { fromMillis, plusMillis } from "../../../kit/time/instant.ts";
import { HOUR_MS, DAY_MS } from "../../../kit/time/spans.ts";
import { refreshCuts } from "../core/refresh-plan.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });

const now = fromMillis(Date.UTC(2026, 4, 1, 0, 30));

/** Near the points in time that the plan turns at, and exactly at them. */
const times = fc.option(
  fc
    .tuple(
      fc.constantFrom(0, HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 400 * DAY_MS),
      fc.constantFrom(-HOUR_MS / 2, -0.001, 0, 0.001, HOUR_MS / 2),
    )
    .map(([ms, more]) => plusMillis(now, -ms + more)),
  { nil: null, freq: 3 },
);
const account: fc.Arbitrary<DueFacts> = fc.record({
  platformId: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 100, max: 999 }).map((digits) => `76561198000000${digits}`) },
    { weight: 1, arbitrary: fc.constantFrom("a".repeat(32), "7656119800000000１", "76561180000000001") },
  ),
  isOnline: fc.boolean(),
  lastSeenAt: times,
  checkedAt: times,
  heldUntil: fc.option(fc.constantFrom(plusMillis(now, -1), now, plusMillis(now, 0.001)), { nil: null, freq: 3 }),
});

test("the database hands out the accounts that the plan says, in its order, claim after claim", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(account, { selector: ({ platformId }) => platformId, maxLength: 40 }),
      fc.integer({ min: 1, max: 15 }),
      async (accounts, limit) => {
        const [plan, real] = [platformInMemory(), await platformInSql(db)];
        for (const each of [plan, real]) await each.put(accounts);
        const claim = { limit, now, until: plusMillis(now, HOUR_MS), cuts: refreshCuts(now) };
        for (let left = accounts.length; left >= 0; left -= limit) {
          expect(await real.store.claimDue(claim)).toEqual(await plan.store.claimDue(claim));
        }
      },
    ),
    { numRuns: 60 },
  );
});
