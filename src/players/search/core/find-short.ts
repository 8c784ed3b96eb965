/**
 * Finds the names that contain a query of one or two letters. Half of all names contain an `a`, so the work is
 * bounded. First come names that start with the query, then words, then the rest. Each is read in small groups (by
 * their next letters, or their first) until enough names were checked. Which groups are looked at depends on the names
 * alone, not on how they are in segments, so the same names give the same answer.
 */
import { rankOfName, rankOfPrefix } from "./find-containing.ts";
import { END, gram, MAX_SYMBOLS, SEPARATORS, writeGrams } from "./grams.ts";
import type { NameStore } from "./name-records.ts";
import { isSameText } from "./prepared-query.ts";
import { RANK } from "./rank.ts";
import { PENDING, type Scan } from "./scan.ts";

/** Some names of one store in the order of their normal forms. */
interface Run {
  readonly number: number;
  readonly store: NameStore & { isRemoved(entry: number): boolean };
  readonly count: number;
  entryAt(index: number): number;
  /** How many were gone through. */
  next: number;
}

/** Grams from `from` to below `to`. */
interface GramRange {
  readonly from: number;
  readonly to: number;
}

/** More than any two bytes. */
const NO_GROUP = 0x1_0000;

const grams = new Uint32Array(MAX_SYMBOLS + 1);

/**
 * Reports exact, prefix, word start and substring matches, and stops after the group with which it has looked at
 * `most` names. Returns whether it got to the end.
 */
export function findShort(scan: Scan, most: number): boolean {
  const { query } = scan;
  const byNext = { depth: query.norm.length, rankOf: rankOfPrefix, letters: 0 };
  let looked = goThrough(scan, prefixRuns(scan), byNext, most);
  const byFirst = { depth: 0, rankOf: rankOfName, letters: query.letters };
  for (const range of rangesOf(query.symbols)) {
    const lists = scan.segments.map(({ postings }) => postings.from(range.from));
    const pending = pendingGrams(scan, range);
    for (;;) {
      let key = Math.min(range.to, ...pending.keys());
      for (const [number, { postings }] of scan.segments.entries()) {
        key = Math.min(key, postings.keys[lists[number] as number] ?? range.to);
      }
      if (key === range.to) break;
      if (looked >= most) return false;
      looked += goThrough(scan, gramRuns(scan, key, lists, pending.get(key) ?? []), byFirst, most - looked);
      pending.delete(key);
    }
  }
  return looked < most;
}

/** Reports the names that are the query letter by letter where no letter of it is visible. */
export function findInvisible(scan: Scan): void {
  const { query, segments, pending } = scan;
  const report = (number: number, store: NameStore, entry: number): void => {
    if (isSameText(query, store, entry)) scan.report(number, store, entry, RANK.exactRaw);
  };
  for (const [number, segment] of segments.entries()) {
    for (let entry = 0; entry < segment.count && twoBytes(segment, entry, 0) === 0; entry++) {
      if (!segment.isRemoved(entry)) report(number, segment, entry);
    }
  }
  for (let entry = 0; entry < pending.count; entry++) {
    if (!pending.isRemoved(entry) && twoBytes(pending, entry, 0) === 0) report(PENDING, pending, entry);
  }
}

/** How to group names and what to make of them. */
interface Way {
  /** Names are one group whose normal forms agree in the two bytes from here. */
  readonly depth: number;
  /** Names without these letters are passed over. */
  readonly letters: number;
  readonly rankOf: typeof rankOfName;
}

/** Goes through runs group by group until `most` names that are not removed were looked at; returns how many were. */
function goThrough(scan: Scan, runs: readonly Run[], way: Way, most: number): number {
  const total = runs.reduce((sum, run) => sum + run.count, 0);
  if (total <= most) return runs.reduce((sum, run) => sum + goThroughGroup(scan, run, way, -1), 0);
  let looked = 0;
  while (looked < most) {
    let group = NO_GROUP;
    for (const run of runs) {
      if (run.next < run.count) group = Math.min(group, twoBytes(run.store, run.entryAt(run.next), way.depth));
    }
    if (group === NO_GROUP) break;
    for (const run of runs) looked += goThroughGroup(scan, run, way, group);
  }
  return looked;
}

