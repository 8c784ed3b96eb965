/** Secrets as text: what keys and tickets of callers are made of. */
import type { Random } from "../../../kit/ids/ids.ts";

const SECRET_BYTES = 32;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The fewest digits that hold 32 bytes: 62^43 is more than 2^256, 62^42 is less. */
const DIGITS = 43;

/**
 * A prefix and 32 random bytes in base 62. No character of it has a meaning in a header, a shell or an address, and a
 * double click selects it whole.
 */
export function secretText(prefix: string, random: Random): string {
  let rest = BigInt(`0x${Buffer.from(random.bytes(SECRET_BYTES)).toString("hex")}`);
  let digits = "";
  for (let place = 0; place < DIGITS; place++) {
    digits = ALPHABET.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return prefix + digits;
}
