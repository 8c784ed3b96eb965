import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { saveFolders } from "../../../test/support/running-source.ts";
import { savesWorld } from "../../../test/support/save-batches.ts";
import { diskLanes } from "../../kit/files/disk-lanes.ts";
import type { Instant } from "../../kit/time/instant.ts";
import { writeProfile } from "../demo/saves/profile-save.ts";
import { writeTribe } from "../demo/saves/tribe-save.ts";
import { writeTribute } from "../../../test/support/write-tribute.ts";
import { writeAsaWorld, type AsaStoreContent } from "../demo/world/asa-world.ts";
import { writeAseWorld } from "../demo/world/ase-world.ts";
import type { SaveSourceOptions } from "./save-source.ts";

const world = await savesWorld();
const folders = saveFolders(world);

beforeEach(() => world.clear());

const account = (id: number): string => id.toString(16).padStart(32, "0");

function profile(id: number, changes: Partial<Parameters<typeof writeProfile>[0]> = {}): Uint8Array {
  return writeProfile(
    { id: BigInt(id), platformId: account(id), platformName: `p${id}`, characterName: `c${id}`, level: 5, ...changes },
    7,
  );
}

function players(): Promise<object[]> {
  return world.rows("select id, character_name, is_present from players.players order by id");
}

function known(id: number, is_present = true): object {
  return { id, character_name: `c${id}`, is_present };
}

describe("saves in files", () => {
  test("are read, stored, and read again only when they change", async () => {
    await folders.write("a", "1.arkprofile", profile(1, { tribeId: 7 }));
    await folders.write("a", "2.arkprofile", profile(2));
    await folders.write("a", "7.arktribe", writeTribe({ id: 7, name: "Red", members: [] }, 7));
    await folders.write("a", "x.arktributetribe", writeTribute({ playerIds: [1n], tribeIds: [] }));
    const source = await folders.start("a");
    await source.untilStatus(({ state, folder }) => state === "ok" && folder.profiles === 2);
    expect(source.statuses.at(-1)).toMatchObject({ sentence: "2 profiles and 1 tribe.", world: {} });
    expect(await players()).toEqual([known(1), known(2)]);
    expect(await source.stop()).toBe("stopped");
    expect(await world.rows("select kind, count(*) from players.save_files group by kind order by kind")).toEqual([
      { kind: "profile", count: 2 },
      { kind: "tribe", count: 1 },
      { kind: "tributeTribe", count: 1 },
    ]);

    const again = await folders.start("a");
    await again.untilStatus(({ folder }) => folder.lastScanAt !== undefined);
    expect(again.batches).toEqual([]);
    await folders.remove("a", "2.arkprofile");
    await again.untilStatus(({ folder }) => folder.profiles === 1);
    expect(await players()).toEqual([known(1), known(2, false)]);
    expect(again.batches).toHaveLength(1);
  });

  test("that cannot be read are reported, and what was read of them stays", async () => {
    await folders.write("a", "1.arkprofile", profile(1));
    const source = await folders.start("a");
    await source.untilStatus(({ state }) => state === "ok");
    await folders.write("a", "1.arkprofile", profile(1).subarray(0, 200));
    await folders.write("a", "2.arkprofile", writeTribe({ id: 7, name: "Red", members: [] }, 7));
    await source.untilStatus(({ state, folder }) => state === "partlyBroken" && folder.broken === 2);
    expect(await players()).toEqual([known(1)]);
  });

  test("tell by the world beside them when accounts came last", async () => {
    await world.rows(`insert into players.servers (key, name, game, is_configured) values ('a', 'A', 'asa', true)`);
    await folders.write("a", "1.arkprofile", profile(1, { loginTime: 1_000, lastLoginTime: 4_000 }));
    await folders.write("a", "2.arkprofile", profile(2, { loginTime: 9_000 }));
    await folders.write("a", "3.arkprofile", profile(3));
    await writeAsaWorld(join(await folders.pathOf("a"), "Map.ark"), { gameTimeSeconds: 5_000, mapParts: ["Map"] });
    const source = await folders.start("a");
    await source.untilStatus((status) => status.world.gameTimeSeconds === 5_000);
    const rows = await world.rows<{ last_seen: Instant | null; game_time_at: Instant }>(
      `select a.last_seen, s.game_time_at from players.accounts a, players.servers s order by a.platform_id`,
    );
    expect(rows.map(({ last_seen, game_time_at }) => last_seen && game_time_at - last_seen)).toEqual([
      1_000_000_000,
      null,
      null,
    ]);
  });

  test("are read although the world beside them cannot be", async () => {
    await folders.write("a", "1.arkprofile", profile(1));
    await folders.write("a", "Map.ark", Buffer.from("no world"));
    const source = await folders.start("a");
    await source.untilStatus((status) => status.world.problem !== undefined);
    expect(source.statuses.at(-1)?.state).toBe("partlyBroken");
    expect(await players()).toEqual([known(1)]);
  });

  test("are offered again until storage takes them", async () => {
    await folders.write("a", "1.arkprofile", profile(1));
    let refusals = 3;
    const source = await folders.start("a", {
      store: {
        ...world.store,
        async apply(batch) {
          if (refusals-- > 0) throw new Error("the database is away");
          await world.store.apply(batch);
        },
      },
    });
    await source.untilStatus(({ folder }) => folder.profiles === 1);
    expect(await players()).toEqual([known(1)]);
  });

  test("are left to another process when the lease is lost", async () => {
    await folders.write("a", "1.arkprofile", profile(1));
    const source = await folders.start("a", { fence: 0 });
    expect(await source.ended).toBe("leaseLost");
    expect(await players()).toEqual([]);
  });
});

