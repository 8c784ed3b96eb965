/** The dependencies of the endpoints and jobs of the market. */
import type { BitcoinChain } from "./bitcoin-chain.ts";
import type { Refresher } from "./refresher.ts";
import type { ServerSpeedDesk } from "./server-speed-desk.ts";
import type { ExchangeAnnouncementStore, OpportunityLifeStore, ServerSpeedStore } from "./store.ts";
import type { MarketView } from "./view.ts";

export interface MarketDeps {
  readonly market: MarketView;
}

export interface RefresherDeps {
  readonly refresher: Refresher;
}

export interface BitcoinChainDeps {
  readonly bitcoinChain: BitcoinChain;
}

export interface ExchangeAnnouncementDeps {
  readonly exchangeAnnouncements: ExchangeAnnouncementStore;
}

export interface OpportunityLifeDeps {
  readonly opportunityLives: OpportunityLifeStore;
}

export interface ServerSpeedDeps {
  readonly serverSpeedDesk: Pick<ServerSpeedDesk, "measure">;
  readonly serverSpeeds: ServerSpeedStore;
}
