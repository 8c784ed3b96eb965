/** The earnings of views: paid, and pending. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { postEntry } from "../../ledger/index.ts";
import { holdOpenAccount } from "../../users/index.ts";
import { earningsOf, type ArticleRate } from "../core/earnings.ts";
import type { EarningsView, UnpaidViews } from "../store.ts";

const UNPAID_BATCH = 500;
const SHOWN_ARTICLES = 1_000;
const SHOWN_MONTHS = 120;

/**
 * Views of the user `$1` at the rate `$2`, one row for each article and month: what was paid, else what it would
 * bring. Rejected articles earn nothing.
 */
const EARNED = `earned as (
    select a.id, a.title, v.month, v.views, coalesce(v.paid, 0) as paid,
      case when v.paid is null and a.rejected_at is null then div(v.views * $2::numeric, 1000) else 0 end as pending
    from trading.articles a join trading.article_views v on v.article_id = a.id where a.uid = $1
  )`;

/** Everything that the user's articles have brought, from one state of the database. */
export async function earningsView(tx: Transaction, uid: number, rate: ArticleRate): Promise<EarningsView> {
  const values = [uid, String(rate.perThousand)];
  const [sums] = await tx.query<{ paid: string; pending: string }>({
    name: "trading.sumArticleEarnings",
    text: `with ${EARNED}
      select coalesce(sum(paid), 0)::numeric(38, 0) as paid, coalesce(sum(pending), 0)::numeric(38, 0) as pending
      from earned`,
    values,
  });
  const articles = await tx.query<{ id: number; title: string; views: number; amount: string }>({
    name: "trading.listArticleEarnings",
    text: `with ${EARNED}
      select id, title, sum(views)::bigint as views, sum(paid + pending)::numeric(38, 0) as amount
      from earned group by id, title order by 4 desc, id desc limit ${SHOWN_ARTICLES}`,
    values,
  });
  const months = await tx.query<{ month: string; views: number; amount: string }>({
    name: "trading.listMonthEarnings",
    text: `with ${EARNED}
      select month, sum(views)::bigint as views, sum(paid + pending)::numeric(38, 0) as amount
      from earned group by month order by month desc limit ${SHOWN_MONTHS}`,
    values,
  });
  return {
    paid: BigInt(sums?.paid ?? 0),
    pending: BigInt(sums?.pending ?? 0),
    articles: articles.map((row) => ({ ...row, amount: BigInt(row.amount) })),
    months: months.map((row) => ({ ...row, amount: BigInt(row.amount) })),
  };
}

/** Of articles `a`: what is paid now. A disabled account is paid once it is enabled; what a closed one waits for is dropped. */
const IS_PAYABLE = `a.rejected_at is null and exists (select from trading.users owner
  where owner.id = a.owner_uid and (owner.is_active or owner.closed_at is not null))`;

/** The debts of months before that one, in order, after the last that was seen. */
export async function listUnpaid(q: Queryable, before: string, last: UnpaidViews | undefined): Promise<UnpaidViews[]> {
  const rows = await q.query<{ article_id: number; month: string }>({
    name: "trading.listUnpaidArticles",
    text: `select v.article_id, v.month from trading.article_views v join trading.articles a on a.id = v.article_id
      where v.paid_at is null and v.month < $1 and ${IS_PAYABLE}
        and ($2::date is null or (v.month, v.article_id) > ($2, $3::bigint))
      order by v.month, v.article_id limit ${UNPAID_BATCH}`,
    values: [before, last?.month ?? null, last?.articleId ?? null],
  });
  return rows.map((row) => ({ articleId: row.article_id, month: row.month }));
}

/**
 * The mark and the money in one transaction: neither is ever there alone. Views of an article whose author's account is
 * closed bring nothing.
 */
export async function payViews(
  tx: Transaction,
  { articleId, month }: UnpaidViews,
  rate: ArticleRate,
  at: Instant,
): Promise<bigint> {
  const row = await lockUnpaid(tx, articleId, month);
  if (!row) return 0n;
  const isPaid = await holdOpenAccount(tx, row.owner_uid);
  const amount = isPaid ? earningsOf(row.views, rate) : 0n;
  if (amount > 0n) {
    await postEntry(tx, {
      reference: `article:${articleId}:${month.slice(0, 7)}`,
      type: "article",
      ownerUid: row.owner_uid,
      description: `Article ${articleId}: ${row.views} views in ${month.slice(0, 7)}`,
      at,
      postings: [
        { account: "platform:rewards", currency: rate.currency, amount: -amount },
        { account: `user:${row.owner_uid}`, currency: rate.currency, amount },
      ],
    });
  }
  await markPaid(tx, { articleId, month }, amount, at);
  return amount;
}

/** The debt for one article and month, locked until the transaction ends; undefined for none. */
async function lockUnpaid(tx: Transaction, articleId: number, month: string) {
  const [row] = await tx.query<{ views: number; owner_uid: number }>({
    name: "trading.lockUnpaidArticle",
    text: `select v.views, a.owner_uid
      from trading.article_views v join trading.articles a on a.id = v.article_id
      where v.article_id = $1 and v.month = $2 and v.paid_at is null and ${IS_PAYABLE} for update of v`,
    values: [articleId, month],
  });
  return row;
}

/** From now on its views count no more. */
async function markPaid(tx: Transaction, { articleId, month }: UnpaidViews, paid: bigint, at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.markArticlePaid",
    text: "update trading.article_views set paid = $3, paid_at = $4 where article_id = $1 and month = $2",
    values: [articleId, month, String(paid), timestamp(at)],
  });
}
