/** File systems of their own, small enough to be filled. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

/** Mounting takes root, and a container that allows it. Tests that need it skip visibly without. */
export const canMount = await mayMount();

async function mayMount(): Promise<boolean> {
  const folder = await temporaryFolder();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "none", folder.path]).status === 0;
  if (mounted) execFileSync("umount", [folder.path]);
  await folder.remove();
  return mounted;
}

/** A folder on a file system of its own, for one test. */
export async function smallDisk(size: string): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  await chmod(folder.path, 0o755);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0755`, "none", folder.path]);
  onTestFinished(() => void execFileSync("umount", ["-l", folder.path]));
  return folder.path;
}

/** Fills the disk with one file, and answers its path. */
export async function fillDisk(disk: string): Promise<string> {
  const file = join(disk, "filler");
  await writeFile(file, Buffer.alloc(200_000_000)).catch(() => undefined);
  return file;
}
