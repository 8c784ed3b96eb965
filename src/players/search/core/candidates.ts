/** The names that may contain a text of three symbols or more, by the grams that the text has. */
import { gram } from "./grams.ts";
import type { NameSegment } from "./name-segment.ts";
import type { Scan } from "./scan.ts";

/** More grams of a long text would not make the candidates fewer. */
const MAX_GRAMS = 24;
/** Reading this many postings takes as long as comparing one candidate. */
const POSTINGS_A_CANDIDATE = 16;

/**
 * Writes the entries of a segment that have the rarest grams of a text to the scan's candidates and returns how many
 * they are. All names that contain the text are among them, and few others.
 */
export function readCandidates(scan: Scan, { postings }: NameSegment, symbols: Uint16Array): number {
  const lists: number[] = [];
  for (const key of gramsInside(symbols)) {
    const list = postings.find(key);
    if (list < 0) return 0;
    if (!lists.includes(list)) lists.push(list);
  }
  const countOf = (list: number): number => postings.counts[list] as number;
  lists.sort((a, b) => countOf(a) - countOf(b));
  const rarest = lists[0] as number;
  const candidates = scan.candidates(countOf(rarest));
  let count = postings.read(rarest, candidates);
  for (const list of lists.slice(1)) {
    if (countOf(list) > count * POSTINGS_A_CANDIDATE) break;
    count = postings.intersect(list, candidates, count);
  }
  return count;
}

/** Grams of the text, whatever surrounds it. */
function gramsInside(symbols: Uint16Array): number[] {
  const last = Math.min(symbols.length - 2, MAX_GRAMS);
  return Array.from({ length: last }, (_, at) => {
    return gram(symbols[at] as number, symbols[at + 1] as number, symbols[at + 2] as number);
  });
}
