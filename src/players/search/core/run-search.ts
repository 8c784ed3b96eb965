/** One search, from the query to the page. */
import { findDirect, findLookAlikes } from "./find-containing.ts";
import { findInvisible, findShort } from "./find-short.ts";
import { findTypos } from "./find-typos.ts";
import { kindOf, NAME_KINDS, rawText, type NameKind } from "./name-records.ts";
import type { Rank } from "./rank.ts";
import type { Scan } from "./scan.ts";
import { positionOf, topMatches, type HitPosition, type SubjectFacts } from "./top-matches.ts";

/** The search, and the page of it. */
export interface SearchOptions {
  /** Which names count. Put in `former` to find subjects by names they no longer have. */
  readonly kinds: readonly NameKind[];
  /** Hits on a page, 1 or more; also the number of hits below which look-alikes are tried. */
  readonly limit: number;
  /**
   * The last hit of the page before. Hits whose position did not change between pages are neither repeated nor lost.
   */
  readonly after?: HitPosition | undefined;
}

/** A subject that was found, by the name that answers best. */
export interface NameHit {
  readonly subject: number;
  /** From 1 for the very text to 8 for a former name. */
  readonly rank: Rank;
  readonly entry: { readonly kind: NameKind; readonly text: string };
}

/** One page of hits. */
export interface SearchResult {
  readonly hits: readonly NameHit[];
  /** How many subjects were found in all; a lower bound unless `isTotalExact`. */
  readonly total: number;
  /** False where a query of one or two letters matches so many names that not all were looked at. */
  readonly isTotalExact: boolean;
  /** Where the next page starts; absent on the last one. */
  readonly next?: HitPosition;
}

/** Below this many symbols a query is short: no gram is part of it. */
const SYMBOLS_OF_A_GRAM = 3;

/** Finds the matches of the scan's query and chooses the page. */
export function runSearch(scan: Scan, facts: SubjectFacts, options: SearchOptions, mostLookedAt: number): SearchResult {
  const { matches } = scan;
  const isTotalExact = findAll(scan, options.limit, mostLookedAt);
  const { slots, hasMore } = topMatches(matches, facts, options.limit, options.after);
  const hits = slots.map((slot) => {
    const { store, entry } = scan.nameOf(matches.nameOf(slot));
    const kind = NAME_KINDS[kindOf(store, entry)] ?? "former";
    const rank = matches.rankOf(slot) as Rank;
    return { subject: matches.subjectOf(slot), rank, entry: { kind, text: rawText(store, entry) } };
  });
  const last = slots.at(-1);
  const next = hasMore && last !== undefined ? { next: positionOf(matches, facts, last) } : {};
  return { hits, total: matches.count, isTotalExact, ...next };
}

/** Returns whether all that can be found was looked at. */
function findAll(scan: Scan, limit: number, mostLookedAt: number): boolean {
  const { query, matches } = scan;
  if (query.norm.length === 0) {
    findInvisible(scan);
    return true;
  }
  const isShort = query.symbols.length < SYMBOLS_OF_A_GRAM;
  const isTotalExact = isShort ? findShort(scan, mostLookedAt) : findDirect(scan);
  if (query.points.length >= SYMBOLS_OF_A_GRAM) {
    // An exact match is not a typo, and the search for typos costs more than all else.
    if (matches.count === 0) findTypos(scan);
    if (matches.count < limit) findLookAlikes(scan);
  }
  return isTotalExact;
}
