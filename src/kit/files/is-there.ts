import { lstat } from "node:fs/promises";

/** Whether anything stands at a path: a file, a folder, a link even if it leads nowhere. */
export async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
