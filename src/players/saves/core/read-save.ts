/** Reads a `.arkprofile` or `.arktribe` of ARK: Survival Evolved or Ascended. */
import { readContainer } from "./container.ts";
import { Cursor } from "./cursor.ts";
import { readProfile, type SavedProfile } from "./profile.ts";
import { SaveError } from "./save-error.ts";
import { readList, type Source } from "./tags.ts";
import { readTribeData, type SavedTribe } from "./tribe.ts";

/** Real profiles and tribes have up to 150 KB; mods may add to that. */
const MAX_BYTES = 16 * 1024 * 1024;
const GUID_BYTES = 16;

export type SaveContent =
  | { readonly kind: "profile"; readonly profile: SavedProfile }
  | { readonly kind: "tribe"; readonly tribe: SavedTribe };

/**
 * Reads one profile or tribe, of the container versions 1 (ASE), 5, 6 and 7 (ASA), from a file or from within a world
 * save. Reads the container's object of the player's or the tribe's class, at any position. It walks through the other
 * objects, so that a truncated file is refused. Bytes after the last object are ignored. Takes at most 16 MiB. Throws
 * `SaveError` and nothing else; the time is in proportion to the bytes.
 */
export function readSave(bytes: Uint8Array): SaveContent {
  if (bytes.length > MAX_BYTES) throw new SaveError("too_much", "The file is larger than any real save.", 0);
  const cursor = new Cursor(bytes);
  const { layout, objects } = readContainer(cursor);
  const source: Source = { cursor, layout };
  let content: SaveContent | undefined;
  for (const { className, mapName, propertiesAt } of objects) {
    cursor.at = propertiesAt;
    layout.openObject(cursor);
    if (content === undefined && className.includes("PrimalPlayerData")) {
      content = { kind: "profile", profile: readProfile(source, mapName) };
    } else if (content === undefined && className.includes("PrimalTribeData")) {
      content = { kind: "tribe", tribe: readTribeData(source, mapName) };
    } else {
      readList(source, () => undefined);
    }
    // An object ends with 0, or with 1 and its guid. Other classes may write additional data, which is not needed.
    if (cursor.int32() === 1) cursor.take(GUID_BYTES);
  }
  return content ?? refuseEmpty(cursor);
}

function refuseEmpty(cursor: Cursor): never {
  throw new SaveError("nothing_here", "The file holds neither a player nor a tribe.", cursor.at);
}
