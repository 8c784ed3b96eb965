/** Makes a segment of a batch of names in one go. */
import { MAX_SYMBOLS, writeGrams } from "./grams.ts";
import { lettersOf } from "./letters.ts";
import { compareRecords, type NameStore } from "./name-records.ts";
import { NameSegment } from "./name-segment.ts";
import type { PendingNames } from "./pending-names.ts";
import { PostingWriter, type PostingLists } from "./postings.ts";
import { sortRecords } from "./segment-order.ts";

const NUMBERS = 2 ** 23;
const grams = new Uint32Array(MAX_SYMBOLS + 1);

/** The names of a batch that are not removed, each once, as a segment. A batch holds at most `MAX_BATCH` names. */
export function buildSegment(batch: PendingNames): NameSegment {
  const order = liveInOrder(batch);
  const store = copyRecords(batch, order);
  return new NameSegment({ ...store, letters: collectLetters(store), postings: collectPostings(store) });
}

function liveInOrder(batch: PendingNames): Uint32Array {
  const order = new Uint32Array(batch.live);
  let live = 0;
  for (let entry = 0; entry < batch.count; entry++) if (!batch.isRemoved(entry)) order[live++] = entry;
  sortRecords(batch, order);
  let kept = 0;
  for (const entry of order) {
    const isRepeat = kept > 0 && compareRecords(batch, order[kept - 1] as number, batch, entry) === 0;
    if (!isRepeat) order[kept++] = entry;
  }
  return order.subarray(0, kept);
}

function copyRecords(from: NameStore, order: Uint32Array): NameStore {
  let bytes = 0;
  for (const entry of order) bytes += (from.offsets[entry + 1] as number) - (from.offsets[entry] as number);
  const arena = new Uint8Array(bytes);
  const offsets = new Uint32Array(order.length + 1);
  const subjects = new Uint32Array(order.length);
  let at = 0;
  for (let entry = 0; entry < order.length; entry++) {
    const source = order[entry] as number;
    const end = from.offsets[source + 1] as number;
    for (let byte = from.offsets[source] as number; byte < end; byte++) arena[at++] = from.arena[byte] as number;
    offsets[entry + 1] = at;
    subjects[entry] = from.subjects[source] as number;
  }
  return { arena, offsets, subjects };
}

function collectLetters({ arena, offsets, subjects }: NameStore): Int32Array {
  const letters = new Int32Array(subjects.length);
  for (let entry = 0; entry < letters.length; entry++) {
    const at = (offsets[entry] as number) + 2;
    letters[entry] = lettersOf(arena, at, at + (arena[at - 1] as number));
  }
  return letters;
}

/** Counts first, so that all lists together are one array that is filled without moving anything. */
function collectPostings(store: NameStore): PostingLists {
  const entries = store.subjects.length;
  const numbers = new GramNumbers();
  const ends = new Uint32Array(entries);
  let sequence = new Uint32Array(entries * 16 + 64);
  let length = 0;
  for (let entry = 0; entry < entries; entry++) {
    const at = store.offsets[entry] as number;
    const count = writeGrams(store.arena, at + 2, at + 2 + (store.arena[at + 1] as number), grams);
    if (length + count > sequence.length) {
      const grown = new Uint32Array(sequence.length * 2 + count);
      grown.set(sequence);
      sequence = grown;
    }
    for (let index = 0; index < count; index++) {
      const number = numbers.of(grams[index] as number);
      if (numbers.countFor(number, entry)) sequence[length++] = number;
    }
    ends[entry] = length;
  }
  return writeLists(numbers, sequence, ends);
}

function writeLists(numbers: GramNumbers, sequence: Uint32Array, ends: Uint32Array): PostingLists {
  const order = new Float64Array(numbers.size);
  for (let number = 0; number < numbers.size; number++) order[number] = numbers.keyOf(number) * NUMBERS + number;
  order.sort();
  const next = new Uint32Array(numbers.size);
  let total = 0;
  for (const key of order) {
    next[key % NUMBERS] = total;
    total += numbers.countOf(key % NUMBERS);
  }
  const lists = new Uint32Array(total);
  let at = 0;
  for (let entry = 0; entry < ends.length; entry++) {
    for (const end = ends[entry] as number; at < end; at++) {
      const number = sequence[at] as number;
      const place = next[number] as number;
      lists[place] = entry;
      next[number] = place + 1;
    }
  }
  const writer = new PostingWriter(ends.length);
  for (const key of order) {
    const number = key % NUMBERS;
    const end = next[number] as number;
    writer.add(numbers.keyOf(number), lists, end - numbers.countOf(number), end);
  }
  return writer.finish();
}

/** Gives each gram a small number and counts the entries that have it: an open table, since a Map is thrice as slow. */
class GramNumbers {
  /** The gram plus one; zero where free. */
  #slots = new Uint32Array(1 << 11);
  #numbers = new Uint32Array(1 << 11);
  #keys = new Uint32Array(1 << 10);
  #counts = new Uint32Array(1 << 10);
  /** The last entry that was counted, plus one. */
  #lastEntries = new Uint32Array(1 << 10);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  keyOf(number: number): number {
    return this.#keys[number] as number;
  }

  countOf(number: number): number {
    return this.#counts[number] as number;
  }

  /** Counts the gram for this entry; false when this entry was counted before. Entries come in order. */
  countFor(number: number, entry: number): boolean {
    if (this.#lastEntries[number] === entry + 1) return false;
    this.#lastEntries[number] = entry + 1;
    this.#counts[number] = (this.#counts[number] as number) + 1;
    return true;
  }

  of(key: number): number {
    const mask = this.#slots.length - 1;
    let slot = (Math.imul(key, 0x9e37_79b1) >>> 7) & mask;
    for (;;) {
      const held = this.#slots[slot] as number;
      if (held === key + 1) return this.#numbers[slot] as number;
      if (held === 0) break;
      slot = (slot + 1) & mask;
    }
    if (this.#size === this.#keys.length) {
      this.#grow();
      return this.of(key);
    }
    this.#slots[slot] = key + 1;
    this.#numbers[slot] = this.#size;
    this.#keys[this.#size] = key;
    return this.#size++;
  }

  #grow(): void {
    const size = this.#size;
    const grown = (old: Uint32Array): Uint32Array<ArrayBuffer> => {
      const made = new Uint32Array(old.length * 2);
      made.set(old);
      return made;
    };
    this.#keys = grown(this.#keys);
    this.#counts = grown(this.#counts);
    this.#lastEntries = grown(this.#lastEntries);
    this.#slots = new Uint32Array(size * 4);
    this.#numbers = new Uint32Array(size * 4);
    const mask = size * 4 - 1;
    for (let number = 0; number < size; number++) {
      const key = this.#keys[number] as number;
      let slot = (Math.imul(key, 0x9e37_79b1) >>> 7) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = key + 1;
      this.#numbers[slot] = number;
    }
  }
}
