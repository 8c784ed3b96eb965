/** What an article says when it is first seen: all that strategies ever know of it. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { fromMillis, type Instant } from "../../../kit/time/instant.ts";
import type { MatchedArticle } from "../store.ts";

/** Of an article that names a currency; conditions look at no other. */
export async function recordFirstSight(
  tx: Transaction,
  id: number,
  article: MatchedArticle,
  at: Instant,
): Promise<void> {
  if (article.currencies.length === 0) return;
  await tx.execute({
    name: "trading.recordFirstSightOfNews",
    text: `insert into trading.news_first_sights (article_id, seen_at, impact_at, language, currencies, tones)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [
      id,
      timestamp(at),
      article.impactMs === undefined ? null : timestamp(fromMillis(article.impactMs)),
      article.language,
      article.currencies,
      JSON.stringify(article.tones),
    ],
  });
}
