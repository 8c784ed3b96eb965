/** The account of a player, from the two forms in which the game keeps it. */
import type { Cursor } from "./cursor.ts";
import { readText, skipText } from "./fstring.ts";

const EOS_ID_BYTES = 16;
const MAX_ACCOUNT_UNITS = 128;

/** ASE: the number of bytes of the account's number, then the account as text: 17 digits, or 32 hex digits of EOS. */
export function readTextAccount(cursor: Cursor): string | undefined {
  cursor.int32();
  const text = readText(cursor, MAX_ACCOUNT_UNITS).toLowerCase();
  return /^(?:\d{17}|[0-9a-f]{32})$/.test(text) ? text : undefined;
}

/** ASA: a byte, the name of the online service, the number of bytes of the account, and those; 16 are an EOS id. */
export function readBinaryAccount(cursor: Cursor): string | undefined {
  cursor.uint8();
  skipText(cursor);
  const length = cursor.uint8();
  const start = cursor.take(length);
  if (length !== EOS_ID_BYTES) return undefined;
  return Buffer.from(cursor.bytes.subarray(start, cursor.at)).toString("hex");
}
