import { describe, expect, test } from "vitest";
import { fromMillis, plusMillis } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { MAX_INT32, NO_BANS, type PlatformBans } from "./account.ts";
import { banChange, daysSinceLastBan } from "./bans.ts";

const fetchedAt = fromMillis(Date.UTC(2026, 0, 31, 23, 30));
const oneBan = { numberOfAntiCheatBans: 1, numberOfGameBans: 0 };
const oneGameBan = { numberOfAntiCheatBans: 0, numberOfGameBans: 1 };
const none = { numberOfAntiCheatBans: 0, numberOfGameBans: 0 };

describe("the days since the last ban", () => {
  test.each([
    ["a ban today, asked about just now", 0, 0, oneBan, 0],
    ["a ban today, an hour ago, though midnight has passed", 0, 1, oneBan, 0],
    ["a ban today, a microsecond less than a day ago", 0, 24 - 1 / (3600 * 1e6), oneBan, 0],
    ["a ban today, a day ago", 0, 24, oneBan, 1],
    ["a game ban alone", 10, 24 * 30, oneGameBan, 40],
    ["no ban, whatever was stored", 10, 24 * 30, none, 0],
    ["an answer from the future of another machine's clock", 10, -5, oneBan, 10],
    ["a number that grows past a client's range", MAX_INT32 - 1, 24 * 30, oneBan, MAX_INT32],
  ])("are right for %s", (_what, stored, hours, counts, expected) => {
    expect(daysSinceLastBan(stored, fetchedAt, plusMillis(fetchedAt, hours * HOUR_MS), counts)).toBe(expected);
  });
});

describe("a change of bans", () => {
  const banned: PlatformBans = { ...NO_BANS, antiCheatBanned: true, numberOfAntiCheatBans: 2, daysSinceLastBan: 4 };

  test.each<[string, PlatformBans | null, Partial<PlatformBans>, string[] | undefined]>([
    ["nothing new", banned, banned, undefined],
    ["an older last ban", banned, { ...banned, daysSinceLastBan: 5 }, undefined],
    ["one more ban", banned, { ...banned, numberOfAntiCheatBans: 3, daysSinceLastBan: 0 }, ["numberOfAntiCheatBans"]],
    ["one less", banned, { ...banned, numberOfAntiCheatBans: 1 }, undefined],
    ["a ban lifted", banned, { ...NO_BANS }, ["antiCheatBanned"]],
    ["a community ban", NO_BANS, { communityBanned: true }, ["communityBanned"]],
    [
      "everything at once",
      NO_BANS,
      { communityBanned: true, antiCheatBanned: true, numberOfAntiCheatBans: 1, numberOfGameBans: 1 },
      ["communityBanned", "antiCheatBanned", "numberOfAntiCheatBans", "numberOfGameBans"],
    ],
    ["a stranger without bans", null, {}, undefined],
    ["a stranger with an old game ban", null, { numberOfGameBans: 1, daysSinceLastBan: 900 }, ["numberOfGameBans"]],
  ])("is described correctly: %s", (_what, before, difference, members) => {
    const after = { ...NO_BANS, ...difference };
    const expected = members && { isFirst: before === null, members, before: before ?? NO_BANS, after };
    expect(banChange(before, after)).toEqual(expected);
  });
});
