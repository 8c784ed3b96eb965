/** What server plugins know of a player, over HTTP. */
import { expect, test } from "vitest";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { parseInstant } from "../../src/kit/time/instant.ts";
import type { PluginRecord } from "../../src/players/plugins/index.ts";
import { pluginStore } from "../../src/players/plugins/sql/plugin-store.ts";
import { EOS_OF_XIAOMING, STEAM_OF_ANNA } from "../support/players-fixture.ts";
import { playersWorld } from "../support/players-world.ts";

const { get, keys, platform } = await playersWorld();
const at = (text: string) => parseInstant(text) ?? (0 as never);
const lease = await acquireLease(platform.db, { name: "test.plugins", owner: "test", ttlMs: 600_000 });

async function read(...records: readonly PluginRecord[]): Promise<void> {
  const holding = { name: "test.plugins", fence: lease?.fence ?? 0 };
  await pluginStore(platform.db, "test").setRecords(records, holding, at("2026-03-04T05:06:07Z"));
}

const pluginsOf = async (id: string): Promise<unknown> => (await get(`/Player/${id}/Plugins`, keys.history)).json;

const NOTHING = { Groups: [], TimedGroups: [], Points: null, TotalSpent: null, ReadAt: null };

test("groups and points of a player are those that the plugins' databases told last", async () => {
  expect(await pluginsOf("101")).toEqual({ PlatformId: STEAM_OF_ANNA, ...NOTHING });
  const timedGroups = [
    { group: "VIP", from: at("2026-03-01T00:00:00Z"), until: at("2026-04-01T00:00:00Z") },
    { group: "Event", until: at("2026-05-01T00:00:00Z") },
  ];
  await read(
    { platformId: STEAM_OF_ANNA, groups: ["Default", "Admins"], timedGroups, points: 250, totalSpent: 0 },
    { platformId: EOS_OF_XIAOMING, groups: [], timedGroups: [], points: 2 ** 53 - 1 },
  );
  expect(await pluginsOf("101")).toEqual({
    PlatformId: STEAM_OF_ANNA,
    Groups: ["Default", "Admins"],
    TimedGroups: [
      { Group: "VIP", From: "2026-03-01T00:00:00+00:00", Until: "2026-04-01T00:00:00+00:00" },
      { Group: "Event", From: null, Until: "2026-05-01T00:00:00+00:00" },
    ],
    Points: 250,
    TotalSpent: 0,
    ReadAt: "2026-03-04T05:06:07+00:00",
  });
  expect(await pluginsOf("106")).toMatchObject({ Groups: [], Points: 2 ** 53 - 1, TotalSpent: null });
  expect(await pluginsOf("102")).toMatchObject(NOTHING);
  await read();
  expect(await pluginsOf("101")).toEqual({ PlatformId: STEAM_OF_ANNA, ...NOTHING });
});
