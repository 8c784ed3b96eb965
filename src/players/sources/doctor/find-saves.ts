/** Looks for save files below a folder that holds none: most often the folder is one level too high. */
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { saveFileKind } from "../../saves/index.ts";

/** `Saved` holds `SavedArks`, which holds `TheIsland_WP`. */
const MAX_DEPTH = 3;
/** Folders that are looked into. A mirror of a whole disk is not searched. */
const MAX_FOLDERS = 200;
/** Names that are looked at in one folder. */
const MAX_NAMES = 20_000;
const MAX_FOUND = 5;

/**
 * Folders that hold saves: the first few below this one, nearest first. The folder that it is in may be another
 * server's.
 */
export async function findSavesBelow(folder: string, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = [];
  let level = [folder];
  let looked = 0;
  for (let depth = 0; depth <= MAX_DEPTH && found.length < MAX_FOUND; depth++) {
    const below: string[] = [];
    for (const each of level) {
      if (++looked > MAX_FOLDERS || found.length >= MAX_FOUND) break;
      signal.throwIfAborted();
      const { hasSaves, folders } = await lookInto(each);
      if (hasSaves && depth > 0) found.push(each);
      below.push(...folders);
    }
    level = below;
  }
  return found;
}

/** A folder that cannot be read holds nothing that could be proposed. Links are not followed. */
export async function lookInto(
  folder: string,
): Promise<{ readonly hasSaves: boolean; readonly folders: readonly string[] }> {
  const folders: string[] = [];
  let hasSaves = false;
  let names = 0;
  try {
    for await (const entry of await opendir(folder)) {
      if (++names > MAX_NAMES) break;
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
      else if (entry.isFile() && saveFileKind(entry.name) !== "ignored") hasSaves = true;
    }
  } catch {
    return { hasSaves: false, folders: [] };
  }
  return { hasSaves, folders: folders.sort() };
}
