/** The bans of an account as they were seen, over HTTP. */
import { expect, test } from "vitest";
import { parseInstant } from "../../src/kit/time/instant.ts";
import { platformStore } from "../../src/players/platform/sql/platform-store.ts";
import { privacyStore } from "../../src/players/privacy/sql/privacy-store.ts";
import { STEAM_OF_ANNA } from "../support/players-fixture.ts";
import { playersWorld } from "../support/players-world.ts";

const { get, keys, platform } = await playersWorld();
const at = (text: string) => parseInstant(text) ?? (0 as never);
const store = platformStore(platform.db, "test", { refreshPlatformNames: async () => [] });

const NONE = {
  communityBanned: false,
  antiCheatBanned: false,
  numberOfAntiCheatBans: 0,
  daysSinceLastBan: 0,
  numberOfGameBans: 0,
};
const BANNED = { ...NONE, antiCheatBanned: true, numberOfAntiCheatBans: 1, daysSinceLastBan: 900 };
const AGAIN = { ...BANNED, daysSinceLastBan: 0, numberOfGameBans: 1 };

/** The platform has told bans of Anna's account at that time. */
async function seen(time: string, change: Parameters<typeof store.save>[0][number]["banChange"]): Promise<void> {
  const answers = { isChecked: true, summary: undefined, bans: change?.after };
  await store.save([{ platformId: STEAM_OF_ANNA, at: at(time), ...answers, isChanged: true, banChange: change }]);
}

const bansOf = async (id: string, query = "") => get(`/Player/${id}/Bans${query}`, keys.history);

test("bans are listed as they were seen, the latest first, and forgotten with the rest of a history", async () => {
  expect((await bansOf("101")).json).toEqual([]);
  await seen("2026-03-04T05:06:07Z", { isFirst: true, members: ["antiCheatBanned"], before: NONE, after: BANNED });
  await seen("2026-03-05T05:06:07Z", { isFirst: false, members: ["numberOfGameBans"], before: BANNED, after: AGAIN });
  const bans = { CommunityBanned: false, AntiCheatBanned: true, NumberOfAntiCheatBans: 1, NumberOfGameBans: 0 };
  const latest = {
    SeenAt: "2026-03-05T05:06:07+00:00",
    IsFirst: false,
    Changed: ["NumberOfGameBans"],
    Before: { ...bans, DaysSinceLastBan: 900 },
    After: { ...bans, DaysSinceLastBan: 0, NumberOfGameBans: 1 },
  };
  const { json, headers } = await bansOf("101");
  expect(json).toEqual([latest, expect.objectContaining({ SeenAt: "2026-03-04T05:06:07+00:00", IsFirst: true })]);
  expect([headers.get("x-has-more"), headers.get("link")]).toEqual(["false", null]);
  expect((await bansOf("101", "?limit=1")).json).toEqual([latest]);
  expect((await bansOf("102")).json).toEqual([]);

  const privacy = privacyStore(platform.db, "test", async () => undefined);
  await privacy.setOptOut(101n, true, at("2026-03-06T00:00:00Z"));
  expect((await bansOf("101")).json).toEqual([]);
  await seen("2026-03-07T05:06:07Z", { isFirst: false, members: ["antiCheatBanned"], before: AGAIN, after: NONE });
  expect((await bansOf("101")).json).toEqual([]);
});