describe("saves in the world's file", () => {
  const start = async (options: Partial<SaveSourceOptions> = {}) => {
    const folder = await folders.pathOf("a");
    return folders.start("a", { saves: { folder, store: "world", worldFile: join(folder, "Map.ark") }, ...options });
  };
  const write = async (store: AsaStoreContent | undefined, gameTimeSeconds: number): Promise<void> => {
    const path = join(await folders.pathOf("a"), "Map.ark");
    await writeAsaWorld(path, { gameTimeSeconds, mapParts: ["Map"], ...(store && { store }) });
  };
  const entry = (bytes: Uint8Array) => ({ entryId: 1n, bytes });
  const red = { id: 7, bytes: writeTribe({ id: 7, name: "Red", members: [] }, 7) };
  const blue = { id: 8, bytes: writeTribe({ id: 8, name: "Blue", members: [] }, 7) };

  test("are counted in the log as they were read, not by the files of the folder", async () => {
    await write({ profiles: [entry(profile(1)), entry(profile(2))], tribes: [red] }, 100);
    const log = keptLog();
    const source = await start({ log });
    await source.untilStatus((status) => status.world.held?.players === 2);
    await expect
      .poll(() => log.entries.filter(({ message }) => message.startsWith("save folder")))
      .toMatchObject([
        { fields: { players: 2, tribes: 1 }, message: "save folder: The world save holds 2 players and 1 tribe." },
      ]);
  });

  test("are the complete list: who is not in it any more is gone", async () => {
    await write({ profiles: [entry(profile(1, { lastLoginTime: 60 })), entry(profile(2))], tribes: [red, blue] }, 100);
    const source = await start();
    await source.untilStatus((status) => status.world.held?.players === 2);
    expect(source.statuses.at(-1)).toMatchObject({
      state: "ok",
      sentence: "The world save holds 2 players and 2 tribes.",
    });
    expect(await players()).toEqual([known(1), known(2)]);
    expect([...(await world.store.knownFiles("a")).keys()].sort()).toEqual([
      "Map.ark",
      "Map.ark#player-1",
      "Map.ark#player-2",
      "Map.ark#tribe-7",
      "Map.ark#tribe-8",
    ]);
    const seen = await world.rows("select platform_id from players.accounts where last_seen is not null");
    expect(seen).toEqual([{ platform_id: account(1) }]);

    const before = source.batches.length;
    await write({ profiles: [entry(profile(1, { lastLoginTime: 60 })), entry(profile(3))], tribes: [blue] }, 200);
    await source.untilStatus((status) => status.world.gameTimeSeconds === 200);
    expect(await players()).toEqual([known(1), known(2, false), known(3)]);
    expect(await world.rows("select id, is_present from players.tribes order by id")).toEqual([
      { id: 7, is_present: false },
      { id: 8, is_present: true },
    ]);
    const later = source.batches.slice(before).map(({ changes }) => changes);
    expect(later.flatMap(({ profiles }) => profiles.map(({ content }) => content.id))).toEqual([3n]);
  });

  test("that are all gone at once stay until three saves in a row miss them", async () => {
    await write({ profiles: [entry(profile(1)), entry(profile(2))], tribes: [red] }, 100);
    const source = await start();
    await source.untilStatus((status) => status.world.held?.players === 2);
    for (const gameTime of [200, 300]) {
      await write({ profiles: [], tribes: [] }, gameTime);
      await source.untilStatus((status) => status.world.gameTimeSeconds === gameTime);
      expect(source.statuses.at(-1)?.state).toBe("partlyBroken");
      expect(source.statuses.at(-1)?.sentence).toMatch(
        /^The world save holds 0 players.*They stay.*set `store: files`/,
      );
      expect(await players()).toEqual([known(1), known(2)]);
    }
    const path = join(await folders.pathOf("a"), "Map.ark");
    await write({ profiles: [], tribes: [] }, 400);
    const later = Date.now() / 1_000 + 600;
    await utimes(path, later, later);
    await source.untilStatus(({ world: { problem } }) => problem === undefined);
    expect(await players()).toEqual([known(1, false), known(2, false)]);
  });

  test("with an unreadable part remove no player", async () => {
    await write({ profiles: [entry(profile(1)), entry(profile(2))], tribes: [red, blue] }, 100);
    const source = await start();
    await source.untilStatus((status) => status.world.held?.players === 2);
    const broken = { id: 7, bytes: red.bytes.subarray(0, 100) };
    await write({ profiles: [entry(profile(1)), entry(profile(2).subarray(0, 99))], tribes: [broken] }, 200);
    await source.untilStatus(({ world: { held } }) => held?.broken === 2);
    expect(source.statuses.at(-1)?.state).toBe("partlyBroken");
    expect(await players()).toEqual([known(1), known(2)]);
    expect(await world.rows("select id from players.tribes where is_present")).toEqual([{ id: 7 }]);
  });

  test("without players are a wrong setting, and remove no player", async () => {
    await write({ profiles: [entry(profile(1))], tribes: [] }, 100);
    const source = await start();
    await source.untilStatus((status) => status.world.held?.players === 1);
    await write(undefined, 200);
    await source.untilStatus((status) => status.world.problem !== undefined);
    expect(source.statuses.at(-1)?.sentence).toContain("keeps them in files");
    expect(await players()).toEqual([known(1)]);
  });

  test("of a game whose world cannot be read are reported", async () => {
    const path = join(await folders.pathOf("a"), "Map.ark");
    await writeAseWorld(path, { gameTimeSeconds: 5, saveCount: 1, mapParts: ["Map"] });
    const source = await start();
    await source.untilStatus((status) => status.world.problem?.includes("without -usestore") === true);
    expect(source.batches).toEqual([]);
  });

  test("take over from files that were there before", async () => {
    await folders.write("a", "1.arkprofile", profile(1));
    await folders.write("a", "2.arkprofile", profile(2));
    const files = await folders.start("a");
    await files.untilStatus(({ folder }) => folder.profiles === 2);
    await files.stop();
    await write({ profiles: [entry(profile(1))], tribes: [] }, 100);
    const source = await start();
    await source.untilStatus((status) => status.world.held?.players === 1);
    expect(await players()).toEqual([known(1), known(2, false)]);
    expect([...(await world.store.knownFiles("a")).keys()].sort()).toEqual(["Map.ark", "Map.ark#player-1"]);
  });
});

