/**
 * The tones of a headline, by a lexicon with negation and intensity. It runs offline and reads words, not meaning: it
 * misses irony, quotations and knowledge of the world. `docs/trading/news.md` says how often it is right.
 */
import { LEXICON, NEGATIONS, STRONGER, TONES, WEAKER, type Tone } from "./tone-lexicon.ts";
import { WordMatcher } from "./word-matcher.ts";
import { wordsOf } from "./words.ts";

export interface ToneScore {
  readonly tone: Tone;
  /** From `LEAST_SCORE` to 1, two decimals. */
  readonly score: number;
}

/** Below this nothing is said: an empty list is better than a guess. */
export const LEAST_SCORE = 0.5;

/** How many words after a negation are taken back by it. */
const NEGATION_REACH = 3;

/** Of a text that begins with its title. */
const MAX_TITLE_READ = 200;

interface Entry {
  readonly tone: Tone;
  readonly weight: number;
  readonly words: readonly string[];
}

const ENTRIES = TONES.flatMap((tone) => LEXICON[tone].flatMap((line) => entriesOf(tone, line)));
const MATCHERS = [...new Set(ENTRIES.map(({ words }) => words[0] ?? ""))];
const BY_FIRST = new Map(MATCHERS.map((first) => [first, ENTRIES.filter(({ words }) => words[0] === first)]));
/** Finds out in one pass whether there is anything to be weighed. */
const ANY = new WordMatcher(ENTRIES.map(({ words }) => words));

/** The tones of a text, the strongest first. Empty where none is clear. */
export function tonesOf(text: string): ToneScore[] {
  const plain = wordsOf(text.replaceAll(/['’]/g, ""));
  const stems = plain.map((word, at) => (isMonth(plain, at) ? "" : stemOf(word)));
  const sums = askedIn(text, plain[0] ?? "");
  if (sums.size === 0 && ANY.find(stems).length === 0) return [];
  for (const [at, stem] of stems.entries()) {
    for (const { tone, weight, words } of BY_FIRST.get(stem) ?? []) {
      if (!words.every((word, offset) => stems[at + offset] === word)) continue;
      if (isNegated(plain, at)) continue;
      const counted = weight * intensity(plain, at, words.length) * (words.length > 1 ? 1.5 : 1);
      sums.set(tone, (sums.get(tone) ?? 0) + counted);
    }
  }
  const scores = [...sums].map(([tone, sum]) => ({ tone, score: Math.round((1 - Math.exp(-sum / 2.6)) * 100) / 100 }));
  return scores
    .filter(({ score }) => score >= LEAST_SCORE)
    .toSorted((one, other) => other.score - one.score || TONES.indexOf(one.tone) - TONES.indexOf(other.tone));
}

/** Words that a headline begins with which explains something. */
const EXPLAINING = new Set(["how", "why", "what", "where", "which", "who", "when"]);
const ASKED = 2.6;

/** A headline that asks: for an explanation, which follows, or for what is not known. */
function askedIn(text: string, first: string): Map<Tone, number> {
  const title = text.slice(0, MAX_TITLE_READ);
  if (EXPLAINING.has(first) && !/^what if\b/i.test(title)) return new Map([["analytical", ASKED]]);
  return new Map(title.includes("?") ? [["tentative", ASKED]] : []);
}

const BEFORE_MONTH = new Set("in since until of by last next early late mid from on through before after".split(" "));

/** "In May" and "15 May" do not express doubt. */
function isMonth(words: readonly string[], at: number): boolean {
  if (words[at] !== "may") return false;
  const [before = "", after = ""] = [words[at - 1], words[at + 1]];
  return BEFORE_MONTH.has(before) || /^\d/.test(before) || /^\d/.test(after);
}

function isNegated(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - NEGATION_REACH), at).some((word) => NEGATIONS.has(word));
}

function intensity(words: readonly string[], at: number, length: number): number {
  const beside = [words[at - 1] ?? "", words[at + length] ?? ""];
  if (beside.some((word) => STRONGER.has(word))) return 1.5;
  return beside.some((word) => WEAKER.has(word)) ? 0.5 : 1;
}

/** `3: outrage, rug pull` is two entries. */
function entriesOf(tone: Tone, line: string): Entry[] {
  const [weight = "", phrases = ""] = line.split(": ");
  const entries = phrases.split(", ").map((phrase) => wordsOf(phrase).map(stemOf));
  const distinct = new Map(entries.map((words) => [words.join(" "), words]));
  return [...distinct.values()].map((words) => ({ tone, weight: Number(weight), words }));
}

/** A word without its English endings. Short words stay as they are, and a number is any number. */
function stemOf(word: string): string {
  if (/^\d/.test(word)) return "0";
  if (word.length < 5) return word.length === 4 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
  const [, stem] = /^(.{3,}?)(?:ies|ied|ing|es|ed|s)$/.exec(word.slice(0, 40)) ?? [];
  if (stem === undefined || word.endsWith("ss") || word.endsWith("us")) return word.replace(/[ey]$/, "");
  return stem.replace(/([bdgmnprt])\1$/, "$1").replace(/[ey]$/, "");
}
