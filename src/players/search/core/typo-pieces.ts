/** The three-letter pieces of a query by which names with typing errors are found. */
import { END, gram, SEPARATORS, START, symbolsOf } from "./grams.ts";
import { isDigit } from "./typo-matcher.ts";

/** What may be at one place of a query: symbols of a code point, or alternatives before and after a word. */
type Place = readonly (readonly number[])[];

/** A piece: the grams of which a name has one where it has this piece of the query. */
export type Piece = readonly number[];

const LENGTH = 3;
const WORD_START: Place = [[START], ...SEPARATORS.map((separator) => [separator])];
const WORD_END: Place = [[END], ...SEPARATORS.map((separator) => [separator])];
/** Trailing digits may follow a letter. */
const LETTERS_END: Place = [...WORD_END, ...Array.from("0123456789", (digit) => symbolsOf(digit.charCodeAt(0)))];

/** One piece for each code point of the query: from the start of a word, through the query, to the end of a word. */
export function overlappingPieces(query: Int32Array): Piece[] {
  const places = placesOf(query);
  return Array.from(query, (_, start) => pieceAt(places, start));
}

/** The symbols of the query with each two neighbours swapped that differ. */
export function swaps(query: Int32Array): Uint16Array[] {
  const variants: Uint16Array[] = [];
  for (let at = 0; at + 1 < query.length; at++) {
    const [one = 0, two = 0] = query.subarray(at, at + 2);
    const points = Array.from(query).toSpliced(at, 2, two, one);
    if (one !== two) variants.push(Uint16Array.from(points.flatMap((point) => [...symbolsOf(point)])));
  }
  return variants;
}

function placesOf(query: Int32Array): Place[] {
  const end = isDigit(query.at(-1) ?? 0) ? WORD_END : LETTERS_END;
  return [WORD_START, ...Array.from(query, (point) => [symbolsOf(point)]), end];
}

function pieceAt(places: readonly Place[], start: number): Piece {
  const [first = [], second = [], third = []] = places.slice(start, start + LENGTH);
  const grams: number[] = [];
  for (const before of first) {
    for (const middle of second) {
      for (const after of third) {
        const [one = END, two = END, three = END] = [...before, ...middle, ...after];
        const key = gram(one, two, three);
        if (!grams.includes(key)) grams.push(key);
      }
    }
  }
  return grams;
}
