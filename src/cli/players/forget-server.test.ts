/** `tripod players forget-server` as an operator runs it. */
import { beforeEach, expect, test } from "vitest";
import { commandHere } from "../../../test/support/command-here.ts";
import { changesOf, profileFile, savesWorld, second, tribeFile } from "../../../test/support/save-batches.ts";
import { acquireLease, releaseLease } from "../../kit/sql/lease.ts";
import { serverLeaseName } from "../../players/presence/index.ts";
import type { SavedChanges } from "../../players/saves/saved-contents.ts";

const world = await savesWorld();
const tripod = await commandHere(world.connection);
const forget = (...args: readonly string[]) => tripod("players", "forget-server", ...args);

const present = () =>
  world.rows(`select 'player' as kind, id from players.players where is_present
    union all select 'tribe', id from players.tribes where is_present order by kind, id`);

/** As the process does that reads a server, which then ends in order. */
async function read(server: string, changes: Partial<SavedChanges>): Promise<void> {
  const lease = await acquireLease(world.db, { name: serverLeaseName(server), owner: "worker", ttlMs: 60_000 });
  const fence = lease?.fence ?? 0;
  await world.store.apply({ server, fence, at: second(200), changes: changesOf(changes) });
  if (lease) await releaseLease(world.db, lease);
}

beforeEach(async () => {
  await world.clear();
  await read("island", {
    profiles: Array.from({ length: 600 }, (_, index) => profileFile({ id: BigInt(index + 1) }, 100)),
    tribes: [tribeFile({ id: 7 }, 100)],
  });
  await read("ragnarok", { profiles: [profileFile({ id: 600n }, 90)], tribes: [tribeFile({ id: 8 }, 90)] });
  await world.announced();
});

test("players and tribes of a former server leave, other servers keep theirs, and processes are notified", async () => {
  expect(await forget("island", "--yes")).toEqual({ code: 0, out: "island: forgotten\n", err: "Saves: 601\n" });
  expect(await present()).toEqual([
    { kind: "player", id: 600 },
    { kind: "tribe", id: 8 },
  ]);
  const announced = await world.announced();
  const accounts = announced.flatMap(({ accounts: named = [] }) => named);
  expect(accounts).toEqual(expect.arrayContaining(["76561190000000001", "76561190000000599"]));
  expect(announced.flatMap(({ tribes = [] }) => tribes)).toContain(7);
  expect(await world.rows("select server from players.save_files group by server")).toEqual([{ server: "ragnarok" }]);
  expect(await forget("island", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("No save of a server island is known."),
  });
});

test("without --yes nothing changes", async () => {
  expect(await forget("island")).toMatchObject({ code: 1, out: "Saves: 601\n" });
  expect(await present()).toHaveLength(602);
});

test("a server that a process reads is refused, and nothing changes", async () => {
  await acquireLease(world.db, { name: serverLeaseName("island"), owner: "worker", ttlMs: 3_600_000 });
  expect(await forget("island", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("A process reads island"),
  });
  expect(await present()).toHaveLength(602);
});
