/** The order of opportunities, and the first ones of many in it. */
import { pairAt, percentOf, shown, type Group, type OpenOpportunity } from "./opportunity-group.ts";

/** Up to here the best are picked out of all; for more, all are sorted. */
const MOST_PICKED = 1_000;

/**
 * The first `count` of all that is open in the groups, the highest return first; of equal ones, those that leave more after
 * fees. Only what may be among them is made into what is shown.
 *
 * @param open how many are open in all groups
 */
export function highestReturns(groups: Iterable<Group>, open: number, count: number): OpenOpportunity[] {
  const isPicked = count <= MOST_PICKED && count < open;
  const best: OpenOpportunity[] = [];
  for (const group of groups) {
    if (group.count === 0) continue;
    for (let buy = 0; buy < group.members.length; buy++) {
      if (group.buying[buy] === 0) continue;
      const ask = group.asks[buy] ?? Infinity;
      for (let sell = 0; sell < group.members.length; sell++) {
        if (group.bestReturns[pairAt(group, buy, sell)] === 0) continue;
        const last = isPicked ? best[count - 1] : undefined;
        if (last && percentOf(ask, group.bids[sell] ?? 0) < last.returnPercent) continue;
        const each = shown(group, buy, sell);
        if (!each) continue;
        if (isPicked) insert(best, each);
        else best.push(each);
        if (isPicked && best.length > count) best.pop();
      }
    }
  }
  return isPicked ? best : best.sort(byReturn).slice(0, count);
}

function byReturn(one: OpenOpportunity, other: OpenOpportunity): number {
  return (
    other.returnPercent - one.returnPercent ||
    other.netPercent - one.netPercent ||
    one.buy - other.buy ||
    one.sell - other.sell
  );
}

function insert(sorted: OpenOpportunity[], added: OpenOpportunity): void {
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
