/** An article as its author sees it. */
import { Type, type Static } from "typebox";
import { formatAmount } from "../../kit/money/amount.ts";
import { toSeconds, type Instant } from "../../kit/time/instant.ts";
import { decimal, id, seconds } from "../shapes.ts";
import { ARTICLE_STATES, articleState, type Article } from "./core/article.ts";
import { articleEarnings, type ArticleRate } from "./core/earnings.ts";

const members = {
  id,
  title: Type.String(),
  brief: Type.String(),
  images: Type.Array(Type.String(), { maxItems: 6 }),
  state: Type.Enum([...ARTICLE_STATES]),
  rejection_reason: Type.Union([Type.String(), Type.Null()]),
  publishdate: seconds,
  views: Type.Integer({ minimum: 0 }),
  earnings: Type.Unsafe<string>({ ...decimal, description: "What was paid, and what is pending at the rate of today" }),
  url: Type.String(),
  time_created: seconds,
  last_updated: seconds,
} as const;

export const articleSummary = Type.Object(members, { title: "ArticleSummary" });
export const articleShape = Type.Object(
  { ...members, body: Type.String({ description: "HTML" }) },
  { title: "Article" },
);

export interface ShowContext {
  readonly now: Instant;
  readonly apiUrl: string;
  readonly articleRate: ArticleRate;
}

export function showSummary(
  article: Article,
  { now, apiUrl, articleRate }: ShowContext,
): Static<typeof articleSummary> {
  return {
    id: String(article.id),
    title: article.title,
    brief: article.brief,
    images: [...article.images],
    state: articleState(article, now),
    rejection_reason: article.rejection?.reason ?? null,
    publishdate: toSeconds(article.publishAt),
    views: article.views,
    earnings: formatAmount(articleEarnings(article, articleRate)),
    url: articleUrl(apiUrl, article.id),
    time_created: toSeconds(article.createdAt),
    last_updated: toSeconds(article.updatedAt),
  };
}

export function showArticle(article: Article, context: ShowContext): Static<typeof articleShape> {
  return { ...showSummary(article, context), body: article.body };
}

/** Where everybody reads it. */
export function articleUrl(apiUrl: string, articleId: number): string {
  return `${apiUrl}/public/fetch-articles?article_id=${articleId}`;
}
