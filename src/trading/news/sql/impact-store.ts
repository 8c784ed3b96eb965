/** What is to be measured, and what was. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { SECOND_MS } from "../../../kit/time/spans.ts";
import type { Horizon } from "../core/impact.ts";
import { HORIZONS } from "../core/impact.ts";
import type { ImpactDue, ImpactStore, MeasuredImpact } from "../store.ts";
import { retireTerms, trimTerms } from "./news-terms.ts";
import { tellImpact } from "./tell-news.ts";

/** Rankings of sources count the move after this time. */
const RANKED_SECONDS = Math.max(...HORIZONS);
const TRIMMED_AT_ONCE = 1_000;

/** @param toldLanguages articles in others are told to nobody; all by default */
export function impactStore(db: Database, toldLanguages?: readonly string[]): ImpactStore {
  return {
    listDue: (at, limit, after) => listDue(db, at, limit, after),
    saveImpacts: (measured, at) => saveImpacts(db, measured, at, toldLanguages),
    trimArticles: (before) => trimArticles(db, before),
    trimPrints: (before) => trimPrints(db, before),
    trimTerms: async () => (await db.transaction((tx) => retireTerms(tx))) + (await trimTerms(db)),
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

/** Taking a due away decides who keeps its values: two who measure the same keep them once. */
async function saveImpacts(
  db: Database,
  measured: readonly MeasuredImpact[],
  at: Instant,
  toldLanguages: readonly string[] | undefined,
): Promise<number> {
  if (measured.length === 0) return 0;
  return db.transaction(async (tx) => {
    const keys = await insertImpacts(tx, measured, at);
    const kept = measured.filter(({ due }) => keys.has(keyOf(due)));
    await recordMoves(tx, kept.filter(({ due }) => due.seconds === RANKED_SECONDS).flatMap(movesOf));
    for (const { due, data } of kept) {
      const { articleId, seconds, impactAt } = due;
      const overAt = plusMillis(impactAt, seconds * SECOND_MS);
      await tellImpact(tx, { articleId, seconds, at: overAt }, data, toldLanguages);
    }
    return kept.length;
  });
}

/** The values of articles, each after one time. Answers which were still due. */
async function insertImpacts(
  tx: Transaction,
  measured: readonly MeasuredImpact[],
  at: Instant,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ article_id: number; seconds: number }>({
    name: "trading.insertNewsImpacts",
    text: `with given as (
        select article_id, seconds, data
        from unnest($1::bigint[], $2::integer[], $3::jsonb[]) as given (article_id, seconds, data)
      ), taken as (
        delete from trading.news_impact_dues d using given g
        where d.article_id = g.article_id and d.seconds = g.seconds returning d.article_id, d.seconds
      )
      insert into trading.news_impacts (article_id, seconds, data, measured_at)
      select article_id, seconds, g.data, $4 from given g join taken using (article_id, seconds)
      returning article_id, seconds`,
    values: [
      measured.map(({ due }) => due.articleId),
      measured.map(({ due }) => due.seconds),
      measured.map(({ data }) => JSON.stringify(data)),
      timestamp(at),
    ],
  });
  return new Set(rows.map(({ article_id, seconds }) => keyOf({ articleId: article_id, seconds })));
}

function keyOf({ articleId, seconds }: { readonly articleId: number; readonly seconds: number }): string {
  return `${articleId} ${seconds}`;
}

interface Move {
  readonly articleId: number;
  readonly pair: string;
  readonly difference: string;
}

/** Gaps are not moves. */
function movesOf({ due, data }: MeasuredImpact): Move[] {
  return Object.entries(data).flatMap(([pair, { difference }]) =>
    difference === "" ? [] : { articleId: due.articleId, pair, difference },
  );
}

/** Counts moves for the sources of their articles. */
async function recordMoves(tx: Transaction, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  await tx.execute({
    name: "trading.recordNewsMoves",
    text: `with moved as (
        insert into trading.news_moves (article_id, pair, source, published_at, keywords, difference)
        select a.id, given.pair, a.source, a.published_at, array_to_string(a.keywords, ','), given.difference
        from unnest($1::bigint[], $2::text[], $3::numeric[]) as given (article_id, pair, difference)
        join trading.news_articles a on a.id = given.article_id
        returning source, pair, difference
      )
      insert into trading.news_source_impacts as known (source, pair, articles, sum_impact)
      select source, pair, count(*), sum(difference) from moved group by source, pair order by source, pair
      on conflict (source, pair) do update
        set articles = known.articles + excluded.articles, sum_impact = known.sum_impact + excluded.sum_impact`,
    values: [
      moves.map(({ articleId }) => articleId),
      moves.map(({ pair }) => pair),
      moves.map(({ difference }) => difference),
    ],
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
