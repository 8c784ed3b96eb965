/** Merges segments into one, a little at a time, while the segments go on answering searches. */
import { invariant } from "../../../kit/errors/invariant.ts";
import { compareRecords } from "./name-records.ts";
import { NameSegment } from "./name-segment.ts";
import { PostingWriter } from "./postings.ts";

/** In a map from old to new entry numbers: the name was removed. */
const GONE = 0xffff_ffff;
/** Above all grams. */
const NO_GRAM = 0xffff_ffff;
/** Writing one name takes about as long as this many postings. */
const UNITS_A_NAME = 30;
/** A list takes this long before its first posting. */
const UNITS_A_LIST = 30;

/** One merge in progress. */
export class SegmentMerge {
  readonly sources: readonly NameSegment[];
  /** For each source the new number of each entry that was reached. */
  readonly #maps: readonly Uint32Array[];
  readonly #heads: Uint32Array;
  readonly #listHeads: Uint32Array;
  readonly #arena: Uint8Array;
  readonly #offsets: Uint32Array;
  readonly #subjects: Uint32Array;
  readonly #letters: Int32Array;
  readonly #removedSince: { source: number; entry: number }[] = [];
  #written = 0;
  #lastSource = -1;
  #lastEntry = -1;
  #writer: PostingWriter | undefined;
  #merged = new Uint32Array(0);
  #incoming = new Uint32Array(0);
  #spare = new Uint32Array(0);
  #key = NO_GRAM;
  /** The next source whose list of the gram is to be taken in, and how many entries are held of those before. */
  #source = 0;
  #held = 0;
  #result: NameSegment | undefined;

  constructor(sources: readonly NameSegment[]) {
    const live = sources.reduce((sum, source) => sum + source.live, 0);
    this.sources = sources;
    this.#maps = sources.map((source) => new Uint32Array(unfilled(source.count * 4)));
    this.#heads = new Uint32Array(sources.length);
    this.#listHeads = new Uint32Array(sources.length);
    this.#arena = new Uint8Array(unfilled(sources.reduce((sum, source) => sum + source.arena.length, 0)));
    this.#offsets = new Uint32Array(unfilled(live * 4 + 4));
    this.#offsets[0] = 0;
    this.#subjects = new Uint32Array(unfilled(live * 4));
    this.#letters = new Int32Array(unfilled(live * 4));
  }

  /** The merged segment once all work is done. */
  get result(): NameSegment | undefined {
    return this.#result;
  }

  /** Tells the merge that a name of a source was removed: whether or not it was reached, the result lacks it. */
  removed(source: NameSegment, entry: number): void {
    this.#removedSince.push({ source: this.sources.indexOf(source), entry });
  }

