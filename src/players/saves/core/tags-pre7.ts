/**
 * Property lists of ARK: Survival Ascended before its Unreal Engine 5.5 (container versions 5 and 6): name, type,
 * int32 size, int32 index, the type's additions, and a byte that says whether a guid follows.
 */
import { readBinaryAccount } from "./account-id.ts";
import type { Cursor } from "./cursor.ts";
import { skipText } from "./fstring.ts";
import { SaveError } from "./save-error.ts";
import { readTagHead, WANTED_TYPES, type Tag, type TagLayout } from "./tags.ts";

const GUID_BYTES = 16;

/** How ASA wrote properties until its container version 7. */
export const pre7Layout: TagLayout = {
  hasDoubles: true,
  openObject: () => undefined,
  readTag,
  openStructs(cursor) {
    // The structures of an array share the head of one property, whose size is that of them all.
    skipText(cursor);
    skipText(cursor);
    const size = cursor.int32();
    cursor.int32();
    skipText(cursor);
    cursor.take(GUID_BYTES);
    skipGuid(cursor);
    if (size !== cursor.end - cursor.at) {
      throw new SaveError("malformed", "A list in the file has another size than it says.", cursor.at);
    }
  },
  readAccount: readBinaryAccount,
};

function readTag(cursor: Cursor, tag: Tag): boolean {
  if (!readTagHead(cursor, tag)) return false;
  switch (tag.type) {
    case "BoolProperty":
      tag.truth = cursor.uint8() !== 0;
      break;
    case "StructProperty":
      tag.inner = WANTED_TYPES.read(cursor);
      cursor.take(GUID_BYTES);
      break;
    case "ArrayProperty":
    case "SetProperty":
    case "ByteProperty":
    case "EnumProperty":
      tag.inner = WANTED_TYPES.read(cursor);
      break;
    case "MapProperty":
      skipText(cursor);
      skipText(cursor);
      break;
    default:
  }
  skipGuid(cursor);
  tag.isNative = tag.inner === "UniqueNetIdRepl";
  return true;
}

function skipGuid(cursor: Cursor): void {
  const has = cursor.uint8();
  if (has > 1) throw new SaveError("malformed", "A property in the file is not understood.", cursor.at - 1);
  if (has === 1) cursor.take(GUID_BYTES);
}
