/** What the export says of who is online is what `/Online` says. */
import { expect, test } from "vitest";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { presenceStore } from "../../src/players/presence/sql/presence-store.ts";
import { serverLeaseName } from "../../src/players/presence/index.ts";
import { saveStore } from "../../src/players/saves/sql/save-store.ts";
import { playersWorld } from "../support/players-world.ts";
import { changesOf, profileFile, second } from "../support/save-batches.ts";

const ACCOUNT = "76561198000090001";
/** Characters of one account, and one of an account that is away. */
const [MAIN, ALT, AWAY] = [900_090_001n, 900_090_002n, 900_090_003n];

const world = await playersWorld({ fixture: false });
const { db } = world.platform;

test("of an account with two characters one is online, the same in both", async () => {
  const lease = await acquireLease(db, { name: serverLeaseName("island"), owner: "test", ttlMs: 600_000 });
  const holding = { server: "island", fence: lease?.fence ?? 0 };
  const profiles = [
    profileFile({ id: MAIN, platformId: ACCOUNT, characterName: "Main", level: 7 }, 10),
    profileFile({ id: ALT, platformId: ACCOUNT, characterName: "Alt", level: 3 }, 20),
    profileFile({ id: AWAY, platformId: "76561198000090003", characterName: "Away", level: 1 }, 20),
  ];
  await saveStore(db, "poller").apply({ ...holding, at: second(20), changes: changesOf({ profiles }) });
  const presence = presenceStore(db, "poller", { refreshPlatformNames: async () => [] });
  await presence.apply({
    ...holding,
    number: 1,
    changes: [
      { kind: "open", platformId: ACCOUNT, name: "main", server: "island", startedAt: second(30), claim: "join" },
    ],
  });
  await expect.poll(async () => (await world.get("/Online")).json.length).toBe(1);
  const online = (await world.get("/Online")).json.map(({ Id }: { Id: number }) => Id);
  const lines = (await world.get("/Export", world.keys.admin)).text.trimEnd().split("\n");
  const exported = lines.map((line) => JSON.parse(line) as { readonly Id: number; readonly Online: boolean });
  expect(exported.map(({ Id }) => Id)).toEqual([MAIN, ALT, AWAY].map(Number));
  expect(exported.filter((each) => each.Online).map(({ Id }) => Id)).toEqual(online);
  const csv = (await world.get("/Export?format=csv", world.keys.admin)).text.trimEnd().split("\r\n").slice(1);
  expect(csv.map((line) => line.split(",")[7])).toEqual(exported.map((each) => String(each.Online)));
});
