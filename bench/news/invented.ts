/** Words, keywords and headlines that are made up, the same in every run. */

export type Report = (what: string, result: string, against?: string) => void;

/** Numbers from 0 to below 1. */
export function seeded(seed: number): () => number {
  // Mulberry32 by Tommy Ettinger, public domain: a period of 2^32.
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const VOCABULARY = 60_000;
const SYLLABLES = ["ba", "co", "di", "fu", "ga", "he", "ki", "lo", "mu", "ne", "po", "ra", "si", "tu", "ve", "za"];

/** The word of a rank. A few are frequent and most are rare, as in any language. */
export function someWord(random: () => number, least = 1): string {
  let rank = Math.floor(least * (VOCABULARY / least) ** random());
  let word = "";
  do {
    word += SYLLABLES[rank % SYLLABLES.length] ?? "";
    rank = Math.floor(rank / SYLLABLES.length);
  } while (rank > 0);
  return word;
}

/** The words that are in every article have no followers. */
const LEAST_RANK = 500;

/** One to three words. */
export function someKeyword(random: () => number): string[] {
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => someWord(random, LEAST_RANK));
}

/** This many words of a title and a brief. */
export function someWords(random: () => number, count: number): string[] {
  return Array.from({ length: count }, () => someWord(random));
}

/** The value that so much of all are below. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** `p50 1.20 ms, p99 4.00 ms`. */
export function times(ms: readonly number[]): string {
  return `p50 ${quantile(ms, 0.5).toFixed(2)} ms, p99 ${quantile(ms, 0.99).toFixed(2)} ms`;
}

/** Milliseconds that work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
