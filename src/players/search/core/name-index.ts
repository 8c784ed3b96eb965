/**
 * The name index: which subjects (players or tribes) have a name like this. It is kept in memory, in typed arrays, and
 * answers in a fraction of a millisecond. A database would need tens of milliseconds.
 *
 * Names go into a short list that is scanned one by one. A full list becomes a segment (names in order, with posting
 * lists of their three-letter pieces). Segments of one size are merged into larger ones in small steps that the caller
 * drives. The results of a search depend on the names alone, not on their order or on the progress of merging.
 */
import { invariant } from "../../../kit/errors/invariant.ts";
import { cutName, type NameKind } from "./name-records.ts";
import { PendingNames } from "./pending-names.ts";
import { runSearch, type SearchOptions, type SearchResult } from "./run-search.ts";
import { prepareQuery } from "./prepared-query.ts";
import { Scan } from "./scan.ts";
import { MAX_BATCH } from "./segment-order.ts";
import { SegmentStack } from "./segment-stack.ts";
import type { SubjectFacts } from "./top-matches.ts";

export type { NameKind } from "./name-records.ts";
export type { NameHit, SearchOptions, SearchResult } from "./run-search.ts";
export type { HitPosition, SubjectFacts } from "./top-matches.ts";

/** One name of one subject. */
export interface SubjectName {
  readonly subject: number;
  readonly kind: NameKind;
  readonly text: string;
}

/** Bounds of an index; the defaults suit a million players. */
export interface NameIndexBounds {
  /** A search reads at most this many names one by one; also the names that one `add` may have to put in order. */
  readonly mostPending: number;
  /** A search for one or two letters stops after the group of names with which it has looked at this many. */
  readonly mostLookedAt: number;
}

const BOUNDS: NameIndexBounds = { mostPending: 512, mostLookedAt: 16_384 };
/** Subjects are small numbers that the caller gives out from 0; four bytes are kept for each below the largest. */
const MAX_SUBJECTS = 1 << 27;

/** Names of subjects, searchable. Not to be used by two threads. */
export class NameIndex {
  readonly #facts: SubjectFacts;
  readonly #bounds: NameIndexBounds;
  readonly #stack = new SegmentStack();
  #pending = new PendingNames();
  readonly #scan = new Scan(this.#pending, prepareQuery("", []));
  #subjects = 0;

  /** `facts` are asked during searches only, about subjects that have a matching name. */
  constructor(facts: SubjectFacts, bounds: Partial<NameIndexBounds> = {}) {
    this.#facts = facts;
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  /** How many names it holds. A name that was loaded twice may count twice until merging finds out. */
  get size(): number {
    return this.#stack.segments.reduce((sum, { live }) => sum + live, this.#pending.live);
  }

  /** Bytes of memory, room for searches included. A merge in progress takes as much again as the segments it merges. */
  get byteLength(): number {
    const segments = this.#stack.segments.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return segments + this.#pending.byteLength + this.#scan.byteLength;
  }

  /** How many segments a search visits. */
  get segments(): number {
    return this.#stack.segments.length;
  }

  /** Adds a name; false when it was there. Found from now on. Names of no visible character only answer themselves. */
  add(subject: number, kind: NameKind, text: string): boolean {
    const name = oneName({ subject, kind, text });
    if (this.#pending.count >= this.#bounds.mostPending) this.#flush();
    if (this.#pending.find(name, 0) >= 0 || this.#stack.has(name, 0)) return false;
    this.#accept(subject, kind, text);
    return true;
  }

  /** Removes a name; false when it was not there. Not found from now on. */
  remove(subject: number, kind: NameKind, text: string): boolean {
    const name = oneName({ subject, kind, text });
    if (this.#pending.count > this.#bounds.mostPending) this.#flush();
    const pending = this.#pending.find(name, 0);
    if (pending >= 0) this.#pending.remove(pending);
    return this.#stack.remove(name, 0) || pending >= 0;
  }

  /**
   * Adds many names at once, for the start of the program: about a microsecond and a half each, without yielding.
   * Call it with batches of any size, then `finishLoading`. Unlike `add` it does not look whether a name is there.
   */
  load(names: Iterable<SubjectName>): void {
    for (const { subject, kind, text } of names) {
      this.#accept(subject, kind, text);
      if (this.#pending.count === MAX_BATCH) this.#flush();
    }
  }

  /** Makes what was loaded searchable. A search would do it too, and keep its caller waiting for it. */
  finishLoading(): void {
    if (this.#pending.count > this.#bounds.mostPending) this.#flush();
  }

  /**
   * Merges for about `units` of 10 ns (100,000 are about a millisecond) and returns whether more is to do. To be
   * called from time to time while names are added: an index that is never merged answers rightly, but ever slower.
   */
  mergeStep(units: number): boolean {
    return this.#stack.mergeStep(units);
  }

  /**
   * The best hits for a trimmed query, each subject once by its best name, in the order of `HitPosition`.
   *
   * Names that contain the query are all found. If there are none, names with one typing error (queries of 4 to 6 code
   * points) or two (7 to 32) are. If there are fewer than `limit` subjects, names that only look the same are too. A
   * query of one or two letters looks at a bounded number of names, and `total` is then a lower bound.
   */
  search(query: string, options: SearchOptions): SearchResult {
    invariant(Number.isInteger(options.limit) && options.limit > 0, "a page has room for a hit");
    this.finishLoading();
    this.#scan.segments = this.#stack.segments;
    this.#scan.pending = this.#pending;
    this.#scan.query = prepareQuery(query, options.kinds);
    this.#scan.matches.clear(this.#subjects);
    return runSearch(this.#scan, this.#facts, options, this.#bounds.mostLookedAt);
  }

  #accept(subject: number, kind: NameKind, text: string): void {
    invariant(Number.isInteger(subject) && subject >= 0 && subject < MAX_SUBJECTS, "a subject is a small number");
    this.#subjects = Math.max(this.#subjects, subject + 1);
    this.#pending.add(subject, kind, cutName(text));
  }

  #flush(): void {
    this.#stack.push(this.#pending);
    this.#pending = new PendingNames();
  }
}

/** A list of one name, to compare others with. */
function oneName({ subject, kind, text }: SubjectName): PendingNames {
  const one = new PendingNames();
  one.add(subject, kind, cutName(text));
  return one;
}