/** Goes through the next names of a run that are of this group (any when below 0). */
function goThroughGroup(scan: Scan, run: Run, way: Way, group: number): number {
  const { store, number, count } = run;
  const letters = number === PENDING ? undefined : scan.segments[number]?.letters;
  let looked = 0;
  for (; run.next < count; run.next++) {
    const entry = run.entryAt(run.next);
    if (group >= 0 && twoBytes(store, entry, way.depth) !== group) break;
    if (store.isRemoved(entry)) continue;
    looked += 1;
    if (letters !== undefined && (way.letters & ~(letters[entry] as number)) !== 0) continue;
    const rank = way.rankOf(scan.query, store, entry);
    if (rank !== 0) scan.report(number, store, entry, rank);
  }
  return looked;
}

function prefixRuns(scan: Scan): Run[] {
  const { query, segments } = scan;
  const runs = segments.map((store, number): Run => {
    const first = store.firstAtLeast(query.norm);
    const count = store.firstAfterPrefix(query.norm) - first;
    return { number, store, count, entryAt: (index) => first + index, next: 0 };
  });
  const found: number[] = [];
  for (let entry = 0; entry < scan.pending.count; entry++) {
    const at = (scan.pending.offsets[entry] as number) + 2;
    const length = scan.pending.arena[at - 1] as number;
    let same = 0;
    while (same < query.norm.length && same < length && scan.pending.arena[at + same] === query.norm[same]) same++;
    if (same === query.norm.length) found.push(entry);
  }
  return [...runs, pendingRun(scan, found, query.norm.length)];
}

/** The names that have a gram. Steps over it in `lists`. */
function gramRuns(scan: Scan, key: number, lists: number[], pending: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const [number, store] of scan.segments.entries()) {
    const list = lists[number] as number;
    if (store.postings.keys[list] !== key) continue;
    lists[number] = list + 1;
    const entries = new Uint32Array(store.postings.counts[list] as number);
    const count = store.postings.read(list, entries);
    runs.push({ number, store, count, entryAt: (index) => entries[index] as number, next: 0 });
  }
  return [...runs, pendingRun(scan, pending, 0)];
}

function pendingRun({ pending }: Scan, found: readonly number[], depth: number): Run {
  const entries = found
    .filter((entry) => !pending.isRemoved(entry))
    .sort((a, b) => twoBytes(pending, a, depth) - twoBytes(pending, b, depth));
  return { number: PENDING, store: pending, count: entries.length, entryAt: (index) => entries[index] ?? 0, next: 0 };
}

/** The pending names that have grams in a range, by gram. */
function pendingGrams({ pending }: Scan, range: GramRange): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let entry = 0; entry < pending.count; entry++) {
    const at = (pending.offsets[entry] as number) + 2;
    const count = writeGrams(pending.arena, at, at + (pending.arena[at - 1] as number), grams);
    for (const key of new Set(grams.subarray(0, count))) {
      if (key < range.from || key >= range.to) continue;
      const held = found.get(key);
      if (held === undefined) found.set(key, [entry]);
      else held.push(entry);
    }
  }
  return found;
}

/** The grams that start a word with the query, then those that start with the query. */
function rangesOf(query: Uint16Array): GramRange[] {
  const [first = END, second] = query;
  if (second === undefined) {
    const words = SEPARATORS.map((before) => ({ from: gram(before, first, 0), to: gram(before, first + 1, 0) }));
    return [...words, { from: gram(first, 0, 0), to: gram(first + 1, 0, 0) }];
  }
  const words = SEPARATORS.map((before) => gram(before, first, second)).map((from) => ({ from, to: from + 1 }));
  return [...words, { from: gram(first, second, 0), to: gram(first, second + 1, 0) }];
}

/** Two bytes of the normal form from `depth` on as a number; zeros after its end. */
function twoBytes({ arena, offsets }: NameStore, entry: number, depth: number): number {
  const at = offsets[entry] as number;
  const left = (arena[at + 1] as number) - depth;
  const first = left > 0 ? (arena[at + 2 + depth] as number) : 0;
  return (first << 8) | (left > 1 ? (arena[at + 3 + depth] as number) : 0);
}
