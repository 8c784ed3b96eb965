/**
 * The numbers of the outbox that a feed has not seen though it saw higher ones. Pure: ranges in rising order that do
 * not touch what was seen, so that a million numbers of one big rolled back insert are one entry.
 */

/** The numbers `from` to `to`, both included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A range that was noticed when all transaction ids below `bound` had been given out. */
export interface Gap extends Range {
  readonly bound: bigint;
}

/** The numbers after `last` that are missing among `seqs`, which are in rising order and all greater than `last`. */
export function missingNumbers(last: number, seqs: readonly number[]): Range[] {
  const missing: Range[] = [];
  let before = last;
  for (const seq of seqs) {
    if (seq > before + 1) missing.push({ from: before + 1, to: seq - 1 });
    before = seq;
  }
  return missing;
}

/** The rest of the gaps once the numbers `seqs`, in rising order, have been seen. */
export function fillGaps(gaps: readonly Gap[], seqs: readonly number[]): Gap[] {
  const left: Gap[] = [];
  let next = 0;
  for (const gap of gaps) {
    let from = gap.from;
    while (next < seqs.length && (seqs[next] ?? 0) < from) next++;
    for (; next < seqs.length && (seqs[next] ?? 0) <= gap.to; next++) {
      const seq = seqs[next] ?? 0;
      if (seq > from) left.push({ ...gap, from, to: seq - 1 });
      from = seq + 1;
    }
    if (from <= gap.to) left.push({ ...gap, from });
  }
  return left;
}

/**
 * The gaps that a look at the database, which saw every transaction below `horizon` ended, did not fill: those whose
 * transactions may still commit. The others were rolled back.
 */
export function openGaps(gaps: readonly Gap[], horizon: bigint): Gap[] {
  return gaps.filter((gap) => gap.bound > horizon);
}
