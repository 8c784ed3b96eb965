/** Due and finished measurements. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Horizon } from "../core/impact.ts";
import { HORIZONS } from "../core/impact.ts";
import type { ImpactDue, ImpactStore, MeasuredImpact } from "../store.ts";
import { recordChanges, trimChanges, trimNotices } from "./news-changes.ts";
import { lockGate } from "./news-gate.ts";
import { enqueueImpacts } from "./news-tellings.ts";
import { retireTerms, trimTerms } from "./news-terms.ts";
import { packNext } from "./pack-impacts.ts";
import { tellNext } from "./tell-news.ts";

/** Rankings of sources count the move after this time. */
const RANKED_SECONDS = Math.max(...HORIZONS);
const TRIMMED_AT_ONCE = 1_000;

/** @param toldLanguages articles in other languages are not sent to users; all by default */
export function impactStore(db: Database, toldLanguages?: readonly string[]): ImpactStore {
  return {
    listDue: (at, limit, after) => listDue(db, at, limit, after),
    saveImpacts: (measured, at) => saveImpacts(db, measured, at),
    packNext: () => packNext(db),
    tellNext: () => tellNext(db, toldLanguages),
    trimArticles: (before) => trimArticles(db, before),
    trimPrints: (before) => trimPrints(db, before),
    trimChanges: async (before) => (await trimChanges(db, before)) + (await trimNotices(db, before)),
    trimTerms: async () => (await db.transaction((tx) => retireTerms(tx))) + (await trimTerms(db)),
  };
}

/**
 * The articles that can be measured by now. All times of an article are together: its prices are read, and its row is
 * written, once.
 */
async function listDue(db: Queryable, at: Instant, limit: number, after?: ImpactDue): Promise<ImpactDue[]> {
  const rows = await db.query<{ article_id: number; seconds: Horizon; impact_at: Instant; codes: string[] }>({
    name: "trading.listNewsDues",
    text: `select d.article_id, d.seconds, a.impact_at, a.codes
      from trading.news_impact_dues d join trading.news_articles a on a.id = d.article_id
      where d.due_at <= $1::timestamptz and a.impact_at is not null
        and (d.article_id, d.seconds) > ($3::bigint, $4::integer)
      order by d.article_id, d.seconds limit $2`,
    values: [timestamp(at), limit, after?.articleId ?? 0, after?.seconds ?? 0],
  });
  return rows.map(({ article_id, seconds, impact_at, codes }) => ({
    articleId: article_id,
    seconds,
    impactAt: impact_at,
    codes,
  }));
}

/** Taking a due away decides who keeps its values: two who measure the same keep them once. */
async function saveImpacts(db: Database, measured: readonly MeasuredImpact[], at: Instant): Promise<number> {
  if (measured.length === 0) return 0;
  return db.transaction(async (tx) => {
    const keys = await insertImpacts(tx, measured, at);
    const kept = measured.filter(({ due }) => keys.has(keyOf(due)));
    await recordMoves(tx, kept.filter(({ due }) => due.seconds === RANKED_SECONDS).flatMap(movesOf));
    await enqueueImpacts(
      tx,
      kept.map(({ due }) => due),
    );
    if (kept.length === 0) return 0;
    // The last thing: articles wait no longer than for this.
    await lockGate(tx);
    await recordChanges(tx, "impact", [...new Set(kept.map(({ due }) => due.articleId))]);
    return kept.length;
  });
}

/** The values of articles, each after one time: those of one article become one row. Answers which were still due. */
async function insertImpacts(
  tx: Transaction,
  measured: readonly MeasuredImpact[],
  at: Instant,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ article_id: number; seconds: number }>({
    name: "trading.insertNewsImpacts",
    text: `with given as (
        select article_id, seconds, data
        from unnest($1::bigint[], $2::integer[], $3::text[]) as given (article_id, seconds, data)
      ), taken as (
        delete from trading.news_impact_dues d using given g
        where d.article_id = g.article_id and d.seconds = g.seconds returning d.article_id, d.seconds
      ), kept as (
        insert into trading.news_article_impacts as known (article_id, seconds, data, measured_at)
        select article_id, array_agg(seconds order by seconds), string_agg(g.data, E'\\n' order by seconds),
          array_agg($4::timestamptz)
        from given g join taken using (article_id, seconds) group by article_id order by article_id
        on conflict (article_id) do update set seconds = known.seconds || excluded.seconds,
          data = known.data || E'\\n' || excluded.data, measured_at = known.measured_at || excluded.measured_at
      )
      select article_id, seconds from taken`,
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

/** Stories that nothing can be an echo of any more, with what they were found by. */
async function trimPrints(db: Queryable, before: Instant): Promise<number> {
  const [row] = await db.query<{ trimmed: number }>({
    name: "trading.trimNewsPrints",
    text: `with trimmed as (
        delete from trading.news_prints where article_id in (
          select article_id from trading.news_prints where seen_at < $1::timestamptz order by seen_at limit ${TRIMMED_AT_ONCE})
        returning article_id, bands
      ), unused as (
        delete from trading.news_bands b using (select article_id, unnest(bands) as band from trimmed) as t
        where b.band = t.band and b.article_id = t.article_id
      )
      select count(*) as trimmed from trimmed`,
    values: [timestamp(before)],
  });
  return row?.trimmed ?? 0;
}
