import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  saveText,
  watchedFolder,
  type TestWatch,
  type WatchedFolder,
} from "../../../../test/support/watched-folder.ts";
import { fromMillis, plusMillis } from "../../../kit/time/instant.ts";
import { instantOfFile } from "./core/file-stamp.ts";
import type { FileFacts } from "./folder-io.ts";

let folder: WatchedFolder;
beforeEach(async () => {
  folder = await watchedFolder();
});
afterEach(() => folder.close());

const ANN = "76561198000000001.arkprofile";
const BOB = "76561198000000002.arkprofile";
const YEAR_NS = 31_557_600_000_000_000n;

async function started(watch: TestWatch): Promise<TestWatch> {
  await folder.idle();
  return watch;
}

describe("the first look", () => {
  test("passes on every kind of save, and no other file", async () => {
    await folder.write(ANN, saveText("Ann"));
    await folder.write("1234.arktribe", saveText("Wolves"));
    await folder.write("1234.arktributetribe", saveText("gift"));
    await folder.write("TheIsland.ark", "a large file");
    for (const name of ["PlayerLocalData.arkprofile", `${BOB}bak`, "x.tmp", "7.arktribe.tmp"]) {
      await folder.write(name, saveText("no"));
    }
    const watch = await started(folder.start());
    expect(watch.batches).toHaveLength(1);
    const at = plusMillis(folder.clock.now(), -5_000);
    const common = { stamp: expect.any(String), modifiedAt: at, createdAt: at };
    expect(watch.batches[0]).toEqual({
      full: true,
      last: true,
      profiles: [{ ...common, fileName: ANN, content: "Ann" }],
      tribes: [{ ...common, fileName: "1234.arktribe", content: "Wolves" }],
      tributes: [{ ...common, fileName: "1234.arktributetribe", content: "gift" }],
      worlds: [{ ...common, fileName: "TheIsland.ark", path: join(folder.path, "TheIsland.ark"), sizeBytes: 12 }],
      removed: [],
    });
    expect(watch.status()).toMatchObject({ state: "ok", profiles: 1, tribes: 1, sentence: "1 profile and 1 tribe." });
  });

  test("cuts what it hands on into batches, and only the last one says so", async () => {
    for (let id = 0; id < 25; id++) await folder.write(`${id}.arkprofile`, saveText(String(id)));
    const watch = await started(folder.start({ maxBatchFiles: 10 }));
    const seen = watch.batches.map(({ profiles, last, full }) => [profiles.length, last, full]);
    expect(seen).toEqual([
      [10, false, true],
      [10, false, true],
      [5, true, true],
    ]);
    expect(watch.applied.size).toBe(25);
  });

  test("takes names with odd characters as they are", async () => {
    const names = [
      "ä ö.arkprofile",
      "名前.arkprofile",
      "a%2fb'\"$(x).arkprofile",
      "new\nline.arkprofile",
      "..arkprofile",
    ];
    for (const name of names) await folder.write(name, saveText(name));
    const watch = await started(folder.start());
    expect([...watch.applied.values()].sort()).toEqual([...names].sort());
  });

  test("takes a file whose time lies in the future, once it was seen to rest", async () => {
    await folder.write(ANN, saveText("Ann"), -3_600_000);
    const watch = await started(folder.start());
    expect(watch.applied.size).toBe(0);
    await folder.pass(1_500);
    expect(watch.applied.get(ANN)).toBe("Ann");
  });

  test("takes a time at which no save was written for that of 1970, which the database can hold", async () => {
    await folder.write(ANN, saveText("Ann"));
    const { look, open } = folder.io;
    const damaged = (facts: FileFacts): FileFacts => ({ ...facts, modifiedNs: facts.modifiedNs + 400n * YEAR_NS });
    folder.io.look = async (path) => damaged(await look(path));
    folder.io.open = async (path) => {
      const file = await open(path);
      return { ...file, look: async () => damaged(await file.look()) };
    };
    const watch = await started(folder.start());
    await folder.pass(2_000);
    expect(watch.batches[0]?.profiles).toMatchObject([{ content: "Ann", modifiedAt: 0 }]);
    expect([instantOfFile(-11_644_473_600_000_000_000n), instantOfFile(1_999n)]).toEqual([0, 1]);
  });
});

