import { describe, expect, test } from "vitest";
import { fromMillis, plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { refreshPlan, refreshRank } from "./refresh-plan.naive.ts";
import { refreshCuts, type RefreshFacts } from "./refresh-plan.ts";
import { HOUR_MS, DAY_MS } from "../../../kit/time/spans.ts";
import { isSteamId } from "./steam-id.ts";

const now = fromMillis(Date.UTC(2026, 4, 1));
const ago = (ms: number): Instant => plusMillis(now, -ms);

function account(digit: number, facts: Partial<RefreshFacts> = {}): RefreshFacts {
  const platformId = `7656119800000000${digit}`;
  return { platformId, isOnline: false, lastSeenAt: null, checkedAt: null, ...facts };
}

describe("an account", () => {
  test.each([
    ["76561198000000001", true],
    ["76561190000000000", true],
    ["7656119800000000", false],
    ["765611980000000011", false],
    ["76561180000000001", false],
    ["76561198000000001\n", false],
    ["7656119800000000１", false],
    ["0002a1b2c3d4e5f60002a1b2c3d4e5f6", false],
    ["", false],
  ])("named %j is one of Steam's: %s", (platformId, expected) => expect(isSteamId(platformId)).toBe(expected));

  test.each([
    ["never checked", { isOnline: false, lastSeenAt: null, checkedAt: null }, 0],
    ["online, checked 59 minutes ago", { isOnline: true, lastSeenAt: now, checkedAt: ago(59 * 60_000) }, undefined],
    ["online, checked an hour ago", { isOnline: true, lastSeenAt: now, checkedAt: ago(HOUR_MS) }, 1],
    ["seen today, checked 23 hours ago", { lastSeenAt: now, checkedAt: ago(23 * HOUR_MS) }, undefined],
    ["seen today, checked a day ago", { lastSeenAt: now, checkedAt: ago(DAY_MS) }, 2],
    ["seen a week ago, checked a day ago", { lastSeenAt: ago(7 * DAY_MS), checkedAt: ago(DAY_MS) }, 2],
    ["seen eight days ago, checked a day ago", { lastSeenAt: ago(8 * DAY_MS), checkedAt: ago(DAY_MS) }, undefined],
    ["seen long ago, checked 30 days ago", { lastSeenAt: ago(90 * DAY_MS), checkedAt: ago(30 * DAY_MS) }, 3],
    ["never seen, checked 29 days ago", { lastSeenAt: null, checkedAt: ago(29 * DAY_MS) }, undefined],
    ["never seen, checked 31 days ago", { lastSeenAt: null, checkedAt: ago(31 * DAY_MS) }, 3],
  ])("that is %s is due by rank", (_what, facts, rank) => {
    expect(refreshRank(account(1, facts), refreshCuts(now))).toBe(rank);
  });
});

describe("the plan", () => {
  test("asks about the unknown first, then those online, those seen this week, and the rest", () => {
    const accounts = [
      account(1, { lastSeenAt: ago(60 * DAY_MS), checkedAt: ago(60 * DAY_MS) }),
      account(2, { lastSeenAt: now, checkedAt: ago(2 * DAY_MS) }),
      account(3, { isOnline: true, lastSeenAt: now, checkedAt: ago(2 * HOUR_MS) }),
      account(4, { isOnline: true, lastSeenAt: now, checkedAt: ago(3 * HOUR_MS) }),
      account(6),
      account(5),
      { ...account(7), platformId: "0002a1b2c3d4e5f60002a1b2c3d4e5f6" },
      account(8, { isOnline: true, checkedAt: now }),
    ];
    const planned = refreshPlan(accounts, now).map(({ platformId }) => Number(platformId.slice(-1)));
    expect(planned).toEqual([5, 6, 4, 3, 2, 1]);
  });
});
