import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  saveText,
  watchedFolder,
  type TestWatch,
  type WatchedFolder,
} from "../../../../test/support/watched-folder.ts";

let folder: WatchedFolder;
beforeEach(async () => {
  folder = await watchedFolder();
});
afterEach(() => folder.close());

const ANN = "76561198000000001.arkprofile";
const BOB = "76561198000000002.arkprofile";
const WOLVES = "1234.arktribe";
const ISLAND = "TheIsland.ark";

async function started(...names: string[]): Promise<TestWatch> {
  for (const name of names) await folder.write(name, saveText(name), 10_000);
  const watch = folder.start();
  await folder.idle();
  return watch;
}

function removedBy(watch: TestWatch): readonly (readonly string[])[] {
  return watch.batches.map(({ removed }) => removed).filter((removed) => removed.length > 0);
}

describe("a file that is gone", () => {
  test("is removed when it stayed away for a minute, and not before", async () => {
    const watch = await started(ANN, BOB);
    await folder.remove(ANN);
    await folder.pass(65_000);
    expect(removedBy(watch)).toEqual([]);
    expect(watch.status()).toMatchObject({ profiles: 2, missing: 1, state: "ok" });
    await folder.pass(10_000);
    expect(removedBy(watch)).toEqual([[ANN]]);
    expect(watch.status()).toMatchObject({ profiles: 1, missing: 0 });
    await folder.pass(60_000);
    expect(watch.batches).toHaveLength(2);
  });

  test("and comes back in time was never gone", async () => {
    const watch = await started(ANN, BOB);
    for (let round = 0; round < 4; round++) {
      await folder.remove(ANN);
      await folder.pass(50_000);
      await folder.write(ANN, saveText(ANN), 10_000);
      await folder.pass(20_000);
    }
    expect(removedBy(watch)).toEqual([]);
  });

  test("restarts the count after the folder could not be read", async () => {
    const watch = await started(ANN, BOB);
    await folder.remove(ANN);
    await folder.pass(50_000);
    await rename(folder.path, `${folder.path}-away`);
    await folder.pass(10_000);
    await rename(`${folder.path}-away`, folder.path);
    await folder.pass(60_000);
    expect(removedBy(watch)).toEqual([]);
    await folder.pass(10_000);
    expect(removedBy(watch)).toEqual([[ANN]]);
  });

  test("is not removed by a clock that leaps ahead", async () => {
    const watch = await started(ANN, BOB);
    await folder.remove(ANN);
    await folder.pass(10_000);
    folder.clock.skip(3_600_000);
    await folder.pass(10_000);
    expect(removedBy(watch)).toEqual([]);
    await folder.pass(60_000);
    expect(removedBy(watch)).toEqual([[ANN]]);
  });

  test("among more than half of twenty is removed only after three times as long", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}.arkprofile`);
    const watch = await started(...names);
    await folder.remove(...names.slice(0, 11));
    await folder.pass(180_000);
    expect(removedBy(watch)).toEqual([]);
    await folder.pass(15_000);
    expect(removedBy(watch).map((removed) => removed.toSorted())).toEqual([names.slice(0, 11).toSorted()]);
  });
});

describe("a folder", () => {
  test("that vanishes is unreachable, keeps everything, and goes on where it was when it comes back", async () => {
    const watch = await started(ANN, WOLVES);
    await rename(folder.path, `${folder.path}-away`);
    await folder.pass(600_000);
    expect(watch.status()).toMatchObject({
      state: "unreachable",
      profiles: 1,
      tribes: 1,
      sentence: "The folder cannot be read: it is not there. The last known 1 profile and 1 tribe stay as they are.",
    });
    await rename(`${folder.path}-away`, folder.path);
    await folder.write(WOLVES, saveText("Bears"));
    await folder.pass(10_000);
    expect(watch.status()).toMatchObject({ state: "ok", missing: 0, troubleSince: undefined });
    expect(watch.batches.slice(1)).toMatchObject([{ profiles: [], tribes: [{ content: "Bears" }], removed: [] }]);
    const said = watch.log.entries.map(({ level, fields }) => [level, fields["state"]]);
    expect(said).toEqual([
      ["info", "ok"],
      ["warn", "unreachable"],
      ["info", "ok"],
    ]);
  });

  test("that is a file is unreachable", async () => {
    await rm(folder.path, { recursive: true });
    await writeFile(folder.path, "no folder");
    const watch = await started();
    expect(watch.status().sentence).toBe("The folder cannot be read: it is not a folder.");
  });

  test("with too many entries is refused as a whole", async () => {
    for (const name of [ANN, BOB, "a", "b"]) await folder.write(name, saveText(name));
    const watch = folder.start({ maxEntries: 3 });
    await folder.idle();
    expect([watch.status().sentence, watch.batches]).toEqual([
      "The folder cannot be read: it holds more than 3 files.",
      [],
    ]);
  });

  test("that is empty from the start looks empty", async () => {
    const watch = await started();
    expect(watch.status()).toMatchObject({
      state: "looksEmpty",
      sentence: "The folder holds no save files. Is it the folder that the server writes to?",
    });
  });

  test("whose share is not mounted looks empty and keeps everything, for however long", async () => {
    const watch = await started(ANN, BOB, WOLVES, ISLAND);
    await rename(folder.path, `${folder.path}-away`);
    await mkdir(folder.path);
    await folder.pass(3_600_000);
    expect(watch.status()).toMatchObject({ state: "looksEmpty", profiles: 2, tribes: 1, missing: 4 });
    expect(watch.batches).toHaveLength(1);
    await rm(folder.path, { recursive: true });
    await rename(`${folder.path}-away`, folder.path);
    await folder.pass(10_000);
    expect(watch.status()).toMatchObject({ state: "ok", missing: 0 });
    expect(watch.batches).toHaveLength(1);
  });

  test("without profiles beside the world save of before looks empty", async () => {
    const watch = await started(ANN, BOB, ISLAND);
    await folder.remove(ANN, BOB);
    await folder.pass(600_000);
    expect(watch.status().state).toBe("looksEmpty");
    expect(removedBy(watch)).toEqual([]);
  });

  test("that was wiped loses everybody at once, when a newer world save shows it", async () => {
    const watch = await started(ANN, BOB, WOLVES, ISLAND);
    await folder.remove(ANN, BOB, WOLVES);
    await folder.pass(20_000);
    await folder.write(ISLAND, "new world");
    await folder.pass(150_000);
    expect(removedBy(watch)).toEqual([]);
    await folder.pass(50_000);
    const wipes = watch.batches
      .filter(({ removed }) => removed.length > 0)
      .map(({ removed, last }) => [removed.toSorted(), last]);
    expect(wipes).toEqual([[[WOLVES, ANN, BOB], true]]);
    expect(watch.status()).toMatchObject({ state: "ok", profiles: 0, tribes: 0, missing: 0 });
    await folder.write(ANN, saveText("Ann again"));
    await folder.pass(10_000);
    expect(watch.applied.get(ANN)).toBe("Ann again");
  });

  test("that was wiped in one batch, however many the players were", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `${index}.arkprofile`);
    for (const name of [...names, ISLAND]) await folder.write(name, saveText(name), 10_000);
    const watch = folder.start({ maxBatchFiles: 10 });
    await folder.pass(5_000);
    await folder.remove(...names);
    await folder.write(ISLAND, "new world");
    await folder.pass(200_000);
    expect(removedBy(watch).map((removed) => removed.length)).toEqual([30]);
  });
});

// Permission is nothing to root; as another account it may still look.
const isRoot = process.getuid?.() === 0;
async function asSomebodyElse(work: () => Promise<void>): Promise<void> {
  if (!isRoot) return work();
  process.seteuid?.(65_534);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe.skipIf(process.platform === "win32")("permission denied", () => {
  test("for a file makes that file broken, until the right is given", async () => {
    const { chmod } = await import("node:fs/promises");
    const watch = await started(ANN, BOB);
    await folder.write(ANN, saveText("Eve"));
    await chmod(join(folder.path, ANN), 0o000);
    await asSomebodyElse(() => folder.pass(60_000));
    expect(watch.status()).toMatchObject({ state: "partlyBroken", profiles: 2, missing: 0 });
    expect(watch.status().brokenFiles).toMatchObject([{ fileName: ANN, reason: "permission denied" }]);
    expect(watch.applied.get(ANN)).toBe(ANN);
    await chmod(join(folder.path, ANN), 0o644);
    await asSomebodyElse(() => folder.pass(10_000));
    expect([watch.applied.get(ANN), watch.status().state]).toEqual(["Eve", "ok"]);
  });

  test.each([
    ["to list it", 0o000],
    ["to enter it", 0o744],
  ])("for the folder, %s, makes it unreachable", async (_what, mode) => {
    const { chmod } = await import("node:fs/promises");
    const watch = await started(ANN, BOB);
    await chmod(folder.path, mode);
    await asSomebodyElse(() => folder.pass(300_000));
    expect(watch.status()).toMatchObject({ state: "unreachable", profiles: 2 });
    expect(watch.status().sentence).toContain("permission denied");
    expect(removedBy(watch)).toEqual([]);
    await chmod(folder.path, 0o755);
  });
});

describe.skipIf(process.platform === "win32")("a link", () => {
  test("that stays in the folder is followed; one that leaves it is not", async () => {
    await writeFile(join(folder.path, "../outside"), saveText("Eve"));
    await writeFile(join(folder.path, "inside"), saveText("Ann"));
    await symlink("../outside", join(folder.path, BOB));
    await symlink("inside", join(folder.path, ANN));
    await symlink("nowhere", join(folder.path, WOLVES));
    await mkdir(join(folder.path, "9.arktribe"));
    const watch = await started();
    await folder.pass(30_000);
    expect([...watch.applied]).toEqual([[ANN, "Ann"]]);
    const reasons = watch.status().brokenFiles.map(({ fileName, reason }) => `${fileName}: ${reason}`);
    expect(reasons.toSorted()).toEqual([
      `${BOB}: it is a link that leads out of the folder`,
      "9.arktribe: it is not a plain file",
    ]);
  });
});
