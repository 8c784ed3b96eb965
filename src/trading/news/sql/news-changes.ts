/** Changes of articles, in the order of their commits: the push and notifications of users follow it. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { runOfTable, type NumbersEnd } from "../../../kit/sql/numbers-end.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";

/** `article`: it is new, or its words have changed. `impact`: something of it was measured. */
export type ChangeKind = "article" | "impact";

export interface NewsChange {
  readonly id: number;
  readonly articleId: number;
}

const TRIMMED_AT_ONCE = 5_000;

/** The gate is locked by now, and until the transaction ends. */
export async function recordChanges(tx: Transaction, kind: ChangeKind, articleIds: readonly number[]): Promise<void> {
  if (articleIds.length === 0) return;
  await tx.execute({
    name: "trading.recordNewsChanges",
    text: `insert into trading.news_changes (article_id, kind)
      select article_id, $2 from unnest($1::bigint[]) with ordinality as given (article_id, place) order by place`,
    values: [articleIds, kind],
  });
}

/**
 * The changes after one, oldest first.
 *
 * @param lateMs what is younger is left out, milliseconds
 */
export async function listChanges(
  q: Queryable,
  after: number,
  { kinds, lateMs }: { readonly kinds: readonly ChangeKind[]; readonly lateMs: number },
  limit: number,
): Promise<NewsChange[]> {
  const rows = await q.query<{ id: number; article_id: number }>({
    name: "trading.listNewsChanges",
    text: `select id, article_id from trading.news_changes
      where id > $1 and kind = any ($2::text[])
        and ($3::bigint = 0 or recorded_at <= now() - $3::bigint * interval '1 millisecond')
      order by id limit $4`,
    values: [after, kinds, lateMs, limit],
  });
  return rows.map(({ id, article_id }) => ({ id, articleId: article_id }));
}

/** The newest change that is so old; 0 where there is none. */
export async function findNewestChange(q: Queryable, lateMs: number): Promise<number> {
  const [row] = await q.query<{ id: number }>({
    name: "trading.findNewestNewsChange",
    text: `select coalesce(max(id), 0) as id from trading.news_changes
      where $1::bigint = 0 or recorded_at <= now() - $1::bigint * interval '1 millisecond'`,
    values: [lateMs],
  });
  return row?.id ?? 0;
}

/** The newest change. */
export async function readChangesEnd(q: Queryable): Promise<NumbersEnd> {
  const [row] = await q.query<NumbersEnd>({
    name: "trading.readNewsChangesEnd",
    text: `select ${runOfTable("trading.news_changes")} as "serverRun", coalesce(max(id), 0) as newest from trading.news_changes`,
  });
  invariant(row, "a select of a maximum answers a row");
  return row;
}

/** The oldest changes, some at a time. Answers how many. */
export async function trimChanges(q: Queryable, before: Instant): Promise<number> {
  return q.execute({
    name: "trading.trimNewsChanges",
    text: `delete from trading.news_changes where id in (
      select id from trading.news_changes where recorded_at < $1::timestamptz order by recorded_at limit ${TRIMMED_AT_ONCE})`,
    values: [timestamp(before)],
  });
}

/** Records of who was notified of articles that are no longer sent, some at a time. Answers how many. */
export async function trimNotices(q: Queryable, before: Instant): Promise<number> {
  return q.execute({
    name: "trading.trimNewsNotices",
    text: `delete from trading.news_notices where (article_id, uid) in (
      select n.article_id, n.uid from trading.news_notices n join trading.news_articles a on a.id = n.article_id
      where a.first_seen_at < $1::timestamptz order by n.article_id limit ${TRIMMED_AT_ONCE})`,
    values: [timestamp(before)],
  });
}
