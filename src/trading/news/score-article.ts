/** How relevant an article is to a market. */
import { toMillis } from "../../kit/time/instant.ts";
import { relevanceOf } from "./core/relevance.ts";
import { paddedWords, wordsOf } from "./core/words.ts";
import type { NewsRules } from "./deps.ts";
import type { ImpactData, StoredArticle } from "./store.ts";

export interface ScoredMarket {
  /** The code of its base currency. */
  readonly base: string;
  /** Pair id: `btcusdt`. */
  readonly pair: string;
}

/** @param nowMs from which the article's age counts, in milliseconds */
export function scoreArticle(
  article: StoredArticle,
  { base, pair }: ScoredMarket,
  { watchlist, weightOf }: Pick<NewsRules, "watchlist" | "weightOf">,
  nowMs: number,
): number {
  const title = paddedWords(wordsOf(article.title));
  const ways = watchlist.find(({ currency }) => currency === base)?.words ?? [];
  const moves = [...article.impacts.values()].map((data) => Math.abs((JSON.parse(data) as ImpactData)[pair]?.z ?? 0));
  return relevanceOf({
    ageMs: nowMs - toMillis(article.publishedAt),
    isInTitle: ways.some((way) => title.includes(paddedWords(wordsOf(way)))),
    weight: weightOf(article.source),
    z: Math.max(0, ...moves),
    echoes: article.echoes,
  });
}
