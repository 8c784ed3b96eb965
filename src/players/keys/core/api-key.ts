/** The form of a caller's key. */
import type { Random } from "../../../kit/ids/ids.ts";
import { secretText } from "./secret-text.ts";

/** Tells people, and programs that look for leaked secrets, what they have found. */
const PREFIX = "tpk_";
const HINT_CHARACTERS = 8;
const SHAPE = /^tpk_[0-9A-Za-z]{43}$/;

/** Makes a key: `tpk_` and 32 random bytes in base 62, 47 characters in all. */
export function makeKey(random: Random): string {
  return secretText(PREFIX, random);
}

/** The first 8 characters of a key, which tell an operator's keys apart and leave 232 bits unknown. */
export function hintOf(key: string): string {
  return key.slice(0, HINT_CHARACTERS);
}

/** Whether `makeKey` may have made this. */
export function isKeyShaped(text: string): boolean {
  return SHAPE.test(text);
}
