/** Identifiers: sortable by time of making, with a prefix that says what they name. */
import { randomBytes } from "node:crypto";
import { uuidv7obj } from "uuidv7";

/** Where ids come from. Passed in, so that a test can say what the next one is. */
export interface Ids {
  /** A new id such as `whk_01jd3c5m9ve0r8h2k4n6p8q0s2`: the prefix, then 26 characters in order of making. */
  next(prefix: string): string;
}

/** Where unguessable bytes come from. */
export interface Random {
  bytes(length: number): Uint8Array;
}

/** Ids from version 7 UUIDs (RFC 9562), written in Crockford's base 32. */
export function systemIds(): Ids {
  return { next: (prefix) => `${prefix}_${toBase32(uuidv7obj().bytes)}` };
}

/** Bytes from the operating system. */
export function systemRandom(): Random {
  return { bytes: (length) => randomBytes(length) };
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** 128 bits in 26 digits of 5 bits, the first two bits zero. */
function toBase32(bytes: Readonly<Uint8Array>): string {
  let text = "";
  let pending = 0;
  let bits = 2;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((pending >>> bits) & 31);
    }
    pending &= (1 << bits) - 1;
  }
  return text;
}
