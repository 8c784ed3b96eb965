/** What is to be measured, and what was. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { SECOND_MS } from "../../../kit/time/spans.ts";
import type { Horizon } from "../core/impact.ts";
import { HORIZONS } from "../core/impact.ts";
import type { ImpactData, ImpactDue, ImpactStore } from "../store.ts";
import { tellImpact } from "./tell-news.ts";

/** Rankings of sources count the move after this time. */
const RANKED_SECONDS = Math.max(...HORIZONS);
const TRIMMED_AT_ONCE = 1_000;

/** @param toldLanguages articles in others are told to nobody; all by default */
export function impactStore(db: Database, toldLanguages?: readonly string[]): ImpactStore {
  return {
    listDue: (at, limit, after) => listDue(db, at, limit, after),
    saveImpact: (due, data) => saveImpact(db, due, data, toldLanguages),
    trimArticles: (before) => trimArticles(db, before),
    trimPrints: (before) => trimPrints(db, before),
  };
}

/** What can be measured by now. */
async function listDue(db: Queryable, at: Instant, limit: number, after?: ImpactDue): Promise<ImpactDue[]> {
  const rows = await db.query<{ article_id: number; seconds: Horizon; impact_at: Instant; codes: string[] }>({
    name: "trading.listNewsDues",
    text: `select d.article_id, d.seconds, a.impact_at, a.codes
      from trading.news_impact_dues d join trading.news_articles a on a.id = d.article_id
      where d.due_at <= $1::timestamptz and a.impact_at is not null
        and ($3::timestamptz is null
          or (d.due_at, d.article_id, d.seconds) > ($3::timestamptz, $4::bigint, $5::integer))
      order by d.due_at, d.article_id, d.seconds limit $2`,
    values: [
      timestamp(at),
      limit,
      after ? timestamp(plusMillis(after.impactAt, after.seconds * SECOND_MS)) : null,
      after?.articleId ?? null,
      after?.seconds ?? null,
    ],
  });
  return rows.map(({ article_id, seconds, impact_at, codes }) => ({
    articleId: article_id,
    seconds,
    impactAt: impact_at,
    codes,
  }));
}

/** Taking the due away decides who keeps the values: two who measure the same keep them once. */
async function saveImpact(
  db: Database,
  { articleId, seconds, impactAt }: ImpactDue,
  data: ImpactData,
  toldLanguages: readonly string[] | undefined,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const taken = await tx.execute({
      name: "trading.takeNewsDue",
      text: "delete from trading.news_impact_dues where article_id = $1 and seconds = $2",
      values: [articleId, seconds],
    });
    if (taken === 0) return false;
    await insertImpact(tx, articleId, seconds, data);
    if (seconds === RANKED_SECONDS) await recordMoves(tx, articleId, data);
    const at = plusMillis(impactAt, seconds * SECOND_MS);
    await tellImpact(tx, { articleId, seconds, at }, data, toldLanguages);
    return true;
  });
}

/** The values of an article after one time. */
async function insertImpact(tx: Transaction, articleId: number, seconds: number, data: ImpactData): Promise<void> {
  await tx.execute({
    name: "trading.insertNewsImpact",
    text: "insert into trading.news_impacts (article_id, seconds, data) values ($1, $2, $3)",
    values: [articleId, seconds, JSON.stringify(data)],
  });
}

/** Counts the moves for the article's source. Gaps are not moves. */
async function recordMoves(tx: Transaction, articleId: number, data: ImpactData): Promise<void> {
  const moves = Object.entries(data).filter(([, { difference }]) => difference !== "");
  if (moves.length === 0) return;
  await tx.execute({
    name: "trading.recordNewsMoves",
    text: `with moved as (
        insert into trading.news_moves (article_id, pair, source, published_at, keywords, difference)
        select a.id, given.pair, a.source, a.published_at, array_to_string(a.keywords, ','), given.difference
        from trading.news_articles a, unnest($2::text[], $3::numeric[]) as given (pair, difference)
        where a.id = $1
        returning source, pair, difference
      )
      insert into trading.news_source_impacts as known (source, pair, articles, sum_impact)
      select source, pair, 1, difference from moved order by pair
      on conflict (source, pair) do update
        set articles = known.articles + 1, sum_impact = known.sum_impact + excluded.sum_impact`,
    values: [articleId, moves.map(([pair]) => pair), moves.map(([, { difference }]) => difference)],
  });
}

/** The oldest articles, with all that belongs to them. */
async function trimArticles(db: Queryable, before: Instant): Promise<number> {
  return db.execute({
    name: "trading.trimNewsArticles",
    text: `delete from trading.news_articles where id in (
      select id from trading.news_articles where first_seen_at < $1::timestamptz order by first_seen_at limit ${TRIMMED_AT_ONCE})`,
    values: [timestamp(before)],
  });
}

/** Stories that nothing can be an echo of any more. */
async function trimPrints(db: Queryable, before: Instant): Promise<number> {
  return db.execute({
    name: "trading.trimNewsPrints",
    text: `delete from trading.news_prints where article_id in (
      select article_id from trading.news_prints where seen_at < $1::timestamptz order by seen_at limit ${TRIMMED_AT_ONCE})`,
    values: [timestamp(before)],
  });
}
