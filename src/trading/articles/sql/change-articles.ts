/** Articles are written, changed, removed and judged, each with its line in the trail. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordDeed } from "../../audit/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import { lockUser } from "../../users/index.ts";
import type { Article } from "../core/article.ts";
import { reviewMail } from "../core/review-mail.ts";
import { MAX_ARTICLES, type ArticleContent, type Author } from "../store.ts";
import { articleOf, COLUMNS, type ArticleRow } from "./article-row.ts";
import { countArticles } from "./read-articles.ts";

/** A new article; undefined when the user has too many: counted after the user's row is locked. */
export async function createArticle(
  tx: Transaction,
  by: Author,
  content: ArticleContent,
): Promise<Article | undefined> {
  await lockUser(tx, by.uid);
  if ((await countArticles(tx, by.uid)) >= MAX_ARTICLES) return undefined;
  const { title, brief, body, images, isDraft, publishAt } = content;
  const [row] = await tx.query<ArticleRow>({
    name: "trading.insertArticle",
    text: `insert into trading.articles as a
        (uid, owner_uid, title, brief, body, images, is_draft, publish_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning ${COLUMNS}`,
    values: [by.uid, by.ownerUid, title, brief, body, images, isDraft, timestamp(publishAt), timestamp(by.at)],
  });
  invariant(row, "an inserted article is returned");
  await recordDeed(tx, by, "article.create", row.id, { title });
  return articleOf(row);
}

/** Everything of one of the user's own that can be changed. Rejected articles stay rejected. */
export async function editArticle(
  tx: Transaction,
  by: Author,
  id: number,
  content: ArticleContent,
): Promise<Article | undefined> {
  const { title, brief, body, images, isDraft, publishAt } = content;
  const [row] = await tx.query<ArticleRow>({
    name: "trading.editArticle",
    text: `update trading.articles as a
      set title = $3, brief = $4, body = $5, images = $6, is_draft = $7, publish_at = $8, updated_at = $9
      where a.id = $1 and a.uid = $2 and a.deleted_at is null returning ${COLUMNS}`,
    values: [id, by.uid, title, brief, body, images, isDraft, timestamp(publishAt), timestamp(by.at)],
  });
  if (!row) return undefined;
  await recordDeed(tx, by, "article.edit", id, { title });
  return articleOf(row);
}

/** Text and images are deleted; the title stays beside the earnings of its views. */
export async function removeArticle(tx: Transaction, by: Author, id: number): Promise<boolean> {
  const removed = await tx.execute({
    name: "trading.removeArticle",
    text: `update trading.articles set brief = '', body = '', images = '{}', deleted_at = $3, updated_at = $3
      where id = $1 and uid = $2 and deleted_at is null`,
    values: [id, by.uid, timestamp(by.at)],
  });
  if (removed === 0) return false;
  await recordDeed(tx, by, "article.delete", id, {});
  return true;
}

/**
 * An admin rejects an article, or takes that back. The trail of the author's account records it, and the author is
 * notified.
 */
export async function reviewArticle(
  tx: Transaction,
  adminUid: number,
  id: number,
  reason: string | undefined,
  at: Instant,
): Promise<Article | undefined> {
  const before = await lockReview(tx, id);
  if (!before) return undefined;
  const [row] = await tx.query<ArticleRow>({
    name: "trading.reviewArticle",
    text: `update trading.articles as a
      set rejected_at = case when $2::text is null then null else $3::timestamptz end, rejection_reason = $2
      where a.id = $1 and a.deleted_at is null returning ${COLUMNS}`,
    values: [id, reason ?? null, timestamp(at)],
  });
  invariant(row, "a locked article is there");
  const action = reason === undefined ? "article.restore" : "article.reject";
  await recordDeed(tx, { uid: adminUid, ownerUid: row.owner_uid, at }, action, id, { reason: reason ?? null });
  const article = articleOf(row);
  if (before.is_open && before.rejection_reason !== (reason ?? null)) {
    await enqueueMail(tx, { to: before.email, ...reviewMail(before.name, article), uid: before.uid, at });
  }
  return article;
}

interface ReviewRow {
  readonly uid: number;
  readonly name: string;
  readonly email: string;
  /** Closed accounts receive no mail. */
  readonly is_open: boolean;
  readonly rejection_reason: string | null;
}

/** How an article was judged before, held until the transaction ends, and who has written it. */
async function lockReview(tx: Transaction, id: number): Promise<ReviewRow | undefined> {
  const [row] = await tx.query<ReviewRow>({
    name: "trading.lockArticleReview",
    text: `select a.uid, a.rejection_reason, u.name, u.email, u.closed_at is null as is_open
      from trading.articles a join trading.users u on u.id = a.uid
      where a.id = $1 and a.deleted_at is null for no key update of a`,
    values: [id],
  });
  return row;
}
