/** Reads one version of a file, whole or not at all. */
import { isSameContent, isSameVersion, type FileVersion } from "./core/file-stamp.ts";
import type { FolderIo } from "./folder-io.ts";

/**
 * Reads the version that was seen before. Undefined when the file is a different one by now or is being written: its
 * bytes would be partly old and partly new.
 *
 * @throws what the file system throws.
 */
export async function readVersion(io: FolderIo, path: string, version: FileVersion): Promise<Uint8Array | undefined> {
  const file = await io.open(path);
  try {
    const before = await file.look();
    if (before.type !== "file" || !isSameContent(before, version)) return undefined;
    const bytes = await file.read(version.sizeBytes);
    const after = await file.look();
    return bytes.length === version.sizeBytes && isSameVersion(before, after) ? bytes : undefined;
  } finally {
    await file.close();
  }
}
