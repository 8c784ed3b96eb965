// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { Article, ArticleSummary, PublishedArticle } from "./schemas.ts";

export interface CreateArticleParams {
  /** Plain text. */
  title: string;
  /** Plain text. */
  brief: string;
  /** HTML with paragraphs, headings, lists, quotes, code and links, or plain text. */
  body: string;
  /** When it is published, in seconds since 1970; at once if that is over. 100000 to 8900000000. */
  publishdate: number;
  /** Address (https) of a PNG, JPEG, GIF, WebP or AVIF image. */
  image1?: string;
  /** Address (https) of a PNG, JPEG, GIF, WebP or AVIF image. */
  image2?: string;
  /** Address (https) of a PNG, JPEG, GIF, WebP or AVIF image. */
  image3?: string;
  /** Address (https) of a PNG, JPEG, GIF, WebP or AVIF image. */
  image4?: string;
  /** Address (https) of a PNG, JPEG, GIF, WebP or AVIF image. */
  image5?: string;
  /** Address (https) of a PNG, JPEG, GIF, WebP or AVIF image. */
  image6?: string;
  /** Not published, whatever its date says. */
  draft?: boolean;
}

export interface CreateArticleResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  article: Article;
}

export interface ListArticlesParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListArticlesResult {
  articles: ArticleSummary[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface GetArticleParams {
  /** An id, as lists show it. */
  id: string;
}

export interface EditArticleParams {
  /** An id, as lists show it. */
  id: string;
  /** Plain text. */
  title: string;
  /** Plain text. */
  brief: string;
  /** HTML with paragraphs, headings, lists, quotes, code and links, or plain text. */
  body: string;
  /** When it is published, in seconds since 1970; at once if that is over. 100000 to 8900000000. */
  publishdate?: number;
  /** Address (https) of a PNG, JPEG, GIF, WebP or AVIF image. */
  image1?: string;
  /** Address (https) of a PNG, JPEG, GIF, WebP or AVIF image. */
  image2?: string;
  /** Address (https) of a PNG, JPEG, GIF, WebP or AVIF image. */
  image3?: string;
  /** Address (https) of a PNG, JPEG, GIF, WebP or AVIF image. */
  image4?: string;
  /** Address (https) of a PNG, JPEG, GIF, WebP or AVIF image. */
  image5?: string;
  /** Address (https) of a PNG, JPEG, GIF, WebP or AVIF image. */
  image6?: string;
  /** Not published, whatever its date says. */
  draft?: boolean;
}

export interface EditArticleResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  article: Article;
}

export interface ReviewArticleParams {
  /** An id, as lists show it. */
  id: string;
  decision: "reject" | "restore";
  /** Needed to reject. */
  reason?: string;
}

export interface ReviewArticleResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  article: Article;
}

export interface FetchArticlesParams {
  /** An article; 0 lists them. Default: "0". */
  article_id?: string;
  /** Only such titles; 0 or nothing for all. Default: "0". */
  title_contains?: string;
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export type FetchArticlesResult = {
  articles: PublishedArticle[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
} | {
  /** An id, as lists show it. */
  article_id: string;
  title: string;
  brief: string;
  author: string;
  url: string;
  /** Seconds since 1970. */
  time_published: number;
  /** HTML. */
  body: string;
  images: string[];
  next_id: string | null;
  previous_id: string | null;
};

export interface CheckEarningsResult {
  currency: string;
  /** Decimal, 8 places. */
  total: string;
  /** Decimal, 8 places. */
  paid: string;
  /** Decimal, 8 places. */
  pending: string;
  /** Those that have earned the most first, deleted ones too; at most 1,000. */
  articles: {
    /** An id, as lists show it. */
    id: string;
    title: string;
    views: number;
    /** Decimal, 8 places. */
    earnings: string;
  }[];
  /** The latest first; at most 120. */
  by_month: {
    /** 2026-03. */
    month: string;
    views: number;
    /** Decimal, 8 places. */
    earnings: string;
  }[];
}

export interface DeleteArticleParams {
  /** An id, as lists show it. */
  id: string;
}

export interface DeleteArticleResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface ArticlesOperations {
  /**
   * Write an article. It is published at its date. Images are looked at once, now. Elements that articles may not
   * have are taken out of the body.
   */
  createArticle(params: CreateArticleParams, options?: ChangeOptions): Promise<CreateArticleResult>;
  /** List one's own articles. Newest first, in every state, without their bodies. */
  listArticles: Paged<ListArticlesParams | undefined, ListArticlesResult, ArticleSummary>;
  /** Read one's own article. In every state, with its body. The author does not count as a reader here. */
  getArticle(params: GetArticleParams, options?: CallOptions): Promise<Article>;
  /**
   * Change an article. Its texts, and what else is given: an image replaces the one in its place, and an empty one
   * takes it away. A rejected article stays rejected.
   */
  editArticle(params: EditArticleParams, options?: ChangeOptions): Promise<EditArticleResult>;
  /**
   * Reject or restore an article. A rejected article is shown to its author alone, with the reason, and earns nothing
   * while it is.
   */
  reviewArticle(params: ReviewArticleParams, options?: ChangeOptions): Promise<ReviewArticleResult>;
  /**
   * Read articles. Without an id, a page of what is published, newest first. With one, that article; a reader is
   * counted for it once a day, by a hash that cannot be undone once the day is over.
   */
  fetchArticles: Paged<FetchArticlesParams | undefined, FetchArticlesResult, PublishedArticle>;
  /**
   * See what articles have earned. A reader counts once a day for each article. The earnings of a month are paid to
   * the account's ledger after its end, at the rate of that day; what is pending is shown at today's. Rejected
   * articles are paid nothing more, and a disabled account is paid once it is enabled.
   */
  checkEarnings(params?: Record<string, never>, options?: CallOptions): Promise<CheckEarningsResult>;
  /** Delete an article. Its texts and images are deleted. The earnings of its views are paid all the same. */
  deleteArticle(params: DeleteArticleParams, options?: ChangeOptions): Promise<DeleteArticleResult>;
}
