/** The container of a profile or tribe: a version, heads of objects, and where each object's properties begin. */
import type { Cursor } from "./cursor.ts";
import { readText, skipText } from "./fstring.ts";
import { SaveError } from "./save-error.ts";
import { asaLayout } from "./tags-asa.ts";
import { aseLayout } from "./tags-ase.ts";
import { pre7Layout } from "./tags-pre7.ts";
import type { TagLayout } from "./tags.ts";

const GUID_BYTES = 16;
const MAX_CLASS_UNITS = 1_024;
/** UTF-16 units of the name of a map. A file with a longer one is refused. */
const MAX_MAP_NAME_UNITS = 1_024;
/** Real containers have one to four. */
const MAX_OBJECTS = 1_024;
/** Real objects have one to five. */
const MAX_NAMES = 64;
/** The names of an object in a map: itself, the game mode, the level, the map. */
const MAP_NAME = 3;

/** The head of one object. */
export interface ObjectHead {
  readonly className: string;
  /** For example `TheIsland` or `LostColony_WP`. */
  readonly mapName: string | undefined;
  readonly propertiesAt: number;
}

/** Reads the container's heads. Throws `SaveError`, among others when it is of a version that is not known. */
export function readContainer(cursor: Cursor): { readonly layout: TagLayout; readonly objects: readonly ObjectHead[] } {
  const layout = readVersion(cursor);
  const count = cursor.int32();
  if (count < 0) throw new SaveError("malformed", "The file has an impossible number of objects.", cursor.at - 4);
  if (count > MAX_OBJECTS) throw new SaveError("too_much", "The file has too many objects.", cursor.at - 4);
  const objects = Array.from({ length: count }, () => readHead(cursor, layout));
  const headsEnd = cursor.at;
  for (const { propertiesAt } of objects) {
    if (propertiesAt < headsEnd) {
      throw new SaveError("malformed", "An object in the file begins before the list of objects ends.", headsEnd);
    }
    if (propertiesAt > cursor.end)
      throw new SaveError("cut_short", "The file ends before its objects begin.", headsEnd);
  }
  return { layout, objects };
}

function readVersion(cursor: Cursor): TagLayout {
  const version = cursor.int32();
  switch (version) {
    case 1:
      return aseLayout;
    case 5:
    case 6:
      return readsGuid(cursor) ? pre7Layout : refuseVersion();
    case 7:
      // The versions of Unreal Engine 4 and 5 that the game was built with.
      cursor.int32();
      cursor.int32();
      return asaLayout;
    default:
      return refuseVersion();
  }
}

/** ASA gives every object a guid. Without one it is another kind of file, which begins with the same number. */
function readsGuid(cursor: Cursor): boolean {
  const start = cursor.at;
  cursor.take(4 + GUID_BYTES);
  cursor.at = start;
  return cursor.bytes.subarray(start + 4, start + 4 + GUID_BYTES).some((byte) => byte !== 0);
}

function refuseVersion(): never {
  throw new SaveError("unknown_version", "The file is of a version that is not known.", 0);
}

function readHead(cursor: Cursor, layout: TagLayout): ObjectHead {
  cursor.step();
  cursor.take(GUID_BYTES);
  const className = readText(cursor, MAX_CLASS_UNITS);
  cursor.int32();
  const mapName = readMapName(cursor);
  cursor.int32();
  cursor.int32();
  const hasLocation = cursor.int32();
  if (hasLocation === 1) cursor.take(layout.hasDoubles ? 48 : 24);
  else if (hasLocation !== 0) throw new SaveError("malformed", "An object in the file is nowhere.", cursor.at - 4);
  const propertiesAt = cursor.int32();
  cursor.int32();
  return { className, mapName, propertiesAt };
}

function readMapName(cursor: Cursor): string | undefined {
  const count = cursor.int32();
  if (count < 0 || count > MAX_NAMES) {
    throw new SaveError("malformed", "An object in the file has an impossible number of names.", cursor.at - 4);
  }
  let mapName: string | undefined;
  for (let index = 0; index < count; index++) {
    if (index === MAP_NAME) mapName = readText(cursor, MAX_MAP_NAME_UNITS);
    else skipText(cursor);
  }
  return mapName === "" ? undefined : mapName;
}
