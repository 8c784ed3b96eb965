/**
 * The game's strings: an int32 length, then that many bytes of ASCII or UTF-8, or, when the length is negative, that
 * many units of UTF-16. Both count a closing NUL; length 0 is the empty string.
 */
import type { Cursor } from "./cursor.ts";
import { SaveError } from "./save-error.ts";

/** A surrogate without its other half, which no database and no JSON reader takes. */
const HALF_SURROGATES = /\p{Surrogate}/gu;

/**
 * Reads a string of at most `maxUnits` UTF-16 units. It ends at its first NUL, as the game reads it; bytes that are not
 * text become U+FFFD. Throws `SaveError` with `too_much` when it is longer.
 */
export function readText(cursor: Cursor, maxUnits: number): string {
  const start = cursor.at + 4;
  const isWide = skipText(cursor) < 0;
  // A character of UTF-8 has at most 3 bytes for each unit of UTF-16.
  if (cursor.at - start > (isWide ? 2 : 3) * maxUnits + 2) refuseLong(start);
  const text = decode(cursor.bytes, start, cursor.at, isWide);
  return text.length > maxUnits ? refuseLong(start) : text;
}

/** Reads a string and answers its first `maxUnits` units at most, cut between characters. */
export function readCutText(cursor: Cursor, maxUnits: number): string {
  const start = cursor.at + 4;
  const isWide = skipText(cursor) < 0;
  // A little more than is kept, so that a character which the cut splits is not among what is kept.
  const end = Math.min(cursor.at, start + (isWide ? 2 : 3) * maxUnits + 4);
  return decode(cursor.bytes, start, end, isWide).slice(0, maxUnits).replace(HALF_SURROGATES, "");
}

/** Moves over a string and answers its length field. */
export function skipText(cursor: Cursor): number {
  const length = cursor.int32();
  if (length === 0) return 0;
  const { bytes } = cursor;
  const start = cursor.take(length > 0 ? length : -2 * length);
  const isClosed = bytes[cursor.at - 1] === 0 && (length > 0 || bytes[cursor.at - 2] === 0);
  if (!isClosed) throw new SaveError("malformed", "A text in the file is not closed.", start);
  return length;
}

/** Names that a reader looks for, so that all others need not be decoded. */
export class KnownNames {
  readonly #byLength: (readonly KnownName[] | undefined)[] = [];

  /** `names` are ASCII, and differ by more than upper and lower case. */
  constructor(names: readonly string[]) {
    for (const name of names) {
      const known = { name, lower: codes(name.toLowerCase()), upper: codes(name.toUpperCase()) };
      this.#byLength[name.length] = [...(this.#byLength[name.length] ?? []), known];
    }
  }

  /**
   * Moves over a string and answers it as it was given to the constructor, or `""` when it is none of those. Upper and
   * lower case are the same, as in the game's own names: versions of it differ in them.
   */
  read(cursor: Cursor): string {
    const length = skipText(cursor);
    if (length <= 1) return "";
    const start = cursor.at - length;
    const candidates = this.#byLength[length - 1];
    if (!candidates) return "";
    for (const candidate of candidates) if (isAt(cursor.bytes, start, candidate)) return candidate.name;
    return "";
  }
}

interface KnownName {
  readonly name: string;
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

function codes(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

function isAt(bytes: Uint8Array, start: number, { lower, upper }: KnownName): boolean {
  for (let index = 0; index < lower.length; index++) {
    const byte = bytes[start + index];
    if (byte !== lower[index] && byte !== upper[index]) return false;
  }
  return true;
}

function decode(bytes: Uint8Array, start: number, end: number, isWide: boolean): string {
  if (end <= start) return "";
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  const text = isWide ? buffer.toString("utf16le").replace(HALF_SURROGATES, "\u{FFFD}") : buffer.toString("utf8");
  const nul = text.indexOf("\0");
  return nul === -1 ? text : text.slice(0, nul);
}

function refuseLong(offset: number): never {
  throw new SaveError("too_much", "A text in the file is too long.", offset);
}
