/** The door of the market: what is traded where, at which prices, and what follows from them. */
export { announceListings } from "./announce-listings.ts";
export { BitcoinChain, type ChainSource } from "./bitcoin-chain.ts";
export { candleHistory } from "./candle-history.ts";
export { quoteClass } from "./core/quote-classes.ts";
export { rateText } from "./core/rate-text.ts";
export type {
  BitcoinChainDeps,
  ExchangeAnnouncementDeps,
  MarketDeps,
  OpportunityLifeDeps,
  RefresherDeps,
} from "./deps.ts";
export { liveMarket, type RunningMarket } from "./live-market.ts";
export { candleRows, decimalsOf, opportunityPrices, spreadOf, type OpportunityPrices } from "./market-decimals.ts";
export { marketMetrics } from "./market-metrics.ts";
export { marketMirror } from "./market-mirror.ts";
export { ownedFeed, type Hold } from "./feed/owned-feed.ts";
export { recordedView, type RecordedMarket } from "./recorded-view.ts";
export { gapList, gapRecords } from "./records.ts";
export { Refresher } from "./refresher.ts";
export { ServerSpeedDesk } from "./server-speed-desk.ts";
export { marketSettings, readExchangeChoice } from "./settings.ts";
export { rateSource, ratingOf, tradedListings } from "./show-market.ts";
export type { TradeFlowListener } from "./trade-flow.ts";
export type { BookState, Depth, ExchangeView, Listing, MarketView, Opportunity, Top } from "./view.ts";
