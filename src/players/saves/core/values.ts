/** Values of wanted properties. A type that cannot hold the value is refused: better no answer than a wrong one. */
import type { Cursor } from "./cursor.ts";
import { readText } from "./fstring.ts";
import { SaveError } from "./save-error.ts";
import { readList, type Source, type Tag } from "./tags.ts";

/**
 * UTF-16 units of a name that is stored. A file with a longer one is refused: no game lets a player choose it, and a
 * database's index would not take it.
 */
const MAX_STORED_NAME_UNITS = 512;
const LARGEST_ID = 2n ** 63n - 1n;
const LARGEST_INT32 = 2 ** 31 - 1;

/** A name or other short text of at most 512 UTF-16 units. */
export function readName(cursor: Cursor, tag: Tag): string {
  if (tag.type !== "StrProperty" && tag.type !== "NameProperty") refuseType(cursor, tag);
  return readText(cursor, MAX_STORED_NAME_UNITS);
}

/** A truth value. */
export function readTruth(cursor: Cursor, tag: Tag): boolean {
  return tag.type === "BoolProperty" ? tag.truth : refuseType(cursor, tag);
}

/** Any number that is finite. */
export function readNumber(cursor: Cursor, tag: Tag): number {
  const offset = cursor.at;
  const value = readAnyNumber(cursor, tag);
  return Number.isFinite(value) ? value : refuseValue(offset, tag);
}

/** A whole number within int32. Values that the game keeps as floats lose their fraction. */
export function readInteger(cursor: Cursor, tag: Tag): number {
  const offset = cursor.at;
  // Adding 0 makes 0 of -0.
  const value = Math.trunc(readAnyNumber(cursor, tag)) + 0;
  return Math.abs(value) <= LARGEST_INT32 || value === -LARGEST_INT32 - 1 ? value : refuseValue(offset, tag);
}

/** A whole number from 0 to `most`, which is the largest int32 unless given. */
export function readCount(cursor: Cursor, tag: Tag, most = LARGEST_INT32): number {
  const offset = cursor.at;
  const value = readInteger(cursor, tag);
  return value >= 0 && value <= most ? value : refuseValue(offset, tag);
}

/** A player's id, from 0 to the largest int64. */
export function readId(cursor: Cursor, tag: Tag): bigint {
  const offset = cursor.at;
  const value = readIdOfType(cursor, tag.type) ?? refuseType(cursor, tag);
  return value >= 0n && value <= LARGEST_ID ? value : refuseValue(offset, tag);
}

/** A list of at most `limit` ids, each from 0 to the largest int64. */
export function readIds(cursor: Cursor, tag: Tag, limit: number): bigint[] {
  const offset = cursor.at;
  const count = readArrayCount(cursor, tag, limit, 4);
  return Array.from({ length: count }, () => {
    const value = readIdOfType(cursor, tag.inner) ?? refuseType(cursor, tag);
    return value >= 0n && value <= LARGEST_ID ? value : refuseValue(offset, tag);
  });
}

/** A list of at most `limit` names. */
export function readNames(cursor: Cursor, tag: Tag, limit: number): string[] {
  if (tag.inner !== "StrProperty" && tag.inner !== "NameProperty") refuseType(cursor, tag);
  return Array.from({ length: readArrayCount(cursor, tag, limit, 4) }, () => readText(cursor, MAX_STORED_NAME_UNITS));
}

/** A list of at most `limit` numbers from 0 to 255. */
export function readBytes(cursor: Cursor, tag: Tag, limit: number): number[] {
  if (tag.inner !== "ByteProperty") refuseType(cursor, tag);
  return Array.from({ length: readArrayCount(cursor, tag, limit, 1) }, () => cursor.uint8());
}

/** The properties of a structure; see `readList`, which also sees to it that the list ends where the structure does. */
export function readStruct(source: Source, tag: Tag, visit: (tag: Tag) => void): void {
  const { cursor } = source;
  if (tag.type !== "StructProperty" || tag.isNative) refuseType(cursor, tag);
  readList(source, visit);
}

/** Every structure of a list of at most `limit`; `readOne` calls `readList` once. */
export function readStructs<Value>(source: Source, tag: Tag, limit: number, readOne: () => Value): Value[] {
  const { cursor, layout } = source;
  if (tag.inner !== "StructProperty" || tag.isNative) refuseType(cursor, tag);
  // The smallest structure is the name that ends its list.
  const count = readArrayCount(cursor, tag, limit, 9);
  if (cursor.at < cursor.end) layout.openStructs(cursor);
  return Array.from({ length: count }, readOne);
}

/** The number of elements of an array, when its bytes can hold as many of at least `leastBytes`. */
export function readArrayCount(cursor: Cursor, tag: Tag, limit: number, leastBytes: number): number {
  if (tag.type !== "ArrayProperty") refuseType(cursor, tag);
  const offset = cursor.at;
  const count = cursor.int32();
  if (count < 0 || count * leastBytes > cursor.end - cursor.at) {
    throw new SaveError("malformed", `${tag.name} has an impossible number of entries.`, offset);
  }
  if (count > limit) throw new SaveError("too_much", `${tag.name} has more than ${limit} entries.`, offset);
  return count;
}

function readAnyNumber(cursor: Cursor, tag: Tag): number {
  switch (tag.type) {
    case "IntProperty":
      return cursor.int32();
    case "UInt32Property":
      return cursor.uint32();
    case "Int16Property":
      return cursor.int16();
    case "UInt16Property":
      return cursor.uint16();
    case "Int8Property":
      return cursor.int8();
    case "FloatProperty":
      return cursor.float32();
    case "DoubleProperty":
      return cursor.float64();
    case "Int64Property":
      return Number(cursor.int64());
    case "UInt64Property":
      return Number(cursor.uint64());
    case "ByteProperty":
      return tag.size === 1 ? cursor.uint8() : refuseType(cursor, tag);
    default:
      return refuseType(cursor, tag);
  }
}

function readIdOfType(cursor: Cursor, type: string): bigint | undefined {
  switch (type) {
    case "UInt64Property":
      return cursor.uint64();
    case "Int64Property":
      return cursor.int64();
    case "UInt32Property":
      return BigInt(cursor.uint32());
    case "IntProperty":
      return BigInt(cursor.int32());
    default:
      return undefined;
  }
}

function refuseType(cursor: Cursor, tag: Tag): never {
  throw new SaveError("malformed", `${tag.name} is of a type that it cannot be.`, cursor.at);
}

function refuseValue(offset: number, tag: Tag): never {
  throw new SaveError("malformed", `${tag.name} has a value that it cannot have.`, offset);
}
