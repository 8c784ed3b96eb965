/** Channels of news: what publishes articles implements this port. */
import type { Caller } from "../caller.ts";

/** Articles that a caller may follow. */
export interface NewsFeed {
  /** Names the feed: followers of the same one share a channel. */
  readonly key: string;
  /** The articles at the time of the find, oldest first, each as JSON. */
  readonly newest: readonly string[];
  /**
   * Calls `listener` with each article that was stored or has changed after those, as JSON, until the answered function is
   * called. It is quick and does not throw.
   */
  onArticle(listener: (article: string) => void): () => void;
}

export interface NewsChannels {
  /** All news, as late as the caller's plan says; without a caller as late as for a stranger. */
  findAll(caller: Caller | undefined): Promise<NewsFeed>;
  /** Of a keyword of the watchlist, by its id or its name; undefined where there is none. */
  findWatched(id: string, caller: Caller | undefined): Promise<NewsFeed | undefined>;
  /** Of a keyword of the caller's own; undefined where it has none of this id. Asked again once a minute. */
  findOwn(id: number, caller: Caller): Promise<NewsFeed | undefined>;
}