describe("a cluster", () => {
  test("in which a player goes from one server to another has him once", async () => {
    await folders.write("a", "1.arkprofile", profile(1));
    const [a, b] = [await folders.start("a"), await folders.start("b")];
    await a.untilStatus(({ folder }) => folder.profiles === 1);
    await folders.write("b", "1.arkprofile", profile(1, { level: 6 }));
    await folders.write("a", "2.arkprofile", profile(2));
    await folders.remove("a", "1.arkprofile");
    await b.untilStatus(({ folder }) => folder.profiles === 1);
    await a.untilStatus(({ folder }) => folder.profiles === 1 && folder.missing === 0);
    expect(await world.rows("select id, level, server, is_present from players.players order by id")).toEqual([
      { id: 1, level: 6, server: "b", is_present: true },
      { id: 2, level: 5, server: "a", is_present: true },
    ]);
  });
});

describe("a world on a share that does not answer any more", () => {
  test.each(["files", "world"] as const)("is reported, and holds up no end (%s)", async (store) => {
    await folders.write("a", "1.arkprofile", profile(1));
    const worldFile = join(await folders.pathOf("a"), "Map.ark");
    await writeAsaWorld(worldFile, { gameTimeSeconds: 5_000, mapParts: ["Map"] });
    let isAsked = false;
    const source = await folders.start("a", {
      saves: { folder: await folders.pathOf("a"), store, worldFile: store === "world" ? worldFile : undefined },
      readWorld: () => new Promise(() => (isAsked = true)),
      watch: {
        pollMs: 15,
        settleMs: 0,
        retryMs: 10,
        removedAfterMs: 30,
        useHints: false,
        stalledAfterMs: 20,
        lanes: diskLanes({ all: 1, ofFolder: 1 }),
      },
    });
    await expect.poll(() => isAsked).toBe(true);
    await source.untilStatus(({ sentence }) => sentence.includes("the disk or share does not answer"));
    expect(source.statuses.at(-1)?.state).toBe("unreachable");
    expect(await source.stop()).toBe("stopped");
    expect(source.log.entries.filter(({ message }) => message.includes("game's time"))).toEqual([]);
  });
});
