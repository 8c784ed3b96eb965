/** The news of this process: who is followed, and by what articles are understood. */
import type { Traces } from "../../kit/traces/traces.ts";
import type { Log } from "../../kit/log/log.ts";
import { outbound, type Outbound } from "../../kit/outbound/outbound.ts";
import type { Database } from "../../kit/sql/database.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { WatchedKeyword } from "./core/watchlist.ts";
import { newsAgent } from "./settings.ts";
import { FeedParser } from "./sources/feed-parser.ts";
import { KeywordFinder } from "./sources/find-keywords.ts";
import { openInventedFeeds } from "./sources/invented-feeds.ts";
import { PageParser } from "./sources/page-parser.ts";
import { PoliteFetch } from "./sources/polite-fetch.ts";
import { ArticleReader } from "./sources/read-article.ts";
import { FeedReader } from "./sources/read-feed.ts";
import { SourceRunner } from "./sources/run-sources.ts";
import type { NewsSource } from "./sources/source.ts";
import type { FeedStore } from "./store.ts";

export interface FollowedNewsOptions {
  readonly db: Database;
  readonly store: FeedStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Names this run of this process. */
  readonly owner: string;
  readonly contact: string;
  readonly allowPrivate: readonly string[];
  readonly traces: Traces | undefined;
  /** Undefined for sources that are made up. */
  readonly sources: readonly NewsSource[] | undefined;
  readonly watchlist: readonly WatchedKeyword[];
  readonly codesFor: (currencies: readonly string[]) => readonly string[];
  /** From 0 to 1. */
  readonly chance: () => number;
}

export interface FollowedNews {
  readonly runner: SourceRunner;
  stop(): Promise<void>;
}

/** Begins to follow the sources. */
export async function followNews(options: FollowedNewsOptions): Promise<FollowedNews> {
  const { store, clock, contact, allowPrivate, traces } = options;
  const invented = options.sources === undefined ? await openInventedFeeds(clock) : undefined;
  const http: Outbound = outbound({
    // Invented news come from this process alone, and nothing else is requested then.
    allowPrivate: invented ? [invented.address] : allowPrivate,
    userAgent: newsAgent(contact),
    clock,
    traces,
  });
  const parser = new FeedParser();
  const pages = new PageParser();
  const fetcher = new PoliteFetch({ http, clock });
  const keywords = new KeywordFinder(options.watchlist, store);
  const reader = new FeedReader({ ...options, fetcher, parser, keywords });
  const articles = new ArticleReader({ store, clock, fetcher, parser: pages, keywords });
  const sources = options.sources ?? invented?.sources ?? [];
  const runner = new SourceRunner({ ...options, reader, articles, sources });
  runner.start();
  return {
    runner,
    async stop() {
      await Promise.all([runner.stop(), http.close()]);
      await Promise.all([parser.close(), pages.close()]);
      await invented?.close();
    },
  };
}
