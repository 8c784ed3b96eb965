/** A first reading that is cut off: by the end of the process, or by the loss of the lease. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { saveFolders } from "../../../test/support/running-source.ts";
import { savesWorld } from "../../../test/support/save-batches.ts";
import { countingIo } from "../../../test/support/watched-folder.ts";
import { LeaseLost } from "../../kit/sql/lease.ts";
import { writeProfile } from "../demo/saves/profile-save.ts";
import { writeAsaWorld } from "../demo/world/asa-world.ts";
import type { SavedBatch, SaveStore } from "./store.ts";

const world = await savesWorld();
const folders = saveFolders(world);
beforeEach(() => world.clear());

const FILES = 30;
const BATCH = 5;
const WATCH = { pollMs: 15, settleMs: 0, retryMs: 10, removedAfterMs: 30, useHints: false, maxBatchFiles: BATCH };

function profile(id: number, tribeId: number): Uint8Array {
  const platformId = id.toString(16).padStart(32, "0");
  return writeProfile({ id: BigInt(id), platformId, platformName: `p${id}`, characterName: `c${id}`, tribeId }, 7);
}

/** The store, until it took this many batches; then it fails. */
function cutOffAfter(batches: number, failure: Error): SaveStore {
  let taken = 0;
  return {
    ...world.store,
    async apply(batch: SavedBatch) {
      if (taken++ >= batches) throw failure;
      await world.store.apply(batch);
    },
  };
}

async function untilCutOff(batches: number): Promise<void> {
  const lost = await folders.start("a", {
    store: cutOffAfter(batches, new LeaseLost("another process has it")),
    watch: WATCH,
  });
  expect(await lost.ended).toBe("leaseLost");
}

const moved = (): number[] => world.moves.map(({ playerId }) => Number(playerId));

test.each(["is stopped", "loses its lease"])(
  "when the process %s in a first reading, the next one reads only the missing files and does not announce the players in them",
  async (how) => {
    for (let id = 1; id <= FILES; id++) await folders.write("a", `${id}.arkprofile`, profile(id, 7));
    if (how === "loses its lease") await untilCutOff(2);
    else {
      const source = await folders.start("a", {
        store: cutOffAfter(2, new Error("the database is away")),
        watch: WATCH,
      });
      await source.untilStatus(({ folder }) => folder.refusedSince !== undefined);
      expect(await source.stop()).toBe("stopped");
    }
    const io = countingIo();
    const next = await folders.start("a", { watch: { ...WATCH, io } });
    await next.untilStatus(({ state, folder }) => state === "ok" && folder.profiles === FILES);
    expect(io.counts.reads).toBe(FILES - 2 * BATCH);
    expect(moved()).toEqual([]);

    await folders.write("a", "99.arkprofile", profile(99, 7));
    await next.untilStatus(({ folder }) => folder.profiles === FILES + 1);
    expect(moved()).toEqual([99]);
  },
);

test("a player of the first half who changed tribe while the reading was cut off is announced", async () => {
  for (let id = 1; id <= FILES; id++) await folders.write("a", `${id}.arkprofile`, profile(id, 7));
  await untilCutOff(2);
  const [first] = await world.rows<{ id: number }>("select min(id)::integer as id from players.players");
  await folders.write("a", `${first?.id ?? 0}.arkprofile`, profile(first?.id ?? 0, 8));
  const next = await folders.start("a", { watch: WATCH });
  await next.untilStatus(({ state, folder }) => state === "ok" && folder.profiles === FILES);
  expect(moved()).toEqual([first?.id]);
});

test("a first reading whose missing files are gone ends with the next look, and players who come later are announced", async () => {
  for (let id = 1; id <= FILES; id++) await folders.write("a", `${id}.arkprofile`, profile(id, 7));
  await untilCutOff(2);
  const known = await world.store.knownFiles("a");
  for (let id = 1; id <= FILES; id++) {
    if (!known.has(`${id}.arkprofile`)) await folders.remove("a", `${id}.arkprofile`);
  }
  const next = await folders.start("a", { watch: WATCH });
  await next.untilStatus(({ state, folder }) => state === "ok" && folder.profiles === known.size);
  expect(await world.store.isFirstReadingOpen("a")).toBe(false);
  await folders.write("a", "99.arkprofile", profile(99, 7));
  await next.untilStatus(({ folder }) => folder.profiles === known.size + 1);
  expect(moved()).toEqual([99]);
});

test("players within a world whose first reading was cut off are not told", async () => {
  const folder = await folders.pathOf("a");
  const saves = { folder, store: "world", worldFile: join(folder, "Map.ark") } as const;
  const profiles = Array.from({ length: 501 }, (_, id) => ({ entryId: BigInt(id + 1), bytes: profile(id + 1, 7) }));
  await writeAsaWorld(saves.worldFile, { gameTimeSeconds: 5, mapParts: ["Map"], store: { profiles, tribes: [] } });
  const lost = await folders.start("a", { saves, store: cutOffAfter(1, new LeaseLost("another process has it")) });
  expect(await lost.ended).toBe("leaseLost");
  expect(await world.rows("select count(*)::integer as count from players.players")).toEqual([{ count: 500 }]);
  const next = await folders.start("a", { saves });
  await next.untilStatus((status) => status.world.held?.players === 501);
  expect(await world.rows("select count(*)::integer as count from players.players")).toEqual([{ count: 501 }]);
  expect(moved()).toEqual([]);
});

test("a first reading whose folder is empty when it is resumed goes on when the files are back", async () => {
  for (let id = 1; id <= FILES; id++) await folders.write("a", `${id}.arkprofile`, profile(id, 7));
  await untilCutOff(2);
  for (let id = 1; id <= FILES; id++) await folders.remove("a", `${id}.arkprofile`);
  const next = await folders.start("a", { watch: WATCH });
  await next.untilStatus(({ folder }) => folder.state === "looksEmpty");
  expect(await world.store.isFirstReadingOpen("a")).toBe(true);
  await folders.mount(
    "a",
    new Map(Array.from({ length: FILES }, (_, place) => place + 1).map((id) => [`${id}.arkprofile`, profile(id, 7)])),
  );
  await next.untilStatus(({ state, folder }) => state === "ok" && folder.profiles === FILES);
  expect(moved()).toEqual([]);
  expect(await world.store.isFirstReadingOpen("a")).toBe(false);
});

test("a first reading whose last batch was refused ends also when the files of that batch are gone", async () => {
  for (let id = 1; id <= 2 * BATCH; id++) await folders.write("a", `${id}.arkprofile`, profile(id, 7));
  let taken = 0;
  let isAway = true;
  const store: SaveStore = {
    ...world.store,
    async apply(batch: SavedBatch) {
      if (isAway && taken++ >= 1) throw new Error("the database is away");
      await world.store.apply(batch);
    },
  };
  const source = await folders.start("a", { store, watch: WATCH });
  await source.untilStatus(({ folder }) => folder.refusedSince !== undefined);
  const known = await world.store.knownFiles("a");
  const leftOver = (await readdir(await folders.pathOf("a"))).filter((name) => !known.has(name));
  expect(leftOver).toHaveLength(BATCH);
  await folders.remove("a", ...leftOver);
  isAway = false;
  await expect.poll(() => world.store.isFirstReadingOpen("a")).toBe(false);
});
