import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { MAX_INT32, type PlatformBans } from "./account.ts";
import { banChange, daysSinceLastBan } from "./bans.ts";

const int32 = fc.integer({ min: 0, max: MAX_INT32 });
const instant = fc.integer({ min: 0, max: 4_000_000_000_000_000 }) as fc.Arbitrary<Instant>;
const counts = fc.record({ numberOfAntiCheatBans: int32, numberOfGameBans: int32 });
const bans: fc.Arbitrary<PlatformBans> = fc.record({
  communityBanned: fc.boolean(),
  antiCheatBanned: fc.boolean(),
  numberOfAntiCheatBans: fc.nat(3),
  daysSinceLastBan: int32,
  numberOfGameBans: fc.nat(3),
});

describe("the days since the last ban", () => {
  test("never shrink while time passes, and grow by one each day", () => {
    fc.assert(
      fc.property(fc.nat(100_000), instant, fc.nat(1000 * DAY_MS), counts, (stored, fetchedAt, laterMs, banCounts) => {
        const now = plusMillis(fetchedAt, laterMs);
        const days = daysSinceLastBan(stored, fetchedAt, now, banCounts);
        const hasBan = banCounts.numberOfAntiCheatBans + banCounts.numberOfGameBans > 0;
        expect(daysSinceLastBan(stored, fetchedAt, plusMillis(now, DAY_MS), banCounts)).toBe(hasBan ? days + 1 : 0);
      }),
    );
  });

  test("are an int32 that is never below the stored number, or 0 without a ban", () => {
    fc.assert(
      fc.property(int32, instant, instant, counts, (stored, fetchedAt, now, banCounts) => {
        const days = daysSinceLastBan(stored, fetchedAt, now, banCounts);
        const hasBan = banCounts.numberOfAntiCheatBans + banCounts.numberOfGameBans > 0;
        expect(Number.isInteger(days)).toBe(true);
        expect(days).toBeGreaterThanOrEqual(hasBan ? stored : 0);
        expect(days).toBeLessThanOrEqual(hasBan ? MAX_INT32 : 0);
      }),
    );
  });
});

describe("a change of bans", () => {
  test("is none when nothing changed, and names what changed otherwise", () => {
    fc.assert(
      fc.property(bans, bans, (before, after) => {
        expect(banChange(before, before)).toBeUndefined();
        const members = banChange(before, after)?.members ?? [];
        expect(members.includes("antiCheatBanned")).toBe(before.antiCheatBanned !== after.antiCheatBanned);
        expect(members.includes("communityBanned")).toBe(before.communityBanned !== after.communityBanned);
        expect(members.includes("numberOfGameBans")).toBe(before.numberOfGameBans < after.numberOfGameBans);
        expect(members.includes("numberOfAntiCheatBans")).toBe(
          before.numberOfAntiCheatBans < after.numberOfAntiCheatBans,
        );
      }),
    );
  });
});
