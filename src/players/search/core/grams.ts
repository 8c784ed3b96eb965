/**
 * Grams: the three-symbol pieces by which names are found without reading all of them.
 *
 * A symbol is a code point of the skeleton, folded into ten bits; a gram is three of them in one number. Two
 * characters may share a symbol, so grams only propose candidates, and each candidate is then compared in full. A name
 * with the symbols s1..sn has the grams of `START s1 .. sn END END`. The first says how the name starts, and the ends
 * let every symbol and pair of symbols begin some gram.
 */
import { skeletonOfPoint } from "./normal-form.ts";
import { readPoints } from "./utf8.ts";

/** The mark after the last symbol. */
export const END = 0;
/** The mark before the first symbol. */
export const START = 1;
/** A word starts after each of these: space, `-`, `.`, `]`, `_`. They are their own symbols. */
export const SEPARATORS: readonly number[] = [0x20, 0x2d, 0x2e, 0x5d, 0x5f];
/** Symbols are below this. */
const SYMBOLS = 1024;
/** Room for the symbols of any name: 255 code points, at most 18 symbols each. */
export const MAX_SYMBOLS = 255 * 18;

const FIRST_SHARED = 128;
const ASCII = Array.from({ length: FIRST_SHARED }, (_, point) => makeSymbols(point));
const others = new Map<number, readonly number[]>();
const points = new Int32Array(256);
const room = new Uint16Array(MAX_SYMBOLS + 2);

/** Whether a word starts after this byte or code point. */
export function isSeparator(point: number): boolean {
  return point === 0x20 || point === 0x5f || point === 0x2d || point === 0x2e || point === 0x5d;
}

/** One gram; also the lower bound of all grams that start with these symbols when the rest is 0. */
export function gram(first: number, second: number, third: number): number {
  return (first << 20) | (second << 10) | third;
}

/** The symbols of a code point of a normal form: one, or a few where the skeleton is longer. */
export function symbolsOf(point: number): readonly number[] {
  if (point < FIRST_SHARED) return ASCII[point] as readonly number[];
  const known = others.get(point);
  if (known !== undefined) return known;
  const made = makeSymbols(point);
  others.set(point, made);
  return made;
}

/** Writes the symbols of the normal form in `bytes[from..to)`, at most 255 bytes, and returns how many there are. */
export function writeSymbols(bytes: Uint8Array, from: number, to: number, target: Uint16Array): number {
  const length = readPoints(bytes, from, to, points);
  let count = 0;
  for (let index = 0; index < length; index++) {
    const symbols = symbolsOf(points[index] as number);
    if (symbols.length === 1) target[count++] = symbols[0] as number;
    else for (const symbol of symbols) target[count++] = symbol;
  }
  return count;
}

/**
 * Writes the grams of the normal form in `bytes[from..to)`, in the order of the name and with repeats, and returns
 * their number: 0 where it is empty. The target holds `MAX_SYMBOLS + 1`.
 */
export function writeGrams(bytes: Uint8Array, from: number, to: number, target: Uint32Array): number {
  const count = writeSymbols(bytes, from, to, room);
  if (count === 0) return 0;
  room[count] = END;
  room[count + 1] = END;
  let before = START;
  for (let index = 0; index <= count; index++) {
    const symbol = room[index] as number;
    target[index] = gram(before, symbol, room[index + 1] as number);
    before = symbol;
  }
  return count + 1;
}

function makeSymbols(point: number): number[] {
  return Array.from(skeletonOfPoint(point), (character) => symbolOf(character.codePointAt(0) ?? 0));
}

function symbolOf(point: number): number {
  if (point < FIRST_SHARED) return point;
  return FIRST_SHARED + ((Math.imul(point, 0x9e37_79b1) >>> 8) % (SYMBOLS - FIRST_SHARED));
}
