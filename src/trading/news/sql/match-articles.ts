import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";

/**
 * Which keywords of users are in an article. An edit adds those that it brings.
 *
 * @returns those that were not found in it before
 */
export async function insertMatches(
  tx: Transaction,
  articleId: number,
  keywordIds: readonly number[],
  at: Instant,
): Promise<readonly number[]> {
  if (keywordIds.length === 0) return [];
  const rows = await tx.query<{ id: number }>({
    name: "trading.insertNewsMatches",
    text: `with matched as (
        insert into trading.news_keyword_matches (keyword_id, article_id)
        select id, $1 from trading.news_keywords where id = any ($2::bigint[])
        on conflict do nothing returning keyword_id
      )
      update trading.news_keywords set articles = articles + 1, last_match_at = $3::timestamptz
      where id in (select keyword_id from matched) returning id`,
    values: [articleId, keywordIds, timestamp(at)],
  });
  return rows.map(({ id }) => id);
}
