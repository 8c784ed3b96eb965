import type { MarketView } from "../../src/trading/market/index.ts";

/** A market of a process that is connected to nothing: no prices, no rates. */
export function emptyMarket(changes: Partial<MarketView> = {}): MarketView {
  const never = () => () => undefined;
  return {
    exchanges: () => [],
    exchange: () => undefined,
    listings: () => [],
    listing: () => undefined,
    top: () => {
      throw new Error("there is no listing");
    },
    depth: () => ({ isWhole: false, bids: [], asks: [] }),
    trades: () => [],
    tradeBreaks: () => [],
    opportunities: () => [],
    opportunityCount: () => 0,
    usdRate: () => undefined,
    usdRates: () => new Map(),
    skipped: 0,
    onTop: never,
    onTrade: never,
    onDepth: never,
    follow: never,
    ...changes,
  };
}
