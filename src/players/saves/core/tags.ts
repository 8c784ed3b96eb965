/** The common part of the three generations of property lists: a name, a type, a size, and `size` bytes of value. */
import type { Cursor } from "./cursor.ts";
import { KnownNames } from "./fstring.ts";
import { SaveError } from "./save-error.ts";

/** The head of one property. The same object is filled again for the next property of its list. */
export interface Tag {
  /** One of `WANTED_NAMES`, or `""` for any other property. */
  name: string;
  /** One of `WANTED_TYPES`, or `""` for any other type. */
  type: string;
  /** The type of an array's elements or the name of a structure, when it is one of `WANTED_TYPES`; otherwise `""`. */
  inner: string;
  /** Which of several properties of this name it is, from 0. */
  index: number;
  /** Bytes of the value, which begins at the cursor when the tag has been read. */
  size: number;
  /** The value of a `BoolProperty`, which has no bytes. */
  truth: boolean;
  /** The structure is not a list of properties, but has a layout of its own. */
  isNative: boolean;
}

/** One generation of property lists. All methods throw nothing but `SaveError`. */
export interface TagLayout {
  /** Coordinates are doubles; before ASA they were floats. */
  readonly hasDoubles: boolean;
  /** Reads the bytes before an object's property list. */
  openObject(cursor: Cursor): void;
  /** Fills `tag`; false when the list ends here. */
  readTag(cursor: Cursor, tag: Tag): boolean;
  /** Reads the bytes between the count of an array and its structures. */
  openStructs(cursor: Cursor): void;
  /** Reads a `UniqueNetIdRepl`: the digits of a SteamID64, or 32 lower-case hex digits of an EOS id. */
  readAccount(cursor: Cursor): string | undefined;
}

/** A file that is being read, and how its lists are written. */
export interface Source {
  readonly cursor: Cursor;
  readonly layout: TagLayout;
}

/** Bytes of the values whose type alone says their size. */
const FIXED_SIZES: ReadonlyMap<string, number> = new Map([
  ["BoolProperty", 0],
  ["Int8Property", 1],
  ["Int16Property", 2],
  ["UInt16Property", 2],
  ["IntProperty", 4],
  ["UInt32Property", 4],
  ["FloatProperty", 4],
  ["Int64Property", 8],
  ["UInt64Property", 8],
  ["DoubleProperty", 8],
]);

/** The types that some layout or reader tells apart. */
export const WANTED_TYPES = new KnownNames([
  ...FIXED_SIZES.keys(),
  "ByteProperty",
  "StrProperty",
  "NameProperty",
  "ArrayProperty",
  "StructProperty",
  "EnumProperty",
  "SetProperty",
  "MapProperty",
  "UniqueNetIdRepl",
  "None",
]);

/**
 * The properties that are read. Other properties are never decoded: the player's network address
 * (`SavedNetworkAddress`) and the code of his locks above all.
 */
const WANTED_NAMES = new KnownNames([
  "None",
  "MyData",
  "PlayerDataID",
  "UniqueID",
  "PlayerName",
  "MyPlayerCharacterConfig",
  "PlayerCharacterName",
  "bIsFemale",
  "MyPersistentCharacterStats",
  "CharacterStatusComponent_ExtraCharacterLevel",
  "CharacterStatusComponent_ExperiencePoints",
  "PlayerState_TotalEngramPoints",
  "TribeID",
  "NumOfDeaths",
  "LoginTime",
  "LastLoginTime",
  "PlayerDataVersion",
  "TribeData",
  "TribeName",
  "OwnerPlayerDataID",
  "MembersPlayerName",
  "MembersPlayerDataID",
  "MembersRankGroups",
  "TribeAdmins",
  "TribeAlliances",
  "AllianceName",
  "AllianceID",
  "MembersTribeName",
  "MembersTribeID",
  "TribeLog",
  "LogIndex",
  "NumTribeDinos",
]);

/**
 * Reads properties to the end of their list. `visit` is called for the first (index 0) of each wanted name, with the
 * cursor at the value and unable to pass its end. It reads the value to its last byte, or not at all. All else is
 * passed over by its size.
 */
export function readList({ cursor, layout }: Source, visit: (tag: Tag) => void): void {
  const listEnd = cursor.end;
  const tag: Tag = { name: "", type: "", inner: "", index: 0, size: 0, truth: false, isNative: false };
  while (layout.readTag(cursor, tag)) {
    const start = cursor.take(tag.size);
    if ((FIXED_SIZES.get(tag.type) ?? tag.size) !== tag.size) refuseSize(start);
    if (tag.name === "" || tag.index !== 0) continue;
    const valueEnd = cursor.at;
    cursor.at = start;
    cursor.end = valueEnd;
    visit(tag);
    if (cursor.at === start) cursor.at = valueEnd;
    else if (cursor.at !== valueEnd) refuseSize(start);
    cursor.end = listEnd;
  }
}

/**
 * Reads what properties had in common until ASA's container version 7: name, type, int32 size, int32 index. False at the
 * end of the list.
 */
export function readTagHead(cursor: Cursor, tag: Tag): boolean {
  tag.name = readTagName(cursor);
  if (tag.name === "None") return false;
  tag.type = WANTED_TYPES.read(cursor);
  tag.size = cursor.int32();
  tag.index = cursor.int32();
  tag.inner = "";
  tag.truth = false;
  return true;
}

/** Reads a property's name; `""` for one that is not wanted. Throws when it has no name, as no property is without. */
export function readTagName(cursor: Cursor): string {
  cursor.step();
  const start = cursor.at;
  const name = WANTED_NAMES.read(cursor);
  if (cursor.at - start < 6) throw new SaveError("malformed", "A property in the file has no name.", start);
  return name;
}

/** Refuses a value whose bytes are more or fewer than its head says. */
function refuseSize(offset: number): never {
  throw new SaveError("malformed", "A property in the file has another size than it says.", offset);
}
