/**
 * Puts a file in place so that it is there whole or not at all, whatever happens. It is written under a temporary
 * name, forced to the disk, renamed, and its folder forced to the disk too.
 */
import { mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { syncFolder } from "../../../kit/files/sync-folder.ts";
import { isAlive } from "../../../kit/lifecycle/is-alive.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { TEMPORARY } from "../core/file-names.ts";

const WRITING = "writing";
const SPILL = "spill";
/** Containers that share a folder have hosts of their own, and processes of the same number. */
const HOST = hostname()
  .slice(0, 64)
  .replaceAll(/[^\w-]/g, "_");
let written = 0;

/** A name for a file that is being written, below `root`, in a folder that is made. No other code uses it. */
export async function temporaryFile(root: string): Promise<string> {
  const folder = join(root, WRITING);
  await mkdir(folder, { recursive: true });
  return join(folder, `${HOST}.${process.pid}-${++written}`);
}

/** Data that do not fit into this process's memory go here, below `root`. */
export function spillFolder(root: string): string {
  return join(root, SPILL, `${HOST}.${process.pid}-0`);
}

/** Bytes that are free on the disk of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Forces a written file to the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Renames a file that was forced to the disk; it is there for good when this resolves. */
export async function publish(temporary: string, final: string): Promise<void> {
  await makeFolder(dirname(final));
  await rename(temporary, final);
  await syncFolder(dirname(final));
}

/**
 * Removes what crashed processes have left below `root`. Files of processes that live are left alone: another one may
 * record beside us. Processes of another host cannot be seen: what they write is removed when it has not changed for a
 * day before `nowMs`, and never without `nowMs`.
 */
export async function removeHalfWritten(root: string, nowMs?: number): Promise<number> {
  let removed = 0;
  for (const folder of [join(root, WRITING), join(root, SPILL)]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const [isTemporary, host = HOST, pid] = TEMPORARY.exec(name) ?? [];
      if (isTemporary === undefined) continue;
      const isLeft = host === HOST ? hasEnded(Number(pid)) : nowMs !== undefined && (await isForgotten(path, nowMs));
      if (!isLeft) continue;
      await rm(path, { recursive: true, force: true });
      removed++;
    }
  }
  return removed;
}

/** A process that had our number before us has ended too. */
function hasEnded(pid: number): boolean {
  return pid === process.pid || !isAlive(pid);
}

/** An empty folder stays: its process may be about to use it. */
async function isForgotten(path: string, nowMs: number): Promise<boolean> {
  const inside = await readdir(path).catch(() => undefined);
  const paths = inside === undefined ? [path] : inside.map((name) => join(path, name));
  const changedMs = await Promise.all(
    paths.map((each) =>
      stat(each).then(
        ({ mtimeMs }) => mtimeMs,
        () => Infinity,
      ),
    ),
  );
  return changedMs.length > 0 && Math.max(...changedMs) < nowMs - DAY_MS;
}

/** Makes a folder and those above it, each of them there for good. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}
