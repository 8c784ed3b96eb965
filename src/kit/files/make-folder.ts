import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { codeOf } from "../errors/code-of.ts";
import { isThere } from "./is-there.ts";

/**
 * Makes a folder with those above it that are missing. Answers the first one that was made, undefined where all were there.
 *
 * `mkdir` with `recursive` is for places that we chose: on a file system that takes no folders, such as /proc, it tries for
 * ever and keeps a thread busy.
 *
 * @param mode of the folders that are made, before the umask; default 0o777
 * @throws the error of the system, such as EACCES or ENOTDIR
 */
export async function makeFolder(path: string, mode?: number): Promise<string | undefined> {
  const missing: string[] = [];
  let nearest = resolve(path);
  while (!(await isThere(nearest)) && dirname(nearest) !== nearest) {
    missing.unshift(nearest);
    nearest = dirname(nearest);
  }
  for (const each of missing) {
    await mkdir(each, mode).catch(async (error: unknown) => {
      // Another process may have made it in the meantime. A link to what is not there has the name too.
      const isFolder = codeOf(error) === "EEXIST" && (await isFolderThere(each));
      if (!isFolder) throw error;
    });
  }
  if (missing.length > 0) return missing[0];
  // A link that leads nowhere is ENOENT here, and a file in its place EEXIST.
  if (!(await stat(path)).isDirectory()) await mkdir(path, mode);
  return undefined;
}

async function isFolderThere(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