  /**
   * Works for about `units` (a unit is about 10 ns; one list of a source may be 200,000 more) and returns the units
   * that are left over once all is done.
   */
  step(units: number): number {
    let left = units;
    while (left > 0 && this.#writer === undefined) left -= this.#writeName();
    while (left > 0 && this.#result === undefined) left -= this.#mergeList();
    return Math.max(left, 0);
  }

  #writeName(): number {
    const source = this.#smallestHead();
    if (source < 0) {
      this.#writer = new PostingWriter(this.#written);
      this.#key = this.#nextKey();
      if (this.#key === NO_GRAM) this.#finish();
      return UNITS_A_NAME;
    }
    const segment = this.sources[source] as NameSegment;
    const entry = this.#heads[source] as number;
    const map = this.#maps[source] as Uint32Array;
    this.#heads[source] = entry + 1;
    if (segment.isRemoved(entry)) {
      map[entry] = GONE;
    } else if (this.#isRepeat(segment, entry)) {
      map[entry] = this.#written - 1;
    } else {
      map[entry] = this.#written;
      this.#copy(segment, entry);
      this.#lastSource = source;
      this.#lastEntry = entry;
    }
    return UNITS_A_NAME;
  }

  /** The source whose next name comes first, or -1 when all are read. */
  #smallestHead(): number {
    let smallest = -1;
    for (let source = 0; source < this.sources.length; source++) {
      const segment = this.sources[source] as NameSegment;
      const head = this.#heads[source] as number;
      if (head === segment.count) continue;
      const best = this.sources[smallest];
      if (best === undefined || compareRecords(segment, head, best, this.#heads[smallest] as number) < 0) {
        smallest = source;
      }
    }
    return smallest;
  }

  #isRepeat(segment: NameSegment, entry: number): boolean {
    const last = this.sources[this.#lastSource];
    return last !== undefined && compareRecords(segment, entry, last, this.#lastEntry) === 0;
  }

  #copy(segment: NameSegment, entry: number): void {
    const from = segment.arena;
    const to = this.#arena;
    const end = segment.offsets[entry + 1] as number;
    let at = this.#offsets[this.#written] as number;
    for (let byte = segment.offsets[entry] as number; byte < end; byte++) to[at++] = from[byte] as number;
    this.#subjects[this.#written] = segment.subjects[entry] as number;
    this.#letters[this.#written] = segment.letters[entry] as number;
    this.#written += 1;
    this.#offsets[this.#written] = at;
  }

  /** Takes in the next source's list of the current gram, or writes the merged list when all sources are through. */
  #mergeList(): number {
    if (this.#source === this.sources.length) {
      this.#writer?.add(this.#key, this.#merged, 0, this.#held);
      this.#source = 0;
      this.#key = this.#nextKey();
      if (this.#key === NO_GRAM) this.#finish();
      const units = UNITS_A_LIST + this.#held;
      this.#held = 0;
      return units;
    }
    const source = this.#source++;
    const list = this.#listHeads[source] as number;
    if (this.sources[source]?.postings.keys[list] !== this.#key) return 1;
    this.#listHeads[source] = list + 1;
    const count = this.#readMapped(source, list);
    this.#held = this.#mergeIncoming(this.#held, count);
    return this.#held + count;
  }

  /** The smallest gram that is not written yet. */
  #nextKey(): number {
    let key = NO_GRAM;
    for (const [source, { postings }] of this.sources.entries()) {
      const head = postings.keys[this.#listHeads[source] as number];
      if (head !== undefined && head < key) key = head;
    }
    return key;
  }

  /** Reads a list of a source in new numbers and returns how many there are. */
  #readMapped(source: number, list: number): number {
    const postings = (this.sources[source] as NameSegment).postings;
    const map = this.#maps[source] as Uint32Array;
    const total = postings.counts[list] as number;
    if (this.#incoming.length < total) this.#incoming = new Uint32Array(total * 2);
    const incoming = this.#incoming;
    postings.read(list, incoming);
    let count = 0;
    for (let index = 0; index < total; index++) {
      const entry = map[incoming[index] as number] as number;
      if (entry !== GONE) incoming[count++] = entry;
    }
    return count;
  }

  /** Merges what was read into what is held and returns how many are held then. */
  #mergeIncoming(held: number, count: number): number {
    if (held === 0) {
      [this.#merged, this.#incoming] = [this.#incoming, this.#merged];
      return count;
    }
    if (this.#spare.length < held + count) this.#spare = new Uint32Array((held + count) * 2);
    const [left, right, target] = [this.#merged, this.#incoming, this.#spare];
    let a = 0;
    let b = 0;
    let size = 0;
    while (a < held && b < count) {
      const first = left[a] as number;
      const second = right[b] as number;
      target[size++] = first < second ? first : second;
      if (first <= second) a += 1;
      if (second <= first) b += 1;
    }
    while (a < held) target[size++] = left[a++] as number;
    while (b < count) target[size++] = right[b++] as number;
    [this.#merged, this.#spare] = [target, left];
    return size;
  }

  #finish(): void {
    invariant(this.#writer !== undefined, "lists are written after names");
    const written = this.#written;
    const result = new NameSegment({
      arena: this.#arena.subarray(0, this.#offsets[written]),
      offsets: this.#offsets.subarray(0, written + 1),
      subjects: this.#subjects.subarray(0, written),
      letters: this.#letters.subarray(0, written),
      postings: this.#writer.finish(),
    });
    for (const { source, entry } of this.#removedSince) {
      const moved = this.#maps[source]?.[entry] ?? GONE;
      if (moved !== GONE) result.remove(moved);
    }
    this.#result = result;
  }
}

/** Memory as it is: filling a hundred megabytes with zeros would keep everyone waiting, and all of it is written anyway. */
function unfilled(bytes: number): ArrayBuffer {
  // Never a part of Node's shared pool, unlike `allocUnsafe`.
  return Buffer.allocUnsafeSlow(bytes).buffer;
}
