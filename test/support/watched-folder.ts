/** A save folder on disk with a watch on it, whose time passes only when a test says so. */
import { mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { diskLanes } from "../../src/kit/files/disk-lanes.ts";
import type { Clock } from "../../src/kit/time/clock.ts";
import { fromMillis, plusMillis, toMillis, type Instant } from "../../src/kit/time/instant.ts";
import { SaveError } from "../../src/players/saves/core/save-error.ts";
import type { FileStamp } from "../../src/players/saves/watch/core/file-stamp.ts";
import type { FolderStatus } from "../../src/players/saves/watch/core/folder-status.ts";
import type { SaveKind } from "../../src/players/saves/watch/core/save-kind.ts";
import { folderIo, type FolderIo } from "../../src/players/saves/watch/folder-io.ts";
import type { SaveChanges } from "../../src/players/saves/watch/save-changes.ts";
import { watchFolder, type FolderWatch } from "../../src/players/saves/watch/watch-folder.ts";
import type { WatchOptions } from "../../src/players/saves/watch/watch-options.ts";
import { keptLog, type KeptLog } from "./kept-log.ts";
import { temporaryFolder } from "./temporary-folder.ts";

interface TestContents {
  readonly profile: string;
  readonly tribe: string;
  readonly tributeTribe: string;
}

export type TestChanges = SaveChanges<TestContents>;

/** Text that `start`'s parsers read well; anything cut off or mixed up they refuse. */
export function saveText(text: string): string {
  return `${text.length}:${text}:${text}`;
}

function readSaveText(bytes: Uint8Array): string {
  const whole = new TextDecoder().decode(bytes);
  const colon = whole.indexOf(":");
  const text = whole.slice(colon + 1, colon + 1 + Number(whole.slice(0, colon)));
  if (whole.startsWith("v99:")) throw new SaveError("unknown_version", "version 99 is not known", 0);
  if (whole !== saveText(text)) throw new SaveError("cut_short", "the file ends too early", bytes.length);
  return text;
}

export function classifySave(fileName: string): SaveKind | "ignored" {
  const name = fileName.toLowerCase();
  if (name === "playerlocaldata.arkprofile") return "ignored";
  if (name.endsWith(".arkprofile")) return "profile";
  if (name.endsWith(".arktribe")) return "tribe";
  if (name.endsWith(".arktributetribe")) return "tributeTribe";
  return name.endsWith(".ark") ? "world" : "ignored";
}

/** Time that a test moves. A step to the next sleeper is the test's, which knows when the disk has answered. */
interface FolderClock extends Clock {
  /** How many sleeps and repeated tasks wait. */
  sleepers(): number;
  /** Moves to the time of the next sleeper and wakes it, unless that lies more than `maxMs` ahead. Answers how far. */
  step(maxMs: number): number | undefined;
  /** Moves on, without waking anything. */
  skip(ms: number): void;
}

/** Stands at 2026-01-01T12:00:00Z. */
function folderClock(): FolderClock {
  let now: Instant = fromMillis(Date.UTC(2026, 0, 1, 12));
  const sleepers = new Set<{ readonly due: Instant; readonly wake: () => void }>();
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        sleepers.delete(sleeper);
        reject(signal?.reason as Error);
      };
      const wake = (): void => {
        sleepers.delete(sleeper);
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      const sleeper = { due: plusMillis(now, ms), wake };
      sleepers.add(sleeper);
      signal?.addEventListener("abort", stop, { once: true });
      if (signal?.aborted === true) stop();
    });
  const repeat = async (ms: number, task: () => Promise<void> | void, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await sleep(ms, signal);
      await task();
    }
  };
  return {
    now: () => now,
    sleep,
    every: (ms, task, signal) => void repeat(ms, task, signal).catch(() => undefined),
    sleepers: () => sleepers.size,
    step(maxMs) {
      const [next] = [...sleepers].sort((a, b) => a.due - b.due);
      if (!next || next.due > plusMillis(now, maxMs)) return undefined;
      const before = now;
      now = Math.max(now, next.due) as Instant;
      next.wake();
      return (now - before) / 1000;
    },
    skip(ms) {
      now = plusMillis(now, ms);
    },
  };
}

export interface CountingIo extends FolderIo {
  readonly counts: { lists: number; looks: number; reads: number };
  /** Called when a file is open and about to be read. */
  beforeRead: (path: string) => Promise<void>;
}

/** The real file system, counting what it is asked. */
export function countingIo(): CountingIo {
  const counts = { lists: 0, looks: 0, reads: 0 };
  const io: CountingIo = {
    ...folderIo,
    counts,
    beforeRead: async () => undefined,
    names(folder, maxEntries) {
      counts.lists++;
      return folderIo.names(folder, maxEntries);
    },
    look(path) {
      counts.looks++;
      return folderIo.look(path);
    },
    async open(path) {
      const file = await folderIo.open(path);
      const read = async (sizeBytes: number): Promise<Uint8Array> => {
        counts.reads++;
        await io.beforeRead(path);
        return file.read(sizeBytes);
      };
      return { ...file, read };
    },
  };
  return io;
}

