/** Articles as they are pushed to followers. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import type { NewsWireStore, WireScope } from "../news-wire.ts";
import { findNewestChange, listChanges, readChangesEnd } from "./news-changes.ts";
import { ARTICLE_COLUMNS, storedArticles, type ArticleRow } from "./read-articles.ts";

/** The first articles shown are at most this old. */
const SPAN = "interval '1 day'";

/** @param languages articles in other languages are not shown */
export function newsWireStore(db: Database, languages: readonly string[]): NewsWireStore {
  return {
    readNewest: (scope, tier, limit) =>
      db.snapshot(async (tx) => {
        const rows = await listNewest(tx, scope, languages, tier.lateMs, limit);
        const articles = await storedArticles(tx, rows, tier.hasSubscription);
        const { serverRun } = await readChangesEnd(tx);
        return { articles: articles.toReversed(), changeId: await findNewestChange(tx, tier.lateMs), serverRun };
      }),
    readEnd: () => readChangesEnd(db),
    findNewestChange: (ageMs) => findNewestChange(db, ageMs),
    listChanges: (after, { hasSubscription, lateMs }, limit) =>
      listChanges(db, after, { kinds: hasSubscription ? ["article", "impact"] : ["article"], lateMs }, limit),
    readArticles: async (ids, { hasSubscription }) =>
      storedArticles(db, await listByIds(db, ids, languages), hasSubscription),
    listMatches: (articleIds, keywordIds) => listMatches(db, articleIds, keywordIds),
  };
}

/** The first message of a channel, newest article first. */
async function listNewest(
  q: Queryable,
  scope: WireScope,
  languages: readonly string[],
  lateMs: number,
  limit: number,
): Promise<ArticleRow[]> {
  return q.query<ArticleRow>({
    name: "trading.listNewestNews",
    text: `select ${ARTICLE_COLUMNS} from trading.news_articles a
      where a.first_seen_at > now() - ${SPAN} and a.language = any ($1::text[])
        and ($2::text is null or $2::text = any (a.keywords))
        and ($3::bigint is null or exists (
          select from trading.news_keyword_matches m where m.keyword_id = $3::bigint and m.article_id = a.id))
        and ($4::bigint = 0 or exists (select from trading.news_changes c
          where c.article_id = a.id and c.recorded_at <= now() - $4::bigint * interval '1 millisecond'))
      order by a.first_seen_at desc, a.id desc limit $5`,
    values: [languages, scope.watched ?? null, scope.keywordId ?? null, lateMs, limit],
  });
}

/** Articles that have changed. One that was trimmed in the meantime is left out. */
async function listByIds(q: Queryable, ids: readonly number[], languages: readonly string[]): Promise<ArticleRow[]> {
  return q.query<ArticleRow>({
    name: "trading.listNewsByIds",
    text: `select ${ARTICLE_COLUMNS} from trading.news_articles a
      where a.id = any ($1::bigint[]) and a.language = any ($2::text[])`,
    values: [ids, languages],
  });
}

/** Which of these articles are of which of these keywords. */
async function listMatches(
  q: Queryable,
  articleIds: readonly number[],
  keywordIds: readonly number[],
): Promise<{ readonly articleId: number; readonly keywordId: number }[]> {
  if (keywordIds.length === 0) return [];
  const rows = await q.query<{ article_id: number; keyword_id: number }>({
    name: "trading.listFollowedNewsMatches",
    text: `select article_id, keyword_id from trading.news_keyword_matches
      where article_id = any ($1::bigint[]) and keyword_id = any ($2::bigint[])`,
    values: [articleIds, keywordIds],
  });
  return rows.map(({ article_id, keyword_id }) => ({ articleId: article_id, keywordId: keyword_id }));
}
