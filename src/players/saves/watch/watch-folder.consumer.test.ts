import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  saveText,
  watchedFolder,
  type TestWatch,
  type WatchedFolder,
} from "../../../../test/support/watched-folder.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import type { FileStamp } from "./core/file-stamp.ts";

let folder: WatchedFolder;
beforeEach(async () => {
  folder = await watchedFolder();
});
afterEach(() => folder.close());

const ANN = "76561198000000001.arkprofile";
const BOB = "76561198000000002.arkprofile";
const ISLAND = "TheIsland.ark";

async function started(...options: Parameters<WatchedFolder["start"]>): Promise<TestWatch> {
  const watch = folder.start(...options);
  await folder.idle();
  return watch;
}

describe("a first look that takes long", () => {
  test("tells how far it is while it goes on, and is done with all files in the end", async () => {
    for (const name of [ANN, BOB, "76561198000000003.arkprofile"]) await folder.write(name, saveText(name));
    const watch = folder.start({ maxBatchFiles: 1 });
    watch.beforeApply = async () => folder.clock.skip(6_000);
    await folder.idle();
    expect(watch.statuses.filter(({ state }) => state === "reading").map(({ sentence }) => sentence)).toEqual([
      "The folder is being read: 1 of 3 files so far (33 %).",
      "The folder is being read: 2 of 3 files so far (66 %).",
    ]);
    expect(watch.status()).toMatchObject({ state: "ok", profiles: 3 });
  });
});

describe("a restart", () => {
  test("over an unchanged folder reads nothing and hands on nothing", async () => {
    for (const name of [ANN, BOB, ISLAND]) await folder.write(name, saveText(name));
    const first = await started();
    await first.stop();
    folder.io.counts.reads = 0;
    const second = await started({ known: first.stamps });
    expect([folder.io.counts.reads, second.batches]).toEqual([0, []]);
    expect(second.status()).toMatchObject({ state: "ok", profiles: 2 });
  });

  test("passes on what changed in between, and removes what stays away", async () => {
    for (const name of [ANN, BOB]) await folder.write(name, saveText(name));
    const first = await started();
    await first.stop();
    await folder.write(ANN, saveText("Eve"), 2_000);
    await folder.remove(BOB);
    const second = await started({ known: first.stamps });
    expect(second.batches).toMatchObject([{ full: false, profiles: [{ content: "Eve" }], removed: [] }]);
    await folder.pass(70_000);
    expect(second.batches.slice(1)).toMatchObject([{ removed: [BOB] }]);
  });

  test("over a lost share keeps everybody, and over a new world loses them", async () => {
    for (const name of [ANN, BOB, ISLAND]) await folder.write(name, saveText(name), 9_000);
    const first = await started();
    await first.stop();
    await folder.remove(ANN, BOB, ISLAND);
    const second = await started({ known: first.stamps });
    await folder.pass(600_000);
    expect(second.status().state).toBe("looksEmpty");
    await folder.write(ISLAND, "new world");
    await folder.pass(200_000);
    expect(second.batches.at(-1)).toMatchObject({ removed: [ANN, BOB] });
  });

  test("beside the world of before takes no lost player for a new world", async () => {
    await folder.write(ANN, saveText("Ann"), 9_000);
    await folder.write(ISLAND, "world", 8_000);
    const first = await started();
    await first.stop();
    await folder.remove(ANN);
    const second = await started({ known: first.stamps });
    await folder.pass(600_000);
    expect([second.status().state, second.batches]).toEqual(["looksEmpty", []]);
  });

  test("with two names for one file gives up the one that no longer counts, once", async () => {
    await folder.write("AB.arkprofile", saveText("Large"));
    const stamp = "1:2:3" as FileStamp;
    const known = new Map([
      ["AB.arkprofile", stamp],
      ["ab.arkprofile", stamp],
    ]);
    const watch = await started({ known });
    await folder.pass(100_000);
    expect(watch.batches).toMatchObject([
      { profiles: [{ fileName: "AB.arkprofile" }], removed: ["ab.arkprofile"], last: true },
    ]);
  });

  test("reads again the file of a damaged stamp, and gives up names that are not saves any more", async () => {
    await folder.write(ANN, saveText("Ann"));
    const known = new Map([
      [ANN, "what?" as FileStamp],
      ["old-name.txt", "1:2:3" as FileStamp],
    ]);
    const watch = await started({ known });
    await folder.pass(70_000);
    expect(watch.batches).toMatchObject([{ profiles: [{ content: "Ann" }] }, { removed: ["old-name.txt"] }]);
  });
});

