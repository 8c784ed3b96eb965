import { describe, expect, test } from "vitest";
import { fromMillis, plusMillis } from "../../../kit/time/instant.ts";
import { NO_BANS, type StoredAccount } from "./account.ts";
import { accountUpdate } from "./account-update.ts";

const at = fromMillis(Date.UTC(2026, 4, 1));
const summary = { name: "annaplays", avatarUrl: "https://a.example/1.jpg", profileUrl: "https://a.example/anna" };
const bans = { ...NO_BANS, numberOfGameBans: 1, daysSinceLastBan: 12 };
const bansAt = plusMillis(at, -3 * 86_400_000);
const stored: StoredAccount = { platformId: "76561198000000001", summary, bans, bansAt };

describe("an answer", () => {
  test.each([
    ["nothing about the account", {}, false],
    [
      "what is known already, the last ban three days older",
      { summary, bans: { ...bans, daysSinceLastBan: 15 } },
      false,
    ],
    ["another name", { summary: { ...summary, name: "anna" } }, true],
    ["another avatar", { summary: { ...summary, avatarUrl: "" } }, true],
    ["another profile", { summary: { ...summary, profileUrl: "" } }, true],
    ["a last ban that did not grow older", { bans }, true],
    ["a count that fell", { bans: NO_BANS }, true],
    ["a flag", { bans: { ...bans, communityBanned: true, daysSinceLastBan: 15 } }, true],
  ])("changes what is shown when it says so: %s", (_what, said, isChanged) => {
    const heard = { isChecked: true, summary: undefined, bans: undefined, ...said };
    expect(accountUpdate(stored, at, heard)).toMatchObject({ ...heard, platformId: stored.platformId, at, isChanged });
  });

  test("changes an account of which nothing was known, even when there is little to say", () => {
    const fresh = { ...stored, summary: null, bans: null, bansAt: null };
    const said = { summary: { name: "", avatarUrl: "", profileUrl: "" }, bans: NO_BANS };
    expect(accountUpdate(fresh, at, { isChecked: true, ...said })).toMatchObject({
      isChanged: true,
      banChange: undefined,
    });
  });
});