describe("an unchanged folder", () => {
  test("costs one look at each file, and no call", async () => {
    await folder.write(ANN, saveText("Ann"));
    await folder.write("TheIsland.ark", "world");
    const watch = await started(folder.start());
    Object.assign(folder.io.counts, { lists: 0, looks: 0, reads: 0 });
    await folder.pass(30_000);
    expect(folder.io.counts).toEqual({ lists: 3, looks: 6, reads: 0 });
    expect(watch.batches).toHaveLength(1);
  });

  test("of 5,000 files is read once", async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `${index}.arkprofile`);
    await Promise.all(names.map((name) => folder.write(name, saveText(name))));
    const watch = await started(folder.start());
    await folder.pass(10_000);
    expect(folder.io.counts).toEqual({ lists: 2, looks: 10_000, reads: 5_000 });
    expect(watch.applied.size).toBe(5_000);
    expect(watch.batches.map(({ profiles }) => profiles.length)).toEqual([2_000, 2_000, 1_000]);
  });
});

describe("a file", () => {
  test.each(["write", "replace"] as const)("that is rewritten by %s is handed on again, alone", async (how) => {
    await folder.write(ANN, saveText("Ann"));
    await folder.write(BOB, saveText("Bob"));
    const watch = await started(folder.start());
    await folder[how](ANN, saveText("Eve"), 0);
    await folder.pass(12_000);
    expect(watch.batches.slice(1)).toMatchObject([
      { full: false, last: true, profiles: [{ fileName: ANN, content: "Eve" }], removed: [] },
    ]);
  });

  test("renamed into place with the same size and time is handed on", async () => {
    await folder.write(ANN, saveText("Ann"), 20_000);
    const watch = await started(folder.start());
    await folder.replace(ANN, saveText("Eve"), 20_000);
    await folder.pass(10_000);
    expect(watch.applied.get(ANN)).toBe("Eve");
  });

  test("restored from a backup, older than what it replaces, is handed on", async () => {
    await folder.write(ANN, saveText("Ann"), 5_000);
    const watch = await started(folder.start());
    await folder.replace(ANN, saveText("Old"), 86_400_000);
    await folder.pass(10_000);
    expect(watch.applied.get(ANN)).toBe("Old");
    expect(watch.batches.at(-1)?.profiles[0]?.modifiedAt).toBe(plusMillis(folder.clock.now(), -10_000 - 86_400_000));
  });

  test("that is half written when it is found is handed on when it is finished", async () => {
    const watch = await started(folder.start());
    await folder.write(ANN, saveText("Ann").slice(0, 3), 0);
    await folder.pass(10_000);
    // Old enough to be read now, and not whole.
    await folder.pass(1_500);
    expect([watch.applied.size, watch.status().broken]).toEqual([0, 0]);
    await folder.write(ANN, saveText("Ann"), 0);
    await folder.pass(3_000);
    expect(watch.applied.get(ANN)).toBe("Ann");
  });

  test("is not read before it has settled", async () => {
    await folder.write(ANN, saveText("Ann"), 1_000);
    await started(folder.start());
    expect(folder.io.counts.reads).toBe(0);
    await folder.pass(1_500);
    expect(folder.io.counts.reads).toBe(1);
  });

  test("that is torn by a write in place while it is read is read again, and only its new version handed on", async () => {
    await folder.write(ANN, saveText("Ann"));
    const watch = await started(folder.start());
    await folder.write(ANN, saveText("Eve"), 3_000);
    folder.io.beforeRead = async () => {
      folder.io.beforeRead = async () => undefined;
      // Same length, so that old bytes and new ones would fit together.
      await writeFile(join(folder.path, ANN), saveText("Joe"));
    };
    await folder.pass(10_000);
    expect(watch.applied.get(ANN)).toBe("Ann");
    await folder.pass(3_000);
    expect(watch.batches.slice(1).flatMap(({ profiles }) => profiles.map(({ content }) => content))).toEqual(["Joe"]);
  });

  test("with old and new bytes mixed leaves the last good version in force, and heals with the next write", async () => {
    await folder.write(ANN, saveText("Ann"));
    const watch = await started(folder.start());
    await folder.write(ANN, "3:Eve:Ann", 4_000);
    await folder.pass(20_000);
    expect(watch.applied.get(ANN)).toBe("Ann");
    expect(watch.status()).toMatchObject({
      state: "partlyBroken",
      profiles: 1,
      broken: 1,
      brokenFiles: [{ fileName: ANN, kind: "profile", reason: "the file ends too early" }],
      sentence: "1 profile and 0 tribes. 1 file cannot be read; what was last read from it stays.",
    });
    await folder.write(ANN, saveText("Eve"));
    await folder.pass(10_000);
    expect(watch.applied.get(ANN)).toBe("Eve");
    expect(watch.status()).toMatchObject({ state: "ok", broken: 0 });
  });

  test("that is broken is read no more until it changes", async () => {
    await folder.write(ANN, "nonsense");
    const watch = await started(folder.start({ maxAttempts: 4 }));
    const brokenSince = folder.clock.now();
    await folder.pass(60_000);
    expect(folder.io.counts.reads).toBe(4);
    await folder.write(ANN, "v99:of the future");
    await folder.pass(60_000);
    expect(folder.io.counts.reads).toBe(8);
    expect(watch.status()).toMatchObject({ broken: 1, unknownVersions: 1 });
    expect(watch.status().brokenFiles[0]).toMatchObject({ reason: "version 99 is not known", since: brokenSince });
  });

  test("that never rests is reported, and handed on when it does", async () => {
    const watch = await started(folder.start());
    for (let second = 0; second < 75; second++) {
      await folder.write(ANN, saveText(`Ann ${second}`), 0);
      await folder.pass(1_000);
    }
    expect(watch.status().brokenFiles).toMatchObject([{ reason: "it is being written to without a pause" }]);
    await folder.pass(12_000);
    expect(watch.applied.get(ANN)).toBe("Ann 74");
    expect(watch.status().state).toBe("ok");
  });

  test.each([
    ["the newer", 5_000, 9_000, "Small"],
    ["the newer", 9_000, 5_000, "Large"],
    ["the first by name", 5_000, 5_000, "Large"],
  ])("beside one whose name differs only in case counts when it is %s", async (_which, smallMs, largeMs, expected) => {
    await folder.write("ab.arkprofile", saveText("Small"), smallMs);
    await folder.write("AB.arkprofile", saveText("Large"), largeMs);
    const watch = await started(folder.start());
    await folder.pass(200_000);
    expect([...watch.applied.values()]).toEqual([expected]);
    expect(watch.batches).toHaveLength(1);
    expect(watch.status().shadowedFiles).toHaveLength(1);
  });

  test("takes the place of one whose name differs only in case, in one batch", async () => {
    await folder.write("ab.arkprofile", saveText("Small"));
    const watch = await started(folder.start());
    await folder.write("AB.arkprofile", "half", 1_000);
    await folder.pass(20_000);
    expect([...watch.applied]).toEqual([["ab.arkprofile", "Small"]]);
    await folder.remove("ab.arkprofile");
    await folder.write("AB.arkprofile", saveText("Large"));
    await folder.pass(10_000);
    expect([...watch.applied]).toEqual([["AB.arkprofile", "Large"]]);
    expect(watch.batches.slice(1)).toMatchObject([
      { profiles: [{ fileName: "AB.arkprofile" }], removed: ["ab.arkprofile"] },
    ]);
  });

  test("that is outdone by another name before it was whole is not read any more", async () => {
    await folder.write("ab.arkprofile", "half");
    const watch = await started(folder.start({ maxAttempts: 20 }));
    await folder.write("AB.arkprofile", saveText("Large"), 1_000);
    await folder.pass(10_000);
    await folder.write("ab.arkprofile", saveText("Small"), 60_000);
    await folder.pass(9_000);
    expect([...watch.applied]).toEqual([["AB.arkprofile", "Large"]]);
  });

  test("that is gone before it settled is not looked for any more", async () => {
    await folder.write(ANN, saveText("Ann"), 0);
    await started(folder.start());
    await folder.remove(ANN);
    folder.io.counts.looks = 0;
    await folder.pass(9_000);
    expect(folder.io.counts.looks).toBe(1);
  });

  test("that is too large is not read", async () => {
    await folder.write(ANN, "x".repeat(16 * 1024 * 1024 + 1));
    const watch = await started(folder.start());
    await folder.pass(20_000);
    expect(folder.io.counts.reads).toBe(0);
    expect(watch.status().brokenFiles[0]?.reason).toMatch(/^it has 16777217 bytes, more than the 16777216/);
  });

  test("says when it was made, where that is before it was changed", async () => {
    // The file system dates its birth now, in the test's far future, unless its time of change is later still.
    await folder.write(ANN, saveText("Ann"), -400 * 86_400_000);
    const real = fromMillis(Date.now());
    const watch = await started(folder.start());
    await folder.pass(2_000);
    const { createdAt, modifiedAt } = watch.batches[0]?.profiles[0] ?? {};
    expect(modifiedAt).toBe(plusMillis(folder.clock.now(), 400 * 86_400_000 - 2_000));
    expect(Math.abs((createdAt ?? 0) - real)).toBeLessThan(60_000_000);
  });
});
