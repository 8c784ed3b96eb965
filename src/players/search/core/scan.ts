/** The common state of the stages of one search. */
import { MatchSet } from "./match-set.ts";
import { kindOf, lengthOf, NAME_KINDS, rawText, type NameStore } from "./name-records.ts";
import type { NameSegment } from "./name-segment.ts";
import type { PendingNames } from "./pending-names.ts";
import type { PreparedQuery } from "./prepared-query.ts";
import { RANK, type Rank } from "./rank.ts";

/** The number of the pending names among the stores; segments have theirs from 0. */
export const PENDING = 255;
const ENTRY_BITS = 24;
const FORMER = NAME_KINDS.indexOf("former");

/** How many names are fetched at a time: few enough that the first is still in the nearest cache at its turn. */
export const AHEAD = 128;

/** One search in progress: where it looks and what it found. */
export class Scan {
  readonly matches = new MatchSet((name, other) => this.#comesFirst(name, other));
  segments: readonly NameSegment[] = [];
  pending: PendingNames;
  query: PreparedQuery;
  #candidates = new Uint32Array(1024);
  /** Of no use but that nothing may leave out the reading. */
  fetched = 0;

  constructor(pending: PendingNames, query: PreparedQuery) {
    this.pending = pending;
    this.query = query;
  }

  /** Room for at least `size` candidates; what it holds does not outlive the next call. */
  candidates(size: number): Uint32Array {
    if (this.#candidates.length < size) this.#candidates = new Uint32Array(size * 2);
    return this.#candidates;
  }

  /**
   * Brings names into the processor's caches, before they are looked at one by one. They are far apart in memory: a
   * sequential scan waits for memory twice a name, while here no step depends on the one before and all waits overlap.
   */
  fetch({ arena, offsets, subjects }: NameStore, entries: Uint32Array, from: number, to: number): void {
    let sum = 0;
    for (let index = from; index < to; index++) {
      const entry = entries[index] as number;
      sum += (arena[offsets[entry] as number] as number) + (subjects[entry] as number);
    }
    this.fetched = sum | 0;
  }

  /** Records a match if the name is of a kind that is asked for. It must not be removed. */
  report(storeNumber: number, store: NameStore, entry: number, rank: Rank): void {
    const kind = kindOf(store, entry);
    if (this.query.kinds[kind] !== true) return;
    const name = ((storeNumber << ENTRY_BITS) | entry) >>> 0;
    this.matches.add(
      store.subjects[entry] as number,
      kind === FORMER ? RANK.former : rank,
      lengthOf(store, entry),
      kind,
      name,
    );
  }

  /** The store and entry of the name of a match. */
  nameOf(name: number): { store: NameStore; entry: number } {
    const store = this.segments[name >>> ENTRY_BITS] ?? this.pending;
    return { store, entry: name & ((1 << ENTRY_BITS) - 1) };
  }

  /** Bytes of memory that stay taken between searches. */
  get byteLength(): number {
    return this.matches.byteLength + this.#candidates.byteLength;
  }

  #comesFirst(name: number, other: number): boolean {
    const left = this.nameOf(name);
    const right = this.nameOf(other);
    return rawText(left.store, left.entry) < rawText(right.store, right.entry);
  }
}
