/** Tells whether a part of a name is the query with a typing error or two. */
import { isSeparator } from "./grams.ts";

/** The shortest query for which errors are forgiven, in code points. */
const SHORTEST_TYPO_QUERY = 4;
/** The longest: one bit of a number for each code point. No game allows longer names. */
const LONGEST_TYPO_QUERY = 32;
const LONGEST_WITH_ONE = 6;

/** How many errors are forgiven: one up to six code points, two above; none in very short and very long queries. */
export function errorsAllowed(length: number): number {
  if (length < SHORTEST_TYPO_QUERY || length > LONGEST_TYPO_QUERY) return 0;
  return length <= LONGEST_WITH_ONE ? 1 : 2;
}

/**
 * How many pieces of three letters a name must have in common with a query (which has as many as code points) to be
 * compared. One error other than a swap spoils at most three of them, so no name with one such error is missed. Two
 * spoil up to six, and a name in which they spoil more is given up.
 */
export function piecesNeeded(length: number): number {
  return length <= LONGEST_WITH_ONE ? length - 3 : Math.max(4, length - 6);
}

/**
 * Compares with names by edit distance: insertions, deletions, substitutions and swaps of neighbours count one each
 * (Damerau-Levenshtein as "optimal string alignment": no letter is edited twice). All places of the query are
 * computed at once, one bit each (Hyyro, "A bit-vector algorithm for computing Levenshtein and Damerau edit
 * distances", 2003).
 */
export class TypoMatcher {
  readonly #length: number;
  readonly #errors: number;
  readonly #lastBit: number;
  readonly #ascii = new Int32Array(128);
  readonly #others = new Map<number, number>();

  /** For a query of 4 to 32 code points. */
  constructor(query: Int32Array) {
    this.#length = query.length;
    this.#errors = errorsAllowed(query.length);
    this.#lastBit = 1 << (query.length - 1);
    for (const [place, point] of query.entries()) {
      if (point < 128) this.#ascii[point] = (this.#ascii[point] as number) | (1 << place);
      else this.#others.set(point, (this.#others.get(point) ?? 0) | (1 << place));
    }
  }

  /**
   * Whether some part of the name `points[0..count)` is near enough. A part starts where a word starts, and ends where
   * a word ends or its trailing digits begin.
   */
  matches(points: Int32Array, count: number): boolean {
    const shortest = this.#length - this.#errors;
    for (let start = 0; start + shortest <= count; start++) {
      const isWordStart = start === 0 || isSeparator(points[start - 1] as number);
      if (isWordStart && this.#matchesFrom(points, start, count)) return true;
    }
    return false;
  }

  #matchesFrom(points: Int32Array, start: number, count: number): boolean {
    const end = Math.min(count, start + this.#length + this.#errors);
    let above = -1;
    let below = 0;
    let same = 0;
    let before = 0;
    let distance = this.#length;
    for (let at = start; at < end; at++) {
      const point = points[at] as number;
      const mask = point < 128 ? (this.#ascii[point] as number) : (this.#others.get(point) ?? 0);
      const swapped = ((~same & mask) << 1) & before;
      same = ((((mask & above) + above) | 0) ^ above) | mask | below | swapped;
      let higher = below | ~(same | above);
      let lower = same & above;
      if ((higher & this.#lastBit) !== 0) distance += 1;
      if ((lower & this.#lastBit) !== 0) distance -= 1;
      higher = (higher << 1) | 1;
      lower <<= 1;
      above = lower | ~(same | higher);
      below = higher & same;
      before = mask;
      if (distance <= this.#errors && isPartEnd(points, at + 1, count)) return true;
    }
    return false;
  }
}

function isPartEnd(points: Int32Array, end: number, count: number): boolean {
  if (end === count) return true;
  const next = points[end] as number;
  return isSeparator(next) || (isDigit(next) && !isDigit(points[end - 1] as number));
}

/** Whether this is an ASCII digit. */
export function isDigit(point: number): boolean {
  return point >= 0x30 && point <= 0x39;
}
