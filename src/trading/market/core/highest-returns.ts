/** The order of opportunities, and the first ones of many in it. */

/** Up to here the best are picked out of all; for more, all are sorted. */
const MOST_PICKED = 1_000;

interface Returning {
  readonly buy: number;
  readonly sell: number;
  readonly returnPercent: number;
  readonly netPercent: number;
}

/**
 * The first `count` by return, the highest first; of equal ones, those that leave more after fees. Only what may be among
 * them is made into what is shown.
 */
export function highestReturns<Kept, Shown extends Returning>(
  all: ReadonlySet<Kept>,
  returnOf: (kept: Kept) => number,
  show: (kept: Kept) => Shown | undefined,
  count: number,
): Shown[] {
  if (count > MOST_PICKED || count >= all.size) {
    return [...all]
      .flatMap((kept) => show(kept) ?? [])
      .sort(byReturn)
      .slice(0, count);
  }
  const best: Shown[] = [];
  for (const kept of all) {
    const last = best[count - 1];
    if (last && returnOf(kept) < last.returnPercent) continue;
    const each = show(kept);
    if (!each) continue;
    insert(best, each);
    if (best.length > count) best.pop();
  }
  return best;
}

function byReturn(one: Returning, other: Returning): number {
  return (
    other.returnPercent - one.returnPercent ||
    other.netPercent - one.netPercent ||
    one.buy - other.buy ||
    one.sell - other.sell
  );
}

function insert<Shown extends Returning>(sorted: Shown[], added: Shown): void {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle];
    if (other && byReturn(other, added) <= 0) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, added);
}
