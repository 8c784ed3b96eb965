/** Where watchlists are kept. */
import type { Instant } from "../../kit/time/instant.ts";

/** Everything that one user can watch: a list without pages stays readable, and one answer small. */
export const MAX_WATCHED = 500;

export interface WatchlistItem {
  readonly id: number;
  /** A service code. */
  readonly code: string;
  readonly createdAt: Instant;
}

export interface WatchlistStore {
  /** Puts a market on the user's list; answers the item that is there where it is on it already, undefined when it is full. */
  addItem(uid: number, code: string, at: Instant): Promise<WatchlistItem | undefined>;
  /** Newest first. */
  listItems(uid: number): Promise<WatchlistItem[]>;
  /** Whether there was such an item of this user. */
  removeItem(uid: number, id: number): Promise<boolean>;
}

export interface StrategyDeps {
  readonly watchlist: WatchlistStore;
}
