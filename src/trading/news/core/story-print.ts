/**
 * Whether two articles have the same story. MinHash (Broder, 1997) finds candidates among thousands without comparing
 * each with each; the words themselves decide.
 */
import { createHash } from "node:crypto";
import { wordsOf } from "./words.ts";

export interface StoryPrint {
  /** The significant words of the title, sorted, each once. */
  readonly words: readonly string[];
  /** Each is a hash of three smallest hashes: two titles that share most words share one of these, almost surely. */
  readonly bands: readonly number[];
}

const BANDS = 24;
const ROWS = 3;

/** Fewer words say too little: "Market update" is written every day. */
const MIN_WORDS = 4;

/** The least share of words that two titles of one story have in common. */
const MIN_ALIKE = 0.7;

/** How long after a story another article can be its echo, in hours. */
export const ECHO_HOURS = 48;

const EMPTY_WORDS = new Set(
  (
    "a an and are as at be but by for from has have he her his how in into is it its just new not now of on or our over she " +
    "so that the their them there they this to under up us was we were what when which who why will with you your"
  ).split(" "),
);

/** The print of a title. A title with few significant words has no bands: only its address makes it the same story. */
export function storyPrint(title: string): StoryPrint {
  const words = [...new Set(wordsOf(title).filter((word) => !EMPTY_WORDS.has(word)))].toSorted();
  return { words, bands: words.length < MIN_WORDS ? [] : bandsOf(words) };
}

/**
 * Whether two titles have the same story. Numbers must be the same ones: "Bitcoin passes 60,000" is another story than
 * "Bitcoin passes 70,000". So must be what the keywords of the watchlist found.
 */
export function isSameStory(
  one: { readonly words: readonly string[]; readonly keywords: readonly string[] },
  other: { readonly words: readonly string[]; readonly keywords: readonly string[] },
): boolean {
  if (one.words.length < MIN_WORDS || other.words.length < MIN_WORDS) return false;
  if (!isEqual(one.words.filter(isNumber), other.words.filter(isNumber))) return false;
  if (!isEqual(one.keywords.toSorted(), other.keywords.toSorted())) return false;
  const words = new Set(one.words);
  const shared = other.words.filter((word) => words.has(word)).length;
  return shared / (words.size + other.words.length - shared) >= MIN_ALIKE;
}

function isNumber(word: string): boolean {
  return /^\p{N}/u.test(word);
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}

function bandsOf(words: readonly string[]): number[] {
  const hashes = words.map((word) => createHash("sha256").update(word).digest().readUInt32BE(0));
  return Array.from({ length: BANDS }, (_, band) => {
    let joined = band;
    for (let row = 0; row < ROWS; row++) {
      const seed = band * ROWS + row;
      let least = 0xff_ff_ff_ff;
      for (const hash of hashes) least = Math.min(least, mixed(hash, seed));
      joined = mixed(joined ^ least, seed);
    }
    // PostgreSQL's integers have a sign.
    return Math.trunc(joined) | 0;
  });
}

/** A permutation of 32-bit numbers for each seed (the finalizer of MurmurHash3). */
function mixed(value: number, seed: number): number {
  let hash = (value ^ Math.imul(seed + 1, 0x9e_37_79_b1)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
