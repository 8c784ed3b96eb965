import { describe, expect, test } from "vitest";
import { fromMillis, plusMillis } from "../../../kit/time/instant.ts";
import { NO_BANS, type StoredAccount } from "./account.ts";
import { shownAccount } from "./shown-account.ts";

const now = fromMillis(Date.UTC(2026, 4, 1));
const summary = { name: "annaplays", avatarUrl: "https://a.example/1.jpg", profileUrl: "https://a.example/anna" };
const stored: StoredAccount = { platformId: "76561198000000001", summary, bans: null, bansAt: null };

describe("what is shown of an account", () => {
  test.each([undefined, { ...stored, summary: null }])("is empty where nothing is known, never null", (account) => {
    expect(shownAccount(account, now)).toEqual({ name: "", avatarUrl: "", profileUrl: "", ...NO_BANS });
  });

  test("has no bans while Steam has not reported them", () => {
    expect(shownAccount(stored, now)).toEqual({ ...summary, ...NO_BANS });
  });

  test("counts the last ban's days on from when the bans were had", () => {
    const bans = { ...NO_BANS, antiCheatBanned: true, numberOfAntiCheatBans: 1, daysSinceLastBan: 12 };
    const bansAt = plusMillis(now, -3.5 * 86_400_000);
    expect(shownAccount({ ...stored, bans, bansAt }, now)).toEqual({ ...summary, ...bans, daysSinceLastBan: 15 });
  });
});
