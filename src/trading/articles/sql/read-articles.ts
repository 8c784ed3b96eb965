/** Articles as their authors and as everybody sees them. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import type { Article } from "../core/article.ts";
import type { PublishedArticle } from "../store.ts";
import { articleOf, COLUMNS, IS_PUBLISHED, SHORT_COLUMNS, type ArticleRow } from "./article-row.ts";

interface PublishedRow extends ArticleRow {
  readonly author: string;
}

/** One of the user's own. */
export async function findArticle(q: Queryable, uid: number, id: number): Promise<Article | undefined> {
  const [row] = await q.query<ArticleRow>({
    name: "trading.findArticle",
    text: `select ${COLUMNS} from trading.articles a where a.id = $1 and a.uid = $2 and a.deleted_at is null`,
    values: [id, uid],
  });
  return row && articleOf(row);
}

/** How many articles a user has, published or not. */
export async function countArticles(q: Queryable, uid: number): Promise<number> {
  const [row] = await q.query<{ count: number }>({
    name: "trading.countArticles",
    text: "select count(*) as count from trading.articles where uid = $1 and deleted_at is null",
    values: [uid],
  });
  return row?.count ?? 0;
}

/** A page of the user's own. */
export async function listArticles(q: Queryable, uid: number, page: Page) {
  const total = await countArticles(q, uid);
  const rows = await q.query<ArticleRow>({
    name: "trading.listArticles",
    text: `select ${SHORT_COLUMNS} from trading.articles a where a.uid = $1 and a.deleted_at is null
      order by a.id desc limit $2 offset $3`,
    values: [uid, page.limit, page.offset],
  });
  return { articles: rows.map(articleOf), total };
}

/** A page of what everybody sees. `position` finds a text as it is, which no pattern does. */
export async function listPublished(
  q: Queryable,
  titleContains: string,
  { limit, offset }: Page,
  now: Instant,
): Promise<{ articles: PublishedArticle[]; total: number }> {
  const [counted] = await q.query<{ count: number }>({
    name: "trading.countPublished",
    text: `select count(*) as count from trading.articles a
      where ${IS_PUBLISHED} and position(lower($2) in lower(a.title)) > 0`,
    values: [timestamp(now), titleContains],
  });
  const rows = await q.query<PublishedRow>({
    name: "trading.listPublished",
    text: `select ${SHORT_COLUMNS}, u.name as author
      from trading.articles a join trading.users u on u.id = a.uid
      where ${IS_PUBLISHED} and position(lower($2) in lower(a.title)) > 0
      order by a.publish_at desc, a.id desc limit $3 offset $4`,
    values: [timestamp(now), titleContains, limit, offset],
  });
  return { articles: rows.map(publishedOf), total: counted?.count ?? 0 };
}

/** One that everybody sees, between the one after it and the one before. */
export async function findPublished(q: Queryable, id: number, now: Instant) {
  const [row] = await q.query<PublishedRow & { next_id: number | null; previous_id: number | null }>({
    name: "trading.findPublished",
    text: `with one as (
        select ${COLUMNS}, u.name as author
        from trading.articles a join trading.users u on u.id = a.uid
        where a.id = $2 and ${IS_PUBLISHED}
      )
      select one.id, one.uid, one.owner_uid, one.title, one.brief, one.body, one.images, one.is_draft, one.publish_at,
        one.rejected_at, one.rejection_reason, one.created_at, one.updated_at, one.views, one.paid, one.unpaid_views,
        one.author,
        (select a.id from trading.articles a
          where ${IS_PUBLISHED} and (a.publish_at, a.id) > (one.publish_at, one.id)
          order by a.publish_at, a.id limit 1) as next_id,
        (select a.id from trading.articles a
          where ${IS_PUBLISHED} and (a.publish_at, a.id) < (one.publish_at, one.id)
          order by a.publish_at desc, a.id desc limit 1) as previous_id
      from one`,
    values: [timestamp(now), id],
  });
  return row && { ...publishedOf(row), nextId: row.next_id, previousId: row.previous_id };
}

function publishedOf(row: PublishedRow): PublishedArticle {
  return { article: articleOf(row), author: row.author };
}
