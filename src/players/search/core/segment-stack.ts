/**
 * All segments of an index. Small ones come from recent changes, large ones from merging. Segments of about the same
 * size are merged four at a time, so each name is rewritten only a few times, and a search visits few segments.
 */
import { buildSegment } from "./build-segment.ts";
import type { NameStore } from "./name-records.ts";
import type { NameSegment } from "./name-segment.ts";
import type { PendingNames } from "./pending-names.ts";
import { MAX_ENTRIES } from "./postings.ts";
import { SegmentMerge } from "./segment-merge.ts";

const MERGED_AT_ONCE = 4;
/** Segments up to this size count as one size. */
const SMALLEST = 1024;
/** A segment of which more than a third is removed is rewritten even without others of its size. */
const KEPT_SHARE = 2 / 3;
/** Callers normally merge before this limit: at it, the oldest debt is paid at once, within `add`. */
const MAX_SEGMENTS = 96;

/** Segments, newest last, and the merge that goes on between them. */
export class SegmentStack {
  #segments: NameSegment[] = [];
  #merge: SegmentMerge | undefined;

  /** The segments to search, in no order that matters. */
  get segments(): readonly NameSegment[] {
    return this.#segments;
  }

  /** Makes a segment of a batch. */
  push(batch: PendingNames): void {
    if (batch.live > 0) this.#segments.push(buildSegment(batch));
    while (this.#segments.length > MAX_SEGMENTS && this.mergeStep(Number.MAX_SAFE_INTEGER));
  }

  /** Whether some segment holds the same name as `entry` of `store`. */
  has(store: NameStore, entry: number): boolean {
    return this.#segments.some((segment) => {
      const found = segment.find(store, entry);
      return found >= 0 && !segment.isRemoved(found);
    });
  }

  /** Removes the name from all segments; false when none had it. */
  remove(store: NameStore, entry: number): boolean {
    let isFound = false;
    for (const segment of this.#segments) {
      const found = segment.find(store, entry);
      if (found < 0 || !segment.remove(found)) continue;
      isFound = true;
      if (this.#merge?.sources.includes(segment)) this.#merge.removed(segment, found);
    }
    return isFound;
  }

  /** Works on merging for about `units` of 10 ns; false when nothing is left to merge. */
  mergeStep(units: number): boolean {
    let left = units;
    while (left > 0) {
      this.#merge ??= this.#nextMerge();
      if (this.#merge === undefined) return false;
      left = this.#merge.step(left);
      if (this.#merge.result !== undefined) this.#replace(this.#merge, this.#merge.result);
    }
    return this.#merge !== undefined || this.#group() !== undefined;
  }

  #replace(merge: SegmentMerge, result: NameSegment): void {
    this.#segments = this.#segments.filter((segment) => !merge.sources.includes(segment));
    if (result.live > 0) this.#segments.push(result);
    this.#merge = undefined;
  }

  #nextMerge(): SegmentMerge | undefined {
    const group = this.#group();
    return group === undefined ? undefined : new SegmentMerge(group);
  }

  /** The segments to merge next: the smallest size of which there are enough, else one with many removed names. */
  #group(): NameSegment[] | undefined {
    const bySize = new Map<number, NameSegment[]>();
    for (const segment of this.#segments) {
      const size = sizeClass(segment.live);
      const same = bySize.get(size);
      if (same === undefined) bySize.set(size, [segment]);
      else same.push(segment);
    }
    for (const size of [...bySize.keys()].sort((a, b) => a - b)) {
      const group = (bySize.get(size) ?? []).sort((a, b) => a.live - b.live).slice(0, MERGED_AT_ONCE);
      const together = group.reduce((sum, { live }) => sum + live, 0);
      if (group.length === MERGED_AT_ONCE && together <= MAX_ENTRIES) return group;
    }
    const worn = this.#segments.find((segment) => segment.live < segment.count * KEPT_SHARE);
    return worn === undefined ? undefined : [worn];
  }
}

/** Segments of one class differ at most fourfold in size. */
function sizeClass(live: number): number {
  return Math.max(0, Math.ceil(Math.log(live / SMALLEST) / Math.log(MERGED_AT_ONCE)));
}
