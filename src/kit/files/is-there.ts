import { lstat } from "node:fs/promises";

/** Whether a path exists: a file, a folder, or a link, even a dangling one. */
export async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
