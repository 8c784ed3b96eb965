/**
 * Property lists of ARK: Survival Ascended since its Unreal Engine 5.5 (container version 7):
 * name, a tree of type names, int32 size, flags, and what the flags announce.
 */
import { readBinaryAccount } from "./account-id.ts";
import type { Cursor } from "./cursor.ts";
import { skipText } from "./fstring.ts";
import { SaveError } from "./save-error.ts";
import { readTagName, WANTED_TYPES, type Tag, type TagLayout } from "./tags.ts";

const GUID_BYTES = 16;
/** Types of types of types: real ones go three deep. */
const MAX_TYPE_DEPTH = 64;

const HAS_INDEX = 0x01;
const HAS_GUID = 0x02;
const IS_NATIVE = 0x08;
const IS_TRUE = 0x10;
const WAS_SKIPPED = 0x20;
/** All other flags change the layout in ways that are not known. */
const KNOWN_FLAGS = HAS_INDEX | HAS_GUID | IS_NATIVE | IS_TRUE | WAS_SKIPPED;

/** How ASA writes properties. */
export const asaLayout: TagLayout = {
  hasDoubles: true,
  openObject(cursor) {
    if (cursor.uint8() !== 0) {
      throw new SaveError("unsupported", "An object in the file has unknown extra information.", cursor.at - 1);
    }
  },
  readTag,
  openStructs: () => undefined,
  readAccount: readBinaryAccount,
};

function readTag(cursor: Cursor, tag: Tag): boolean {
  tag.name = readTagName(cursor);
  if (tag.name === "None") return false;
  tag.type = WANTED_TYPES.read(cursor);
  tag.inner = "";
  const parameters = cursor.int32();
  if (parameters !== 0) {
    checkCount(cursor, parameters);
    cursor.step();
    tag.inner = WANTED_TYPES.read(cursor);
    skipParameters(cursor, 2);
    for (let index = 1; index < parameters; index++) skipType(cursor, 2);
  }
  tag.size = cursor.int32();
  const flags = cursor.uint8();
  if ((flags & ~KNOWN_FLAGS) !== 0) {
    throw new SaveError("unsupported", "A property in the file has an unknown extension.", cursor.at - 1);
  }
  tag.index = (flags & HAS_INDEX) === 0 ? 0 : cursor.int32();
  if ((flags & HAS_GUID) !== 0) cursor.take(GUID_BYTES);
  tag.truth = (flags & IS_TRUE) !== 0;
  tag.isNative = (flags & IS_NATIVE) !== 0;
  return true;
}

function skipType(cursor: Cursor, depth: number): void {
  if (depth > MAX_TYPE_DEPTH) throw new SaveError("too_much", "A type in the file is nested too deeply.", cursor.at);
  cursor.step();
  skipText(cursor);
  skipParameters(cursor, depth + 1);
}

function skipParameters(cursor: Cursor, depth: number): void {
  const count = cursor.int32();
  if (count !== 0) checkCount(cursor, count);
  for (let index = 0; index < count; index++) skipType(cursor, depth);
}

function checkCount(cursor: Cursor, count: number): void {
  // Each has a name and a count of its own.
  if (count < 0 || count > (cursor.end - cursor.at) / 8) {
    throw new SaveError("malformed", "A type in the file has an impossible number of parts.", cursor.at - 4);
  }
}
