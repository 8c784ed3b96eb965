/** Secret addresses of keywords, and what feed readers find there. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS } from "../../../kit/time/spans.ts";
import { recordDeed } from "../../audit/index.ts";
import { planOf } from "../../billing/index.ts";
import type { KeywordStore, ReadFeed } from "../keyword-store.ts";
import type { StoredArticle } from "../store.ts";
import { ARTICLE_COLUMNS, storedArticles, type ArticleRow } from "./read-articles.ts";

/** How old an article of a feed is at most. */
const SPAN_DAYS = 30;

/** When it was read is noted once in this time: readers come every few minutes. */
const NOTED_MS = HOUR_MS;

/** From now on the address before is unknown. */
export async function setFeed(
  db: Database,
  ...[user, keywordId, tokenHash, at]: Parameters<KeywordStore["setFeed"]>
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const made = await tx.execute({
      name: "trading.setNewsKeywordFeed",
      text: `insert into trading.news_keyword_feeds (keyword_id, token_hash, created_at)
        select id, $3, $4 from trading.news_keywords where uid = $1 and id = $2
        on conflict (keyword_id) do update
          set token_hash = excluded.token_hash, created_at = excluded.created_at, read_at = null`,
      values: [user.uid, keywordId, tokenHash, timestamp(at)],
    });
    if (made === 1) await recordDeed(tx, { ...user, at }, "news.feed_create", keywordId, {});
    return made === 1;
  });
}

/** From now on the address is unknown. */
export async function removeFeed(
  db: Database,
  ...[user, keywordId, at]: Parameters<KeywordStore["removeFeed"]>
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const removed = await tx.execute({
      name: "trading.removeNewsKeywordFeed",
      text: `delete from trading.news_keyword_feeds f using trading.news_keywords k
        where k.id = f.keyword_id and k.uid = $1 and k.id = $2`,
      values: [user.uid, keywordId],
    });
    if (removed === 1) await recordDeed(tx, { ...user, at }, "news.feed_delete", keywordId, {});
    return removed === 1;
  });
}

/** Of users who are let in alone. */
export async function findFeed(db: Database, tokenHash: Buffer, at: Instant): Promise<ReadFeed | undefined> {
  const [row] = await db.query<{ id: number; name: string; owner_uid: number; read_at: Instant | null }>({
    name: "trading.findNewsKeywordFeed",
    text: `select k.id, k.name, k.owner_uid, f.read_at
      from trading.news_keyword_feeds f join trading.news_keywords k on k.id = f.keyword_id
        join trading.users u on u.id = k.uid and u.is_active and u.closed_at is null
        join trading.users o on o.id = k.owner_uid and o.is_active and o.closed_at is null
      where f.token_hash = $1`,
    values: [tokenHash],
  });
  if (!row) return undefined;
  if (row.read_at === null || plusMillis(row.read_at, NOTED_MS) <= at) await noteRead(db, row.id, at);
  return { keywordId: row.id, name: row.name, planId: (await planOf(db, row.owner_uid)).id };
}

/** So that its user sees whether an address is in use. */
async function noteRead(q: Queryable, keywordId: number, at: Instant): Promise<void> {
  await q.execute({
    name: "trading.noteNewsKeywordFeedRead",
    text: "update trading.news_keyword_feeds set read_at = $2 where keyword_id = $1",
    values: [keywordId, timestamp(at)],
  });
}

/** The articles of a feed. */
export async function listFeed(
  db: Database,
  ...[keywordId, { languages, until, limit }]: Parameters<KeywordStore["listFeed"]>
): Promise<StoredArticle[]> {
  const rows = await db.query<ArticleRow>({
    name: "trading.listNewsOfFeed",
    text: `select ${ARTICLE_COLUMNS} from trading.news_articles a
      where a.first_seen_at <= $2::timestamptz and a.first_seen_at > $3::timestamptz and a.language = any ($4::text[])
        and exists (select from trading.news_keyword_matches m where m.keyword_id = $1 and m.article_id = a.id)
      order by a.first_seen_at desc, a.id desc limit $5`,
    values: [keywordId, timestamp(until), timestamp(plusMillis(until, -SPAN_DAYS * DAY_MS)), languages, limit],
  });
  return storedArticles(db, rows, false);
}
