/** A row of trading.articles and the article that it is. */
import type { Instant } from "../../../kit/time/instant.ts";
import type { Article } from "../core/article.ts";

/** Of articles `a`, without their bodies. */
export const SHORT_COLUMNS = `a.id, a.uid, a.owner_uid, a.title, a.brief, a.images, a.is_draft, a.publish_at,
  a.rejected_at, a.rejection_reason, a.created_at, a.updated_at,
  (select coalesce(sum(v.views), 0)::bigint from trading.article_views v where v.article_id = a.id) as views,
  (select coalesce(sum(v.paid), 0)::numeric(38, 0) from trading.article_views v where v.article_id = a.id) as paid,
  (select coalesce(jsonb_agg(v.views), '[]') from trading.article_views v
    where v.article_id = a.id and v.paid is null) as unpaid_views`;

export const COLUMNS = `${SHORT_COLUMNS}, a.body`;

/** Of articles `a`: what everybody sees at the moment `$1`. */
export const IS_PUBLISHED = `not a.is_draft and a.rejected_at is null and a.deleted_at is null and a.publish_at <= $1`;

export interface ArticleRow {
  readonly id: number;
  readonly uid: number;
  readonly owner_uid: number;
  readonly title: string;
  readonly brief: string;
  readonly body?: string;
  readonly images: readonly string[];
  readonly is_draft: boolean;
  readonly publish_at: Instant;
  readonly rejected_at: Instant | null;
  readonly rejection_reason: string | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly views: number;
  readonly paid: string;
  /** JSON: an array with a number for each month. */
  readonly unpaid_views: string;
}

/** The body is empty where the query has left it out. */
export function articleOf(row: ArticleRow): Article {
  const { rejected_at: at, rejection_reason: reason } = row;
  return {
    id: row.id,
    uid: row.uid,
    ownerUid: row.owner_uid,
    title: row.title,
    brief: row.brief,
    body: row.body ?? "",
    images: row.images,
    isDraft: row.is_draft,
    publishAt: row.publish_at,
    rejection: at === null || reason === null ? null : { at, reason },
    views: row.views,
    paid: BigInt(row.paid),
    unpaidViews: JSON.parse(row.unpaid_views) as number[],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
