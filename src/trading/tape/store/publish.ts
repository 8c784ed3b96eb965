/**
 * Puts a file in place so that it is there whole or not at all, whatever happens: it is written under a temporary name,
 * forced to the disk, renamed, and its folder forced to the disk too.
 */
import { mkdir, open, readdir, rename, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../../../kit/files/sync-folder.ts";
import { isAlive } from "../../../kit/lifecycle/is-alive.ts";
import { TEMPORARY } from "../core/file-names.ts";

const WRITING = "writing";
const SPILL = "spill";
let written = 0;

/** A name for a file that is being written, below `root`, in a folder that is made. Nobody else uses it. */
export async function temporaryFile(root: string): Promise<string> {
  const folder = join(root, WRITING);
  await mkdir(folder, { recursive: true });
  return join(folder, `${process.pid}-${++written}`);
}

/** What does not fit into this process's memory goes here, below `root`. */
export function spillFolder(root: string): string {
  return join(root, SPILL, `${process.pid}-0`);
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
 * record beside us. (A process elsewhere that shares the disk would see its write fail, and write again.)
 */
export async function removeHalfWritten(root: string): Promise<number> {
  let removed = 0;
  for (const folder of [join(root, WRITING), join(root, SPILL)]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const pid = Number(TEMPORARY.exec(name)?.[1] ?? Number.NaN);
      if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue;
      await rm(join(folder, name), { recursive: true, force: true });
      removed++;
    }
  }
  return removed;
}

/** Makes a folder and those above it, each of them there for good. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}
