/**
 * A segment: names in the order of their normal forms with the posting lists of their grams. Its content never
 * changes; a removed name is only marked until the segment is merged away.
 */
import { compareNorm, compareRecords, type NameStore } from "./name-records.ts";
import type { PostingLists } from "./postings.ts";

/** The parts of a segment: its records in order, and their posting lists. */
export interface SegmentParts extends NameStore {
  /** For each record which letters it has (`lettersOf`). */
  readonly letters: Int32Array;
  readonly postings: PostingLists;
}

/** Names in order, immutable but for removal marks. */
export class NameSegment implements NameStore {
  readonly arena: Uint8Array;
  readonly offsets: Uint32Array;
  readonly subjects: Uint32Array;
  /** For each name which letters it has (`lettersOf`). */
  readonly letters: Int32Array;
  readonly postings: PostingLists;
  /** How many names it holds, removed ones included. */
  readonly count: number;
  /** One bit a name, set when it is removed. */
  readonly removedBits: Uint8Array;
  #removed = 0;

  constructor(parts: SegmentParts) {
    this.arena = parts.arena;
    this.offsets = parts.offsets;
    this.subjects = parts.subjects;
    this.letters = parts.letters;
    this.postings = parts.postings;
    this.count = parts.subjects.length;
    this.removedBits = new Uint8Array((this.count + 7) >>> 3);
  }

  /** How many of its names are not removed. */
  get live(): number {
    return this.count - this.#removed;
  }

  /** Bytes of memory it takes. */
  get byteLength(): number {
    const { arena, offsets, subjects, letters, removedBits, postings } = this;
    const names = arena.byteLength + offsets.byteLength + subjects.byteLength + letters.byteLength;
    return names + removedBits.byteLength + postings.byteLength;
  }

  /** Whether the name is removed. */
  isRemoved(entry: number): boolean {
    return (((this.removedBits[entry >>> 3] as number) >>> (entry & 7)) & 1) !== 0;
  }

  /** Marks a name as removed; false when it was. */
  remove(entry: number): boolean {
    if (this.isRemoved(entry)) return false;
    this.removedBits[entry >>> 3] = (this.removedBits[entry >>> 3] as number) | (1 << (entry & 7));
    this.#removed += 1;
    return true;
  }

  /** The entry that is the same name as `entry` of `store`, or -1. A removed one counts. */
  find(store: NameStore, entry: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareRecords(this, middle, store, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low < this.count && compareRecords(this, low, store, entry) === 0 ? low : -1;
  }

  /** The first entry whose normal form is not before `norm`. Those that start with it follow, equal ones first. */
  firstAtLeast(norm: Uint8Array): number {
    return this.#boundary(norm, 0);
  }

  /** The first entry whose normal form is after all that start with `norm`. */
  firstAfterPrefix(norm: Uint8Array): number {
    return this.#boundary(norm, 1);
  }

  #boundary(norm: Uint8Array, above: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareNorm(this, middle, norm, true) < above) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
