/** Which game wrote a save, by how the file begins. */
import { Cursor } from "./cursor.ts";

const VERSION_BYTES = 4;
/** Container versions of profiles and tribes; `container.ts` reads them. */
const GAMES: ReadonlyMap<number, "ase" | "asa"> = new Map([
  [1, "ase"],
  [5, "asa"],
  [6, "asa"],
  [7, "asa"],
]);
/** A world of Survival Ascended is an SQLite file; "Database File Format" of sqlite.org, section 1.3. */
const SQLITE = "SQLite format 3\0";

/** How many bytes `gameOfSave` and `gameOfWorld` look at. */
export const GAME_MARK_BYTES = SQLITE.length;

/** Of a profile or tribe; undefined when its version is not known. */
export function gameOfSave(bytes: Uint8Array): "ase" | "asa" | undefined {
  if (bytes.length < VERSION_BYTES) return undefined;
  return GAMES.get(new Cursor(bytes).int32());
}

/** Of a world; undefined when it is not one of Survival Ascended: anything may begin like one of Survival Evolved. */
export function gameOfWorld(bytes: Uint8Array): "asa" | undefined {
  return Buffer.from(bytes.subarray(0, SQLITE.length)).toString("latin1") === SQLITE ? "asa" : undefined;
}
