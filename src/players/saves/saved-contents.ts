/** The readers' result for each kind of save file. */
import type { SavedProfile } from "./core/profile.ts";
import type { SavedTribute } from "./core/read-tribute.ts";
import type { SavedTribe } from "./core/tribe.ts";
import type { SaveChanges } from "./watch/save-changes.ts";

export interface SavedContents {
  readonly profile: SavedProfile;
  readonly tribe: SavedTribe;
  readonly tributeTribe: SavedTribute;
}

export type SavedChanges = SaveChanges<SavedContents>;
