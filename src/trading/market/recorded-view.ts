/**
 * The market as the recorder of one process sees it, where several share a tape: only what this process is connected to
 * itself, so that nothing is recorded twice.
 */
import { TopState } from "./core/top-state.ts";
import type { Listing, MarketView, Top } from "./view.ts";

const NOTHING: Top = new TopState();

/** @param owns whether this process is connected to an exchange at the moment */
export function recordedView(market: MarketView, owns: (exchange: string) => boolean): MarketView {
  const isOwn = ({ exchange }: Listing): boolean => owns(exchange);
  return {
    exchanges: () => market.exchanges(),
    exchange: (code) => market.exchange(code),
    listings: () => market.listings(),
    listing: (code) => market.listing(code),
    top: (listing) => (isOwn(listing) ? market.top(listing) : NOTHING),
    depth: (listing, levels) => market.depth(listing, levels),
    trades: (listing) => market.trades(listing),
    opportunities: (limit) => market.opportunities(limit),
    usdRate: (currency) => market.usdRate(currency),
    usdRates: () => market.usdRates(),
    get skipped() {
      return market.skipped;
    },
    onTop: (listener) => market.onTop((listing) => void (isOwn(listing) && listener(listing))),
    onTrade: (listener) => market.onTrade((listing, trade) => void (isOwn(listing) && listener(listing, trade))),
    onDepth: (listener) => market.onDepth((listing) => void (isOwn(listing) && listener(listing))),
  };
}
