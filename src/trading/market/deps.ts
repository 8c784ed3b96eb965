/** What the market's endpoints need. */
import type { BitcoinChain } from "./bitcoin-chain.ts";
import type { ExchangeAnnouncementStore, OpportunityLifeStore } from "./store.ts";
import type { Refresher } from "./refresher.ts";
import type { MarketView } from "./view.ts";

export interface MarketDeps {
  readonly market: MarketView;
  readonly refresher: Refresher;
  readonly bitcoinChain: BitcoinChain;
  readonly exchangeAnnouncements: ExchangeAnnouncementStore;
  readonly opportunityLives: OpportunityLifeStore;
}
