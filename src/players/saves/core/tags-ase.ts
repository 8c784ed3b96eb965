/**
 * Property lists of ARK: Survival Evolved (container version 1):
 * name, type, int32 size, int32 index, then for three types one more name, which `size` does not count.
 */
import { readTextAccount } from "./account-id.ts";
import type { Cursor } from "./cursor.ts";
import { readTagHead, WANTED_TYPES, type Tag, type TagLayout } from "./tags.ts";

/** How ASE writes properties. */
export const aseLayout: TagLayout = {
  hasDoubles: false,
  openObject: () => undefined,
  readTag,
  openStructs: () => undefined,
  readAccount: readTextAccount,
};

function readTag(cursor: Cursor, tag: Tag): boolean {
  if (!readTagHead(cursor, tag)) return false;
  if (tag.type === "BoolProperty") tag.truth = cursor.uint8() !== 0;
  else if (hasInner(tag.type)) tag.inner = WANTED_TYPES.read(cursor);
  tag.isNative = tag.inner === "UniqueNetIdRepl";
  return true;
}

function hasInner(type: string): boolean {
  return type === "StructProperty" || type === "ArrayProperty" || type === "ByteProperty";
}
