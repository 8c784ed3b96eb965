// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { FollowedKeyword, NewsItem } from "./schemas.ts";

export interface AddKeywordParams {
  name: string;
  /** By mail to the verified address, by the bot of alerts/telegram-edit, or both. */
  notify?: "none" | "email" | "telegram" | "both";
}

export interface AddKeywordResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  keyword: {
    id: string;
    name: string;
    /** Seconds since 1970. */
    time_created: number;
    articles: number;
    /** By mail to the verified address, by the bot of alerts/telegram-edit, or both. */
    notify: "none" | "email" | "telegram" | "both";
  };
}

export interface CreateFeedParams {
  /** An id, as lists show it. */
  keywordid: string;
}

export interface CreateFeedResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** Shown once. */
  url: string;
}

export interface ListMyKeywordsParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListMyKeywordsResult {
  keywords: FollowedKeyword[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface DeleteFeedParams {
  /** An id, as lists show it. */
  keywordid: string;
}

export interface DeleteFeedResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface RemoveKeywordParams {
  /** An id, as lists show it. */
  keywordid: string;
}

export interface RemoveKeywordResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface ReadFeedParams {
  /** The secret part of the address. */
  token: string;
}

export interface ListNewsParams {
  /** YYYY-MM-DD, in UTC. */
  date: string;
  /** Articles whose keywords contain one of these. Up to ten terms, separated by commas. */
  keyword_contains?: string;
  /** Articles whose title contains one of these. Up to ten terms, separated by commas. */
  title_contains?: string;
  /** Articles whose brief contains one of these. Up to ten terms, separated by commas. */
  brief_contains?: string;
  /** No articles whose keywords or title contain one of these. Up to ten terms, separated by commas. */
  exclude_keywords?: string;
  /** Articles that this keyword of the caller's own was found in. */
  keywordid?: string;
  /** Articles older than this one. */
  before?: string;
  /** Articles in an answer. 1 to 1000. Default: 500. */
  limit?: number;
}

export type ListSourcesResult = string[];

export interface ListWatchedKeywordsParams {
  /** Up to ten terms, separated by commas. */
  keyword_contains?: string;
}

export type ListWatchedKeywordsResult = {
  id: string;
  /** Separated by commas. */
  keywords: string;
  /** Of a coin: its currency, such as BTC. */
  currency: string | null;
  articles_last_24_hours: number;
  /** Null where the week before had none. */
  trend: number | null;
}[];

export interface ShowSourceImpactParams {
  /** The exact source. */
  source_contains: string;
}

export interface ShowStatisticsResult {
  keywords_monitored: number;
  total_articles_found: number;
  total_keywords_matched: number;
  history: Record<string, number>[];
  sources: number;
  /** Seconds since 1970. */
  last_update: number;
}

export interface NewsOperations {
  /**
   * Follow a keyword. A word, or several that follow one another. Case, accents and punctuation do not matter. It is
   * found in the articles of the last 30 days, and in those to come: in the newest 20,000 at once, in older ones
   * within minutes (`articles` rises). One that is followed already keeps its id. The package says how many an
   * account may follow: `free` 3, `basic` 25, `pro` 250. `notify` sends you its articles: without it nothing is sent
   * for a new keyword, and one that is followed already stays as it is.
   */
  addKeyword(params: AddKeywordParams, options?: ChangeOptions): Promise<AddKeywordResult>;
  /**
   * Make an address at which feed readers find the articles of a keyword. RSS 2.0, of a keyword of your own. The
   * address holds a secret and is shown once: anyone with it can read the feed without a key. A keyword has one
   * address: a new one takes the place of the one before. public/trending-news-list-my-keywords shows which keywords
   * have one, and when it was read.
   */
  createFeed(params: CreateFeedParams, options?: ChangeOptions): Promise<CreateFeedResult>;
  /**
   * Keywords that the caller follows. Newest first. `public/trending-news-data` shows the articles of one with
   * `keywordid`.
   */
  listMyKeywords: Paged<ListMyKeywordsParams | undefined, ListMyKeywordsResult, FollowedKeyword>;
  /**
   * Revoke the address at which feed readers find the articles of a keyword. From now on it is answered as an address
   * that there never was. The keyword stays.
   */
  deleteFeed(params: DeleteFeedParams, options?: ChangeOptions): Promise<DeleteFeedResult>;
  /** Stop following a keyword. */
  removeKeyword(params: RemoveKeywordParams, options?: ChangeOptions): Promise<RemoveKeywordResult>;
  /**
   * Articles of a keyword for feed readers. RSS 2.0: the newest 50 articles of the last 30 days, as plain text. The
   * address is that of public/trending-news-feed-create. Without a subscription articles are there a minute late. At
   * most 10 requests a minute; `If-None-Match` is answered 304 while nothing is new.
   */
  readFeed(params: ReadFeedParams, options?: CallOptions): Promise<Uint8Array>;
  /**
   * News of a day. Newest first. Each story is there once; `echoes` counts its repetitions. What an article did to
   * prices is shown with a subscription. Where as many articles come as `limit` says, there may be more: ask again
   * with the last id as `before`.
   */
  listNews: Paged<ListNewsParams, NewsItem[], NewsItem>;
  /** Sources of news. Sources that published an article first, in the order of their names. */
  listSources(params?: Record<string, never>, options?: CallOptions): Promise<ListSourcesResult>;
  /**
   * Keywords that are watched. Coins, exchanges, people and events, each with the ways in which it is written.
   * `trend` compares the articles of the last day with a usual day of the week before: 2 is twice as many.
   */
  listWatchedKeywords(params?: ListWatchedKeywordsParams, options?: CallOptions): Promise<ListWatchedKeywordsResult>;
  /**
   * Price moves after a source's articles. For each pair: in how many articles its price is known an hour later, the
   * sum of its moves in that hour, and four rankings of ten. Only articles that the source had first count.
   */
  showSourceImpact(params: ShowSourceImpactParams, options?: CallOptions): Promise<Record<string, Record<string, {
    total_articles: number;
    sum_impact: string;
    top_ranking_bull: Record<string, string | number>[];
    top_ranking_bear: Record<string, string | number>[];
    most_recent_bull: Record<string, string | number>[];
    most_recent_bear: Record<string, string | number>[];
  }>>>;
  /**
   * How much news there is. Counted at most 15 seconds ago. Articles of every language count, from when they were
   * first seen, also those that were removed since.
   */
  showStatistics(params?: Record<string, never>, options?: CallOptions): Promise<ShowStatisticsResult>;
}
