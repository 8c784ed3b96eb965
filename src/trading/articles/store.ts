/** The storage port of the articles. The only implementation is `sql/article-store.ts`. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { Article } from "./core/article.ts";
import type { ArticleRate } from "./core/earnings.ts";
import type { ReaderHashes } from "./reader.ts";

/** This many articles of a user there may be at a time. */
export const MAX_ARTICLES = 1_000;

/** Who changes something, and when. */
export interface Author {
  readonly uid: number;
  readonly ownerUid: number;
  readonly at: Instant;
}

export type ArticleContent = Pick<Article, "title" | "brief" | "body" | "images" | "isDraft" | "publishAt">;

/** An article as everybody sees it. */
export interface PublishedArticle {
  readonly article: Article;
  /** The name of who wrote it. */
  readonly author: string;
}

/** The earnings of one article, or of all articles in one month. */
export interface Earned {
  readonly views: number;
  readonly amount: bigint;
}

export interface EarningsView {
  readonly paid: bigint;
  readonly pending: bigint;
  /** Those that have brought the most, at most 1,000. */
  readonly articles: readonly (Earned & { readonly id: number; readonly title: string })[];
  /** The latest 120 months, newest first; `month` is its first day. */
  readonly months: readonly (Earned & { readonly month: string })[];
}

/** Unpaid views of one article in one month. */
export interface UnpaidViews {
  readonly articleId: number;
  readonly month: string;
}

export interface ArticleStore {
  /** Undefined when the user has too many. */
  create(by: Author, content: ArticleContent): Promise<Article | undefined>;
  /** One of the user's own. */
  find(uid: number, id: number): Promise<Article | undefined>;
  edit(by: Author, id: number, content: ArticleContent): Promise<Article | undefined>;
  /** Deletes the text and images; answers whether the article existed. */
  remove(by: Author, id: number): Promise<boolean>;
  /** A page of the user's own, newest first, without bodies, and how many there are. */
  list(uid: number, page: Page): Promise<{ readonly articles: Article[]; readonly total: number }>;
  /** Rejects for that reason; without a reason restores. Undefined when the article does not exist. */
  review(adminUid: number, id: number, reason: string | undefined, at: Instant): Promise<Article | undefined>;

  /** A page of what is published, newest first, without bodies; `titleContains` ignores case. */
  listPublished(
    titleContains: string,
    page: Page,
    now: Instant,
  ): Promise<{ readonly articles: PublishedArticle[]; readonly total: number }>;
  findPublished(
    id: number,
    now: Instant,
  ): Promise<(PublishedArticle & { readonly nextId: number | null; readonly previousId: number | null }) | undefined>;

  /** The salt of a day; `fresh` becomes it when the day has none yet. */
  saltOf(day: string, fresh: Uint8Array): Promise<Buffer>;
  /** Counts a view unless this reader has been counted on that day. Answers whether it was. */
  recordView(articleId: number, day: string, hashes: ReaderHashes): Promise<boolean>;
  /** Forgets readers and salts of days before that one, some at a time; answers how many. */
  forgetReaders(before: string): Promise<number>;

  earnings(uid: number, rate: ArticleRate): Promise<EarningsView>;
  /** The debts of months before that one, after `last`, at most 500. Rejected articles are owed nothing. */
  listUnpaid(before: string, last: UnpaidViews | undefined): Promise<UnpaidViews[]>;
  /** Pays for one article and month through the ledger, once. Answers what was paid now, 0 when it was before. */
  pay(views: UnpaidViews, rate: ArticleRate, at: Instant): Promise<bigint>;
}
