/** Figures about the news: how many, by source, and which sources move prices. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { KeywordTrend, NewsCounts, RankedMove, SourceImpact } from "../figures.ts";

const MAX_SOURCES = 5_000;
const MAX_PAIRS = 500;
/** In each of the four rankings. */
const RANKED = 10;

/** Sources that had an article first: by its index, from each name to the next, however many articles there are. */
export async function listSources(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ source: string }>({
    name: "trading.listNewsSources",
    text: `with recursive known as (
        select min(source) as source from trading.news_articles
        union all
        select (select min(a.source) from trading.news_articles a where a.source > known.source)
        from known where known.source is not null
      )
      select source from known where source is not null limit ${MAX_SOURCES}`,
  });
  return rows.map(({ source }) => source);
}

/** How many articles were found, in all and of late. */
export async function countArticles(db: Queryable, at: Instant): Promise<NewsCounts> {
  const [row] = await db.query<{
    total: number;
    matched: number;
    last_hour: number;
    last_day: number;
    last_two_days: number;
    last_week: number;
    last_month: number;
    last_at: Instant | null;
  }>({
    name: "trading.countNews",
    text: `select g.articles as total, g.matches as matched, recent.last_hour, recent.last_day, recent.last_two_days,
        recent.last_week, recent.last_month, (select max(first_seen_at) from trading.news_articles) as last_at
      from trading.news_gate g cross join lateral (
        select count(*) filter (where first_seen_at > $1::timestamptz - interval '1 hour') as last_hour,
          count(*) filter (where first_seen_at > $1::timestamptz - interval '24 hours') as last_day,
          count(*) filter (where first_seen_at > $1::timestamptz - interval '48 hours') as last_two_days,
          count(*) filter (where first_seen_at > $1::timestamptz - interval '7 days') as last_week,
          count(*) as last_month
        from trading.news_articles where first_seen_at > $1::timestamptz - interval '30 days'
      ) as recent`,
    values: [timestamp(at)],
  });
  return {
    total: row?.total ?? 0,
    matched: row?.matched ?? 0,
    lastHour: row?.last_hour ?? 0,
    last24Hours: row?.last_day ?? 0,
    last48Hours: row?.last_two_days ?? 0,
    last7Days: row?.last_week ?? 0,
    last30Days: row?.last_month ?? 0,
    lastAt: row?.last_at ?? undefined,
  };
}

/** How often each keyword of the watchlist was found in the last day, and in a usual one of the week before it. */
export async function listTrends(db: Queryable, at: Instant): Promise<KeywordTrend[]> {
  const rows = await db.query<{ name: string; last_day: number; week_before: number }>({
    name: "trading.listNewsTrends",
    text: `select name, count(*) filter (where first_seen_at > $1::timestamptz) as last_day,
        count(*) filter (where first_seen_at <= $1::timestamptz) as week_before
      from trading.news_articles, unnest(keywords) as name
      where first_seen_at > $2::timestamptz group by name order by name limit 10000`,
    values: [timestamp(plusMillis(at, -DAY_MS)), timestamp(plusMillis(at, -8 * DAY_MS))],
  });
  return rows.map(({ name, last_day, week_before }) => ({ name, lastDay: last_day, usualDay: week_before / 7 }));
}

interface MoveRow {
  readonly pair: string;
  readonly ranking: "top_bull" | "top_bear" | "recent_bull" | "recent_bear";
  readonly article_id: number;
  readonly keywords: string;
  readonly published_at: Instant;
  readonly difference: string;
}

/** How a source moved each pair, with its four rankings. */
export async function listSourceImpacts(db: Queryable, source: string): Promise<SourceImpact[]> {
  const sums = await db.query<{ pair: string; articles: number; sum_impact: string }>({
    name: "trading.listNewsSourceImpacts",
    text: `select pair, articles, sum_impact from trading.news_source_impacts where source = $1 order by pair limit ${MAX_PAIRS}`,
    values: [source],
  });
  const moves = await db.query<MoveRow>({
    name: "trading.listNewsMoves",
    text: `select p.pair, r.ranking, r.article_id, r.keywords, r.published_at, r.difference
      from unnest($2::text[]) as p (pair)
      cross join lateral (
        (select 'top_bull' as ranking, article_id, keywords, published_at, difference from trading.news_moves
          where source = $1 and pair = p.pair and difference > 0 order by difference desc, article_id limit ${RANKED})
        union all
        (select 'top_bear', article_id, keywords, published_at, difference from trading.news_moves
          where source = $1 and pair = p.pair and difference < 0 order by difference, article_id limit ${RANKED})
        union all
        (select 'recent_bull', article_id, keywords, published_at, difference from trading.news_moves
          where source = $1 and pair = p.pair and difference > 0 order by published_at desc, article_id limit ${RANKED})
        union all
        (select 'recent_bear', article_id, keywords, published_at, difference from trading.news_moves
          where source = $1 and pair = p.pair and difference < 0 order by published_at desc, article_id limit ${RANKED})
      ) as r`,
    values: [source, sums.map(({ pair }) => pair)],
  });
  return sums.map(({ pair, articles, sum_impact }) => {
    const ranked = (ranking: MoveRow["ranking"]): RankedMove[] =>
      moves.filter((each) => each.pair === pair && each.ranking === ranking).map(moveOf);
    return {
      pair,
      articles,
      sum: sum_impact,
      topBull: ranked("top_bull"),
      topBear: ranked("top_bear"),
      recentBull: ranked("recent_bull"),
      recentBear: ranked("recent_bear"),
    };
  });
}

function moveOf({ article_id, keywords, published_at, difference }: MoveRow): RankedMove {
  return { id: article_id, keywords, publishedAt: published_at, difference };
}
