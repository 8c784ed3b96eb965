/**
 * Which letters a name has, one bit each: the quickest way to see that it cannot be what is looked for. Four bytes a
 * name, and one read in place of four.
 */
import { readPoints } from "./utf8.ts";

const A = 0x61;
const LATIN_LETTERS = 26;
/** All other characters share these. */
const OTHER_BITS = 32 - LATIN_LETTERS;

const points = new Int32Array(256);

/** The bits of the normal form in `bytes[from..to)`, at most 255 bytes. */
export function lettersOf(bytes: Uint8Array, from: number, to: number): number {
  const count = readPoints(bytes, from, to, points);
  let bits = 0;
  for (let index = 0; index < count; index++) {
    const letter = (points[index] as number) - A;
    bits |= 1 << (letter >= 0 && letter < LATIN_LETTERS ? letter : LATIN_LETTERS + otherBit(letter));
  }
  return bits;
}

/** Whether at most `most` of the letters in `wanted` are not in `held`; two that share a bit count as one. */
export function lacksAtMost(most: number, wanted: number, held: number): boolean {
  let missing = wanted & ~held;
  for (let count = 0; count < most; count++) missing &= missing - 1;
  return missing === 0;
}

function otherBit(letter: number): number {
  return (Math.imul(letter, 0x9e37_79b1) >>> 16) % OTHER_BITS;
}
