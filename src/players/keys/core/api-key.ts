/** What a caller's key looks like. */
import type { Random } from "../../../kit/ids/ids.ts";

/** Tells people, and programs that look for leaked secrets, what they have found. */
const PREFIX = "tpk_";
const SECRET_BYTES = 32;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The fewest digits that hold 32 bytes: 62^43 is more than 2^256, 62^42 is less. */
const DIGITS = 43;
const HINT_CHARACTERS = 8;
const SHAPE = /^tpk_[0-9A-Za-z]{43}$/;

/**
 * Makes a key: `tpk_` and 32 random bytes in base 62, 47 characters in all. No character of it has a meaning in a header,
 * a shell or an address, and a double click selects it whole.
 */
export function makeKey(random: Random): string {
  let rest = BigInt(`0x${Buffer.from(random.bytes(SECRET_BYTES)).toString("hex")}`);
  let digits = "";
  for (let place = 0; place < DIGITS; place++) {
    digits = ALPHABET.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return PREFIX + digits;
}

/** The first 8 characters of a key, which tell an operator's keys apart and leave 232 bits unknown. */
export function hintOf(key: string): string {
  return key.slice(0, HINT_CHARACTERS);
}

/** Whether `makeKey` may have made this. */
export function isKeyShaped(text: string): boolean {
  return SHAPE.test(text);
}
