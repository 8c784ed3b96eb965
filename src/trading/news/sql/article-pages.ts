/** Pages of articles that are still to be asked for a brief. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { assertFence, type Lease } from "../../../kit/sql/lease.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { FeedStore, FoundBrief, PageDue } from "../store.ts";
import { editWords } from "./article-words.ts";
import { noteQuietSite } from "./feed-state.ts";
import { recordChanges } from "./news-changes.ts";
import { lockGate } from "./news-gate.ts";
import { enqueueArticles } from "./news-tellings.ts";
import { insertMatches } from "./news-terms.ts";

/** Pages that are asked again, after an edit. Those of new articles are noted with the article. */
export async function insertPagesDue(
  tx: Transaction,
  articleIds: readonly number[],
  source: string,
  at: Instant,
): Promise<void> {
  await tx.execute({
    name: "trading.insertNewsPagesDue",
    text: `insert into trading.news_pages_due (article_id, source, due_at)
      select article_id, $2, $3::timestamptz from unnest($1::bigint[]) as given (article_id)
      on conflict (article_id) do update set due_at = excluded.due_at, tries = 0`,
    values: [articleIds, source, timestamp(at)],
  });
}

/** The one that is due for longest. */
export async function findPageDue(
  db: Queryable,
  sources: readonly string[],
  at: Instant,
): Promise<PageDue | undefined> {
  const [row] = await db.query<{ id: number; url: string; title: string; language: string; tries: number }>({
    name: "trading.findNewsPageDue",
    text: `select a.id, a.url, a.title, a.language, due.tries
      from trading.news_pages_due due join trading.news_articles a on a.id = due.article_id
      where due.source = any ($1::text[]) and due.due_at <= $2::timestamptz order by due.due_at limit 1`,
    values: [sources, timestamp(at)],
  });
  return row && { articleId: row.id, url: row.url, title: row.title, language: row.language, tries: row.tries };
}

/** One transaction under the fence, and behind the gate, as with a new article. */
export async function saveBrief(
  db: Database,
  lease: Lease,
  { articleId, words, termVersion, at }: FoundBrief,
): Promise<void> {
  await db.transaction(async (tx) => {
    await assertFence(tx, lease.name, lease.fence);
    const isCurrent = (await lockGate(tx)) === termVersion;
    await editWords(tx, [{ articleId, words }], undefined);
    const newerThan = isCurrent ? undefined : termVersion;
    const { termIds, padded } = words;
    const found = await insertMatches(tx, [{ articleId, termIds, padded }], { at, newerThan });
    await deletePageDue(tx, articleId);
    await recordChanges(tx, "article", [articleId]);
    await enqueueArticles(tx, found);
  });
}

/** Stores the outcome of a try that brought nothing. */
export async function savePageTry(
  db: Database,
  ...[lease, articleId, next, putOff]: Parameters<FeedStore["savePageTry"]>
): Promise<void> {
  await db.transaction(async (tx) => {
    await assertFence(tx, lease.name, lease.fence);
    if (putOff) await noteQuietSite(tx, putOff);
    if (!next) return deletePageDue(tx, articleId);
    await tx.execute({
      name: "trading.putOffNewsPage",
      text: "update trading.news_pages_due set tries = $2, due_at = $3 where article_id = $1",
      values: [articleId, next.tries, timestamp(next.nextAt)],
    });
  });
}

/** A page that was read, or could not be read too often. */
async function deletePageDue(tx: Transaction, articleId: number): Promise<void> {
  await tx.execute({
    name: "trading.deleteNewsPageDue",
    text: "delete from trading.news_pages_due where article_id = $1",
    values: [articleId],
  });
}