/** A watch, and a consumer that keeps what it is given. */
export interface TestWatch extends FolderWatch {
  readonly batches: TestChanges[];
  /** The files in force by name; a world's text is its path. */
  readonly applied: Map<string, string>;
  readonly stamps: Map<string, FileStamp>;
  readonly statuses: FolderStatus[];
  readonly log: KeptLog;
  /** Fails a batch by throwing. */
  beforeApply: (changes: TestChanges) => Promise<void>;
  stop(): Promise<void>;
}

export interface WatchedFolder {
  readonly path: string;
  readonly clock: FolderClock;
  readonly io: CountingIo;
  /** Writes into the file in place. It then looks as old as `ageMs`. */
  write(fileName: string, text: string, ageMs?: number): Promise<void>;
  /** Writes beside the file and renames into its place. */
  replace(fileName: string, text: string, ageMs?: number): Promise<void>;
  touch(fileName: string, ageMs: number): Promise<void>;
  remove(...fileNames: string[]): Promise<void>;
  /** Resolves when the one running watch has nothing to do but wait. */
  idle(): Promise<void>;
  /** Lets time pass for the one running watch, step by step, so that it does everything at its time. */
  pass(ms: number): Promise<void>;
  start(options?: Partial<WatchOptions<TestContents>>): TestWatch;
  /** Ends all watches and removes the folder. */
  close(): Promise<void>;
}

/** The next look, and the eye on calls that hang. */
const SLEEPERS_OF_A_WATCH = 2;

export async function watchedFolder(): Promise<WatchedFolder> {
  const home = await temporaryFolder();
  const path = join(home.path, "SavedArks");
  await mkdir(path);
  const clock = folderClock();
  const io = countingIo();
  const watches: TestWatch[] = [];
  const touch = async (fileName: string, ageMs: number): Promise<void> => {
    const at = toMillis(plusMillis(clock.now(), -ageMs)) / 1000;
    await utimes(join(path, fileName), at, at);
  };
  const write = async (fileName: string, text: string, ageMs = 5_000): Promise<void> => {
    await writeFile(join(path, fileName), text);
    await touch(fileName, ageMs);
  };
  const idle = async (): Promise<void> => {
    while (clock.sleepers() < SLEEPERS_OF_A_WATCH) await nextTurn();
  };
  return {
    path,
    clock,
    io,
    write,
    idle,
    async pass(ms) {
      let left = ms;
      await idle();
      for (let step = clock.step(left); step !== undefined; step = clock.step(left)) {
        left -= step;
        await idle();
      }
      clock.skip(left);
    },
    async replace(fileName, text, ageMs) {
      await write(`${fileName}.tmp`, text, ageMs);
      await rename(join(path, `${fileName}.tmp`), join(path, fileName));
    },
    touch,
    async remove(...fileNames) {
      for (const name of fileNames) await rm(join(path, name));
    },
    start(options = {}) {
      // A call that a test lets hang takes no lane of the process.
      const lanes = diskLanes({ all: 16, ofFolder: 8 });
      const watch = startWatch({ folder: path, clock, io, lanes, ...options });
      watches.push(watch);
      return watch;
    },
    async close() {
      for (const watch of watches) await watch.stop();
      await home.remove();
    },
  };
}

type StartOptions = Partial<WatchOptions<TestContents>> & Pick<WatchOptions<TestContents>, "folder" | "clock" | "io">;

function startWatch(options: StartOptions): TestWatch {
  const stopping = new AbortController();
  const log = keptLog();
  const parts = {
    batches: [] as TestChanges[],
    applied: new Map<string, string>(),
    stamps: new Map<string, FileStamp>(),
    statuses: [] as FolderStatus[],
    log,
    beforeApply: async (): Promise<void> => undefined,
    async stop() {
      stopping.abort();
      await watch.ended;
    },
  };
  const folderWatch = watchFolder<TestContents>({
    log,
    classify: classifySave,
    parse: { profile: readSaveText, tribe: readSaveText, tributeTribe: readSaveText },
    signal: stopping.signal,
    useHints: false,
    onStatus: (status) => parts.statuses.push(status),
    async onChanges(changes) {
      await watch.beforeApply(changes);
      apply(watch, changes);
    },
    ...options,
  });
  const watch: TestWatch = Object.assign(parts, folderWatch);
  return watch;
}

function apply({ batches, applied, stamps }: TestWatch, changes: TestChanges): void {
  batches.push(changes);
  for (const name of changes.removed) {
    applied.delete(name);
    stamps.delete(name);
  }
  for (const { fileName, stamp, content } of [...changes.profiles, ...changes.tribes, ...changes.tributes]) {
    applied.set(fileName, content);
    stamps.set(fileName, stamp);
  }
  for (const { fileName, stamp, path } of changes.worlds) {
    applied.set(fileName, path);
    stamps.set(fileName, stamp);
  }
}
