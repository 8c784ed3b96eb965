/** Which two markets of the same pair have the lowest ratio of the first one's ask to the second one's bid. */
import { areRepeated, type PriceSource } from "./price-source.ts";

/** A market with its best prices, as far as a spread depends on it. */
export interface Quoted {
  /** Only markets with the same text here are compared. */
  readonly pair: string;
  readonly state: "none" | "live" | "stale" | "crossed";
  /** Zero where a side is empty. */
  readonly bidPrice: number;
  readonly askPrice: number;
  /** Not compared with markets that repeat its prices. */
  readonly source?: PriceSource;
}

export interface SpreadSides<Each> {
  readonly asking: Each;
  readonly bidding: Each;
}

/** The comparable listings: the same pair, of one type of market, and made-up exchanges with one another only. */
export function comparedAs(market: { readonly symbol: string; readonly type: string }, isSimulated: boolean): string {
  return `${market.symbol} ${market.type} ${isSimulated ? "simulated" : "real"}`;
}

/** At most `limit`, the lowest first; of equal ones, the one whose markets come first. Only live books with both sides count. */
export function lowestSpreads<Each extends Quoted>(quotes: readonly Each[], limit: number): SpreadSides<Each>[] {
  const groups = new Map<string, Each[]>();
  for (const quote of quotes) {
    if (quote.state !== "live" || !(quote.bidPrice > 0) || !(quote.askPrice > 0)) continue;
    const group = groups.get(quote.pair);
    if (group) group.push(quote);
    else groups.set(quote.pair, [quote]);
  }
  const found: (SpreadSides<Each> & { readonly ratio: number })[] = [];
  for (const group of groups.values()) {
    for (const asking of group) {
      for (const bidding of group) {
        if (asking === bidding || areRepeated(asking.source, bidding.source)) continue;
        found.push({ asking, bidding, ratio: asking.askPrice / bidding.bidPrice });
      }
    }
  }
  return found
    .toSorted((one, other) => one.ratio - other.ratio)
    .slice(0, limit)
    .map(({ asking, bidding }) => ({ asking, bidding }));
}
