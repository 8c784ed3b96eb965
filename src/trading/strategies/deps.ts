/** What endpoints and jobs may ask of strategies. */
import type { StrategyStore, WatchlistStore } from "./store.ts";

export interface WatchlistDeps {
  readonly watchlist: WatchlistStore;
}

export interface StrategyDeps {
  readonly strategies: StrategyStore;
}
