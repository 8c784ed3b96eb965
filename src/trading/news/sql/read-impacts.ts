/** Prices after articles, one time at a time. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";

/** The moves of these that are measured by now. */
export async function readImpacts(
  q: Queryable,
  asked: readonly { readonly articleId: number; readonly seconds: number }[],
): Promise<{ article_id: number; seconds: number; data: string; measured_at: Instant }[]> {
  if (asked.length === 0) return [];
  return q.query({
    name: "trading.readNewsImpacts",
    text: `select asked.article_id, asked.seconds, split_part(i.data, E'\\n', place) as data, i.measured_at[place] as measured_at
      from unnest($1::bigint[], $2::integer[]) as asked (article_id, seconds)
      join trading.news_article_impacts i using (article_id), array_position(i.seconds, asked.seconds) as place
      where place is not null`,
    values: [asked.map(({ articleId }) => articleId), asked.map(({ seconds }) => seconds)],
  });
}
