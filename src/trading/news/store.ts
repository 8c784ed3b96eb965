/** The storage port of news. */
import type { Lease } from "../../kit/sql/lease.ts";
import type { NumbersEnd } from "../../kit/sql/numbers-end.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { PreparedArticle } from "./core/article.ts";
import type { TakenItems } from "./core/feed-allowance.ts";
import type { Horizon, PairImpact } from "./core/impact.ts";
import type { ToneScore } from "./core/tone.ts";
import type { KeywordTrend, NewsCounts, SourceImpact } from "./figures.ts";
import type { KeywordStore } from "./keyword-store.ts";
import type { NewsSource } from "./sources/source.ts";

/** How a feed does, as every process can read it. */
export interface FeedState extends TakenItems {
  readonly name: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly intervalSeconds: number;
  readonly nextAt: Instant;
  /** In a row. */
  readonly failures: number;
  /** Why it fails, or what of it is left out. */
  readonly problem: string | undefined;
  readonly checkedAt: Instant | undefined;
  readonly succeededAt: Instant | undefined;
  readonly articles: number;
}

/** The changes by a look at a feed. */
export interface FeedLook extends TakenItems {
  readonly name: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly intervalSeconds: number;
  readonly nextAt: Instant;
  readonly failures: number;
  readonly problem: string | undefined;
  readonly at: Instant;
  /** New articles that it brought. */
  readonly added: number;
}

/** An article with what the watchlist and the users' keywords found in it. */
export interface MatchedArticle extends PreparedArticle {
  readonly keywords: readonly string[];
  readonly currencies: readonly string[];
  readonly codes: readonly string[];
  /** Of what users follow. */
  readonly termIds: readonly number[];
  /** Whether its page is to be asked for a brief. */
  readonly wantsPage?: boolean;
}

/** An article whose page is to be asked for a brief. */
export interface PageDue {
  readonly articleId: number;
  readonly url: string;
  readonly title: string;
  readonly language: string;
  /** How often it could not be read. */
  readonly tries: number;
}

/** A brief that was found in an article's page, with what it adds to the article. */
export interface FoundBrief {
  readonly articleId: number;
  readonly words: ArticleWords;
  /** Of the newest term that was matched. */
  readonly termVersion: number;
  readonly at: Instant;
}

/** The fields of an article that follow from its words. */
export type ArticleWords = Pick<
  MatchedArticle,
  "title" | "brief" | "language" | "keywords" | "currencies" | "termIds" | "padded" | "tones"
>;

/** The outcome of the items of a look. */
export interface SavedCounts {
  readonly added: number;
  readonly echoes: number;
  readonly edited: number;
  /** The database refused them. They are left out, and stop no other. */
  readonly refused: number;
}

export interface SavedItems {
  readonly source: string;
  readonly articles: readonly MatchedArticle[];
  readonly firstSeenAt: Instant;
  /** Of the newest term that was matched. */
  readonly termVersion: number;
}

/** Words that users follow: the same ones are one term, however many follow them. */
export interface NewsTerm {
  readonly id: number;
  /** With one space around each. */
  readonly words: string;
  /** Rises from term to term. */
  readonly version: number;
}

/** When a page is asked again, and how often asking it failed. */
export interface NextTry {
  readonly tries: number;
  readonly nextAt: Instant;
}

/** Feeds of a site that asks to be left alone until then. */
export interface PutOff {
  readonly names: readonly string[];
  readonly until: Instant;
}

/** For feed readers. Every write asserts the fence of the lease that it is done under. */
export interface FeedStore {
  /** Remembers these sources, and forgets what was known of others. A source with another address begins again. */
  installFeeds(sources: readonly NewsSource[], at: Instant): Promise<void>;
  listFeeds(): Promise<FeedState[]>;
  /** @param putOff feeds that are not to be looked at before */
  saveLook(lease: Lease, look: FeedLook, putOff?: PutOff): Promise<void>;
  /** Which of these addresses show what they have shown before, from this source: nothing is to be done about them. */
  listUnchanged(
    source: string,
    items: readonly { readonly urlKey: string; readonly contentKey: string }[],
  ): Promise<ReadonlySet<string>>;
  /**
   * Stores what is new. Terms that are newer than those that were matched are found too. Followers are notified by
   * `tellNext`.
   */
  saveItems(lease: Lease, items: SavedItems): Promise<SavedCounts>;
  /** The highest version that a term was ever given. */
  readTermsEnd(): Promise<NumbersEnd>;
  /** Terms above a version, in the order of their versions. */
  listTerms(afterVersion: number, limit: number): Promise<NewsTerm[]>;
  /** The next page to be asked, of an article of these sources. */
  findPageDue(sources: readonly string[], at: Instant): Promise<PageDue | undefined>;
  /** Shows the brief. Terms that are newer than those that were matched are found too. */
  saveBrief(lease: Lease, brief: FoundBrief): Promise<void>;
  /** As for jobs. */
  tellNext: ImpactStore["tellNext"];
  /** Notes that a page could not be read; undefined where it is not to be asked again. */
  savePageTry(lease: Lease, articleId: number, next: NextTry | undefined, putOff?: PutOff): Promise<void>;
}

