/** Figures that follow from the sums of trades. All money in units of 1e-18. */

/** The largest fall of the total from a height that it had reached before, 0 at the start; 0 where it never fell. */
export function largestFall(results: readonly bigint[]): bigint {
  let [total, highest, fall] = [0n, 0n, 0n];
  for (const result of results) {
    total += result;
    if (total > highest) highest = total;
    if (highest - total > fall) fall = highest - total;
  }
  return fall;
}

/** The share of a whole as a number with six places; 0 of nothing. */
export function shareOfWhole(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1_000_000n) / whole) / 1_000_000;
}