describe("a consumer that refuses", () => {
  test("is offered the same changes again, and nothing is lost", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `${index}.arkprofile`);
    for (const name of names) await folder.write(name, saveText(name));
    const watch = folder.start({ maxBatchFiles: 10 });
    let refusals = 0;
    watch.beforeApply = async ({ profiles }) => {
      if (watch.batches.length === 1 && ++refusals <= 3) throw new Error(`no database for ${profiles.length}`);
    };
    await folder.idle();
    expect(watch.applied.size).toBe(10);
    expect(watch.status().refusedSince).toBe(folder.clock.now());
    await folder.pass(15_000);
    expect([watch.applied.size, refusals]).toEqual([30, 4]);
    expect(watch.status().refusedSince).toBeUndefined();
    expect(watch.batches.map(({ full, last }) => [full, last])).toEqual([
      [true, false],
      [true, false],
      [true, true],
    ]);
    expect(watch.log.entries.filter(({ level }) => level === "error")).toHaveLength(3);
  });

  test("is notified of removals again", async () => {
    for (const name of [ANN, BOB]) await folder.write(name, saveText(name));
    const watch = await started();
    await folder.remove(ANN);
    watch.beforeApply = () => Promise.reject(new Error("no database"));
    await folder.pass(300_000);
    expect([watch.applied.size, watch.batches.length]).toEqual([2, 1]);
    watch.beforeApply = async () => undefined;
    await folder.pass(60_000);
    expect(watch.batches.slice(1)).toMatchObject([{ removed: [ANN] }]);
  });

  test("gets the newest version when the file went on changing", async () => {
    await folder.write(ANN, saveText("Ann"));
    const watch = folder.start();
    watch.beforeApply = () => Promise.reject(new Error("no database"));
    await folder.pass(10_000);
    await folder.write(ANN, saveText("Eve"));
    watch.beforeApply = async () => undefined;
    await folder.pass(60_000);
    expect(watch.batches).toMatchObject([{ full: true, profiles: [{ content: "Eve" }] }]);
  });

  test("does not see a batch before it has taken the one before", async () => {
    for (let id = 0; id < 6; id++) await folder.write(`${id}.arkprofile`, saveText(String(id)));
    const watch = folder.start({ maxBatchFiles: 2 });
    const taken: string[] = [];
    watch.beforeApply = async ({ profiles }) => {
      taken.push(`begin ${profiles[0]?.content}`);
      for (let turn = 0; turn < 20; turn++) await nextTurn();
      taken.push(`end ${profiles[0]?.content}`);
    };
    await folder.idle();
    const firsts = watch.batches.map(({ profiles }) => profiles[0]?.content);
    expect(taken).toEqual(firsts.flatMap((first) => [`begin ${first}`, `end ${first}`]));
    expect(taken).toHaveLength(6);
  });
});

test("a consumer that takes its time is not taken for a disk that does not answer", async () => {
  await folder.write(ANN, saveText("Ann"));
  const watch = folder.start();
  let finish: (() => void) | undefined;
  watch.beforeApply = () => new Promise((resolve) => (finish = resolve));
  while (!finish) await nextTurn();
  folder.clock.step(60_000);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(watch.statuses).toEqual([]);
  finish();
  await folder.idle();
  expect(watch.status().state).toBe("ok");
});

describe("the end", () => {
  test("comes at once while the watch sleeps, and leaves nothing waiting", async () => {
    const watch = await started();
    await watch.stop();
    expect(folder.clock.sleepers()).toBe(0);
  });

  test("comes at once while the file system does not answer, which is reported before", async () => {
    await folder.write(ANN, saveText("Ann"));
    const watch = folder.start();
    let answer: (() => void) | undefined;
    folder.io.beforeRead = () => new Promise((resolve) => (answer = resolve));
    while (!answer) await nextTurn();
    folder.clock.step(60_000);
    while (watch.statuses.length === 0) await nextTurn();
    expect(watch.status()).toMatchObject({
      state: "unreachable",
      sentence: "The folder cannot be read: the disk or share does not answer.",
    });
    await watch.stop();
    answer();
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect([folder.clock.sleepers(), watch.batches]).toEqual([0, []]);
  });

  test.each([4, 6])("waits for the batch that the consumer has, and offers no other of %i files", async (files) => {
    for (let id = 0; id < files; id++) await folder.write(`${id}.arkprofile`, saveText(String(id)));
    const watch = folder.start({ maxBatchFiles: 2 });
    let finish: (() => void) | undefined;
    watch.beforeApply = () => new Promise((resolve) => (finish = resolve));
    while (!finish) await nextTurn();
    let hasEnded = false;
    const ending = watch.stop().then(() => (hasEnded = true));
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect(hasEnded).toBe(false);
    finish();
    await ending;
    expect(watch.batches).toHaveLength(1);
  });

  test("before the beginning starts nothing", async () => {
    const watch = folder.start({ signal: AbortSignal.abort() });
    await watch.ended;
    expect([folder.clock.sleepers(), folder.io.counts.lists]).toEqual([0, 0]);
  });
});

describe("a hint of the system", () => {
  // Only some systems give hints for only some folders; where none comes, the poll finds the change.
  test.skipIf(process.platform !== "linux")("brings the next look forward", async () => {
    await folder.write(ANN, saveText("Ann"));
    const watch = folder.start({ clock: systemClock(), useHints: true, pollMs: 3_600_000, settleMs: 10, retryMs: 20 });
    while (watch.statuses.length === 0) await nextTurn();
    await writeFile(join(folder.path, BOB), saveText("Bob"));
    while (!watch.applied.has(BOB)) await nextTurn();
    expect(watch.applied.get(BOB)).toBe("Bob");
  });
});
