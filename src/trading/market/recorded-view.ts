/**
 * The market as the recorder of one process sees it, where several share a tape: only the exchanges of its own
 * connections, so that nothing is recorded twice.
 */
import { TopState } from "./core/top-state.ts";
import type { TradeFlow, TradeFlowListener } from "./trade-flow.ts";
import type { Listing, MarketView, Top } from "./view.ts";

const NOTHING: Top = new TopState();

export interface RecordedMarket extends MarketView {
  /**
   * Since when this process has been connected to the listing's exchange, without a break, in milliseconds. Undefined
   * while it is not: then nothing may be recorded, not even that nothing is known, for another process may know.
   */
  connectedSince(listing: Listing): number | undefined;
  /** Calls back when the trades of a listing break, and when they come again. */
  onTradeFlow(listener: TradeFlowListener): () => void;
}

/** @param connectedSince since when this process is connected to an exchange; undefined while it is not */
export function recordedView(
  market: MarketView,
  connectedSince: (exchange: string) => number | undefined,
  tradeFlow: Pick<TradeFlow, "on">,
): RecordedMarket {
  const isOwn = ({ exchange }: Listing): boolean => connectedSince(exchange) !== undefined;
  return {
    connectedSince: ({ exchange }) => connectedSince(exchange),
    onTradeFlow: (listener) => tradeFlow.on((listing, ms) => void (isOwn(listing) && listener(listing, ms))),
    exchanges: () => market.exchanges(),
    exchange: (code) => market.exchange(code),
    listings: () => market.listings(),
    listing: (code) => market.listing(code),
    top: (listing) => (isOwn(listing) ? market.top(listing) : NOTHING),
    depth: (listing, levels) => market.depth(listing, levels),
    trades: (listing) => market.trades(listing),
    tradeBreaks: (listing) => market.tradeBreaks(listing),
    opportunities: (limit, offset) => market.opportunities(limit, offset),
    opportunityCount: () => market.opportunityCount(),
    usdRate: (currency) => market.usdRate(currency),
    usdRates: () => market.usdRates(),
    get skipped() {
      return market.skipped;
    },
    onTop: (listener) => market.onTop((listing) => void (isOwn(listing) && listener(listing))),
    onTrade: (listener) => market.onTrade((listing, trade) => void (isOwn(listing) && listener(listing, trade))),
    onDepth: (listener) => market.onDepth((listing) => void (isOwn(listing) && listener(listing))),
    follow: (code, use) => market.follow(code, use),
  };
}
