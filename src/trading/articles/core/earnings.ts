/** The value of views. */
import type { Article } from "./article.ts";

export interface ArticleRate {
  /** Code of the currency, such as `USD`. */
  readonly currency: string;
  /** For a thousand views, in units of 1e-8; not below 0. */
  readonly perThousand: bigint;
}

/** What an article has brought: what was paid, and what is pending at this rate. A rejected article is not paid. */
export function articleEarnings(
  { paid, unpaidViews, rejection }: Pick<Article, "paid" | "unpaidViews" | "rejection">,
  rate: ArticleRate,
): bigint {
  return rejection ? paid : unpaidViews.reduce((sum, views) => sum + earningsOf(views, rate), paid);
}

/** The earnings of this many views of one article in one month, in units of 1e-8, rounded down. */
export function earningsOf(views: number, { perThousand }: ArticleRate): bigint {
  return (BigInt(views) * perThousand) / 1000n;
}