export interface StoredArticle {
  readonly id: number;
  readonly source: string;
  readonly url: string;
  readonly domain: string;
  readonly title: string;
  readonly brief: string;
  readonly author: string;
  readonly image: string;
  readonly language: string;
  readonly firstSeenAt: Instant;
  readonly publishedAt: Instant;
  readonly keywords: readonly string[];
  readonly tones: readonly ToneScore[];
  readonly echoes: number;
  readonly editedAt: Instant | undefined;
  /** The measured moves, by the seconds, each the JSON of an `ImpactData`; empty where not requested. */
  readonly impacts: ReadonlyMap<Horizon, string>;
  /** The moves still to be measured; empty where not requested. */
  readonly due: readonly number[];
}

/** An article in a page of many. */
export interface ListedArticle extends StoredArticle {
  /** What `impacts` would have, by `packImpacts`; then `impacts` is empty. Undefined where it is not packed. */
  readonly packed: string | undefined;
}

/** By pair id. */
export type ImpactData = Readonly<Record<string, PairImpact>>;

export interface ArticleQuery {
  readonly from: Instant;
  readonly to: Instant;
  readonly languages: readonly string[];
  /** Terms of which one is in the keywords, the title, the brief; undefined for all articles. */
  readonly keywordTerms: readonly string[] | undefined;
  readonly titleTerms: readonly string[] | undefined;
  readonly briefTerms: readonly string[] | undefined;
  /** None of these is in the keywords or the title. */
  readonly excludedTerms: readonly string[] | undefined;
  /** Of the users: articles that this one was found in. */
  readonly keywordId: number | undefined;
  /** Older ones than this article. */
  readonly beforeId: number | undefined;
  readonly limit: number;
  /** Whether the caller is shown what articles did to prices: it is read for no other. */
  readonly hasSubscription: boolean;
}

/** A place among articles, the newest first: when one was first seen, RFC 3339, and its id. */
export interface ArticlePlace {
  readonly at: string;
  readonly id: number;
}

export interface RelevantQuery {
  readonly currency: string;
  readonly languages: readonly string[];
  readonly since: Instant;
  /** No article that was published later. */
  readonly until: Instant;
  readonly limit: number;
}

/** For endpoints. */
export interface NewsStore extends KeywordStore {
  hasArticle(id: number): Promise<boolean>;
  /**
   * Finds a term in some of the articles before a place that were first seen since then. Answers the place after them;
   * undefined where nothing is left.
   */
  recordOlderMatches(termId: number, since: Instant, place: ArticlePlace): Promise<ArticlePlace | undefined>;
  listArticles(query: ArticleQuery): Promise<ListedArticle[]>;
  listRelevant(query: RelevantQuery): Promise<StoredArticle[]>;
  listSources(): Promise<string[]>;
  countArticles(at: Instant): Promise<NewsCounts>;
  listTrends(at: Instant): Promise<KeywordTrend[]>;
  /** Undefined for a source of which nothing is known. */
  listSourceImpacts(source: string): Promise<SourceImpact[]>;
}

/** An article whose effect is to be measured after this many seconds. */
export interface ImpactDue {
  readonly articleId: number;
  readonly seconds: Horizon;
  readonly impactAt: Instant;
  readonly codes: readonly string[];
}

/** The prices after it. */
export interface MeasuredImpact {
  readonly due: ImpactDue;
  readonly data: ImpactData;
}

/** For the jobs. */
export interface ImpactStore {
  /** The articles that can be measured by now, the oldest first; those after `after`, where it is given. */
  listDue(at: Instant, limit: number, after?: ImpactDue): Promise<ImpactDue[]>;
  /** Keeps what was measured, each once. Answers how many were not kept before. Followers are notified by `tellNext`. */
  saveImpacts(measured: readonly MeasuredImpact[], at: Instant): Promise<number>;
  /** Packs some of what was measured after all times, for quick reading. Answers whether more may be waiting. */
  packNext(): Promise<boolean>;
  /**
   * Notifies some followers of articles that were stored, and of impacts that were kept, and not told yet. Answers
   * whether more may be waiting.
   */
  tellNext(): Promise<boolean>;
  /** Removes articles that were first seen before, some at a time. Answers how many. */
  trimArticles(before: Instant): Promise<number>;
  /** Removes what echoes are found by. */
  trimPrints(before: Instant): Promise<number>;
  /** Removes old entries of the pushed news, some of it at a time. Answers how much. */
  trimChanges(before: Instant): Promise<number>;
  /** Removes what has no followers any more, some of it at a time. Answers how much; 0 when nothing is left. */
  trimTerms(): Promise<number>;
}
