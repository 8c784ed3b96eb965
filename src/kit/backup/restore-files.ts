/** Puts the files of a backup where they were: those beside the database. */
import { createHash } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UserError } from "../errors/user-error.ts";
import { syncFolder } from "../files/sync-folder.ts";
import { storedFileName } from "./archive-names.ts";
import type { ArchiveReader } from "./archive-reader.ts";

/**
 * Writes every file below `root`, each complete or not at all. Files that are there under the same name are replaced.
 *
 * @param isOurs whether a path may be written: nothing else ever is
 * @returns how many
 * @throws UserError where the backup has another path
 */
export async function restoreFiles(
  archive: ArchiveReader,
  root: string,
  isOurs: (path: string) => boolean,
): Promise<number> {
  const files = archive.manifest.files ?? [];
  const folders = new Set<string>();
  for (const [place, { path, sha256 }] of files.entries()) {
    if (!isOurs(path))
      throw new UserError(`${archive.path} has a file that is not one of ours: ${JSON.stringify(path)}.`);
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(archive, storedFileName(place), target, sha256);
    folders.add(dirname(target));
  }
  for (const folder of folders) await syncFolder(folder);
  return files.length;
}

async function writeFile(archive: ArchiveReader, name: string, target: string, sha256: string): Promise<void> {
  const draft = `${target}.part`;
  const file = await open(draft, "w");
  const digest = createHash("sha256");
  try {
    for await (const piece of archive.content(name)) {
      digest.update(piece);
      await file.writeFile(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (digest.digest("hex") !== sha256) {
    await rm(draft);
    throw new UserError(`${archive.path} is damaged: ${target} is not what its list says.`);
  }
  await rename(draft, target);
}
