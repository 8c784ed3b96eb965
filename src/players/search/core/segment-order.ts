/** Puts the names of a batch in the order of a segment, several times faster than by comparing them. */
import { compareRecords, type NameStore } from "./name-records.ts";

/** At most this many at a time: a sorting key holds four bytes of a name and the name's number in 52 bits. */
export const MAX_BATCH = 1 << 19;

const NUMBERS = 2 ** 20;
/** Runs of equal beginnings that are this short are put in order by comparing. */
const SHORT_RUN = 24;

/** Sorts `entries` in place by the order of `compareRecords`. Their numbers are below `MAX_BATCH`. */
export function sortRecords(store: NameStore, entries: Uint32Array): void {
  sortRun(store, entries, 0, entries.length, 0);
}

/** Sorts `entries[from..to)`, whose normal forms agree in their first `depth` bytes. */
function sortRun(store: NameStore, entries: Uint32Array, from: number, to: number, depth: number): void {
  if (to - from <= SHORT_RUN) {
    sortByComparing(store, entries, from, to);
    return;
  }
  const keys = new Float64Array(to - from);
  for (let index = from; index < to; index++) {
    const entry = entries[index] as number;
    keys[index - from] = fourBytes(store, entry, depth) * NUMBERS + entry;
  }
  keys.sort();
  let start = from;
  let before = -1;
  for (let index = from; index < to; index++) {
    const key = keys[index - from] as number;
    const bytes = Math.floor(key / NUMBERS);
    entries[index] = key % NUMBERS;
    if (bytes !== before && index > start) {
      finishRun(store, entries, start, index, depth, before);
      start = index;
    }
    before = bytes;
  }
  finishRun(store, entries, start, to, depth, before);
}

/** A last byte of zero means that these normal forms ended: they are equal, and their subjects decide. */
function finishRun(
  store: NameStore,
  entries: Uint32Array,
  from: number,
  to: number,
  depth: number,
  bytes: number,
): void {
  if (to - from === 1) return;
  if ((bytes & 0xff) !== 0) sortRun(store, entries, from, to, depth + 4);
  else entries.subarray(from, to).sort((a, b) => compareRecords(store, a, store, b));
}

function sortByComparing(store: NameStore, entries: Uint32Array, from: number, to: number): void {
  for (let index = from + 1; index < to; index++) {
    const entry = entries[index] as number;
    let at = index;
    while (at > from && compareRecords(store, entries[at - 1] as number, store, entry) > 0) {
      entries[at] = entries[at - 1] as number;
      at -= 1;
    }
    entries[at] = entry;
  }
}

/** Four bytes of the normal form as a number; zeros, which no normal form holds, after its end. */
function fourBytes({ arena, offsets }: NameStore, entry: number, depth: number): number {
  const at = offsets[entry] as number;
  const length = arena[at + 1] as number;
  let number = 0;
  for (let index = depth; index < depth + 4; index++) {
    number = number * 256 + (index < length ? (arena[at + 2 + index] as number) : 0);
  }
  return number;
}
