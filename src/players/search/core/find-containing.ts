/** Finds the names that contain a query of three symbols or more, all of them: ranks 1 to 5, and 7. */
import { readCandidates } from "./candidates.ts";
import type { NameStore } from "./name-records.ts";
import { skeletonOfPoint } from "./normal-form.ts";
import { isSameText, type PreparedQuery } from "./prepared-query.ts";
import { directRank, RANK, type Rank } from "./rank.ts";
import { AHEAD, PENDING, type Scan } from "./scan.ts";
import { readPoints } from "./utf8.ts";

const points = new Int32Array(256);
/** A look-alike can be eighteen code points long. */
const look = new Int32Array(255 * 18);

/** Reports names whose normal form contains the query's: exact, prefix, word start, substring. All of them: true. */
export function findDirect(scan: Scan): true {
  const { query, pending } = scan;
  for (const [number, segment] of scan.segments.entries()) {
    const first = segment.firstAtLeast(query.norm);
    const last = segment.firstAfterPrefix(query.norm);
    for (let entry = first; entry < last; entry++) {
      if (!segment.isRemoved(entry)) scan.report(number, segment, entry, rankOfPrefix(query, segment, entry));
    }
    const count = readCandidates(scan, segment, query.symbols);
    const candidates = scan.candidates(count);
    for (let index = 0; index < count; index++) {
      if (index % AHEAD === 0) scan.fetch(segment, candidates, index, Math.min(count, index + AHEAD));
      const entry = candidates[index] as number;
      if ((entry >= first && entry < last) || segment.isRemoved(entry)) continue;
      const rank = rankOfName(query, segment, entry);
      if (rank !== 0) scan.report(number, segment, entry, rank);
    }
  }
  for (let entry = 0; entry < pending.count; entry++) {
    const rank = pending.isRemoved(entry) ? 0 : rankOfName(query, pending, entry);
    if (rank !== 0) scan.report(PENDING, pending, entry, rank);
  }
  return true;
}

/** Reports names that only look as if they contained the query. */
export function findLookAlikes(scan: Scan): void {
  const { query, pending } = scan;
  for (const [number, segment] of scan.segments.entries()) {
    const count = readCandidates(scan, segment, query.symbols);
    const candidates = scan.candidates(count);
    for (let index = 0; index < count; index++) {
      const entry = candidates[index] as number;
      if (segment.isRemoved(entry) || !looksAlike(query, segment, entry)) continue;
      if (rankOfName(query, segment, entry) === 0) scan.report(number, segment, entry, RANK.lookAlike);
    }
  }
  for (let entry = 0; entry < pending.count; entry++) {
    if (pending.isRemoved(entry) || !looksAlike(query, pending, entry)) continue;
    if (rankOfName(query, pending, entry) === 0) scan.report(PENDING, pending, entry, RANK.lookAlike);
  }
}

/** The rank of a name whose normal form starts with the query's. */
export function rankOfPrefix(query: PreparedQuery, store: NameStore, entry: number): Rank {
  const length = store.arena[(store.offsets[entry] as number) + 1] as number;
  if (length > query.norm.length) return RANK.prefix;
  return isSameText(query, store, entry) ? RANK.exactRaw : RANK.exact;
}

/** The rank of a name that contains the query, or 0. */
export function rankOfName(query: PreparedQuery, store: NameStore, entry: number): Rank | 0 {
  const at = (store.offsets[entry] as number) + 2;
  const rank = directRank(store.arena, at, at + (store.arena[at - 1] as number), query.norm);
  return rank === RANK.exact && isSameText(query, store, entry) ? RANK.exactRaw : rank;
}

function looksAlike({ look: wanted }: PreparedQuery, { arena, offsets }: NameStore, entry: number): boolean {
  const at = (offsets[entry] as number) + 2;
  const count = readPoints(arena, at, at + (arena[at - 1] as number), points);
  let length = 0;
  for (let index = 0; index < count; index++) {
    for (const character of skeletonOfPoint(points[index] as number)) look[length++] = character.codePointAt(0) ?? 0;
  }
  for (let from = 0; from + wanted.length <= length; from++) {
    let same = 0;
    while (same < wanted.length && look[from + same] === wanted[same]) same++;
    if (same === wanted.length) return true;
  }
  return false;
}
