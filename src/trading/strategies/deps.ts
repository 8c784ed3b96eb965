/** What endpoints and jobs may ask of strategies. */
import type { StrategyRunStore } from "./run-store.ts";
import type { StrategyStore, WatchlistStore } from "./store.ts";

export interface WatchlistDeps {
  readonly watchlist: WatchlistStore;
}

export interface StrategyDeps {
  readonly strategies: StrategyStore & StrategyRunStore;
}

export interface RunNewsDeps {
  readonly runNews: RunNews;
}

/** What the owners of runs answer, for requests that wait a moment for it. */
export interface RunNews {
  /** What `read` finds as soon as it finds something; undefined after some seconds. Wakes the owners first. */
  wait(read: () => Promise<string | undefined>): Promise<string | undefined>;
}
