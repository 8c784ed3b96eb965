/** The door of the market: what is traded where, at which prices, and what follows from them. */
export { announceListings } from "./announce-listings.ts";
export { BitcoinChain, type ChainSource } from "./bitcoin-chain.ts";
export { candleHistory } from "./candle-history.ts";
export type { MarketDeps } from "./deps.ts";
export { liveMarket, type RunningMarket } from "./live-market.ts";
export { marketMetrics } from "./market-metrics.ts";
export { marketMirror } from "./market-mirror.ts";
export { recordedView } from "./recorded-view.ts";
export { Refresher } from "./refresher.ts";
export { marketSettings, readExchangeChoice } from "./settings.ts";
export type { BookState, Depth, ExchangeView, Listing, MarketView, Opportunity, Top } from "./view.ts";
