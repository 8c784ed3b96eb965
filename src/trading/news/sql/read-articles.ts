/** Articles as endpoints read them. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Horizon } from "../core/impact.ts";
import type { ToneScore } from "../core/tone.ts";
import type { ArticleQuery, ImpactData, RelevantQuery, StoredArticle } from "../store.ts";

/** An article as it is stored. */
export interface ArticleRow {
  readonly id: number;
  readonly source: string;
  readonly url: string;
  readonly domain: string;
  readonly title: string;
  readonly brief: string;
  readonly author: string;
  readonly image: string;
  readonly language: string;
  readonly first_seen_at: Instant;
  readonly published_at: Instant;
  readonly keywords: string[];
  readonly tones: string;
  readonly echoes: number;
  readonly edited_at: Instant | null;
}

const COLUMNS = `a.id, a.source, a.url, a.domain, a.title, a.brief, a.author, a.image, a.language, a.first_seen_at,
  a.published_at, a.keywords, a.tones, a.echoes, a.edited_at`;

/** Articles of a time, newest first. A term is found wherever it stands, in any case. */
export async function listArticles(db: Queryable, query: ArticleQuery): Promise<StoredArticle[]> {
  const rows = await db.query<ArticleRow>({
    name: "trading.listNewsArticles",
    text: `select ${COLUMNS} from trading.news_articles a
      where a.published_at >= $1::timestamptz and a.published_at < $2::timestamptz and a.language = any ($3::text[])
        and ($4::text[] is null or lower(array_to_string(a.keywords, ',')) like any ($4::text[]))
        and ($5::text[] is null or lower(a.title) like any ($5::text[]))
        and ($6::text[] is null or lower(a.brief) like any ($6::text[]))
        and ($7::text[] is null or not lower(array_to_string(a.keywords, ',') || ' ' || a.title) like any ($7::text[]))
        and ($8::bigint is null or exists (
          select from trading.news_keyword_matches m where m.keyword_id = $8::bigint and m.article_id = a.id))
        and ($9::bigint is null or (a.published_at, a.id) < (
          select b.published_at, b.id from trading.news_articles b where b.id = $9::bigint))
      order by a.published_at desc, a.id desc limit $10`,
    values: [
      timestamp(query.from),
      timestamp(query.to),
      query.languages,
      anywhere(query.keywordTerms),
      anywhere(query.titleTerms),
      anywhere(query.briefTerms),
      anywhere(query.excludedTerms),
      query.keywordId ?? null,
      query.beforeId ?? null,
      query.limit,
    ],
  });
  return query.hasSubscription ? withImpacts(db, rows) : rows.map((row) => storedArticle(row));
}

/** What `like` finds wherever it stands: a text is put in small letters once, however many terms are sought in it. */
function anywhere(terms: readonly string[] | undefined): string[] | null {
  return terms?.map((term) => `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`) ?? null;
}

/** Articles that name a currency, newest first. */
export async function listRelevant(db: Queryable, query: RelevantQuery): Promise<StoredArticle[]> {
  const rows = await db.query<ArticleRow>({
    name: "trading.listRelevantNews",
    text: `select ${COLUMNS} from trading.news_articles a
      where a.currencies @> array[$1::text] and a.published_at >= $2::timestamptz and a.language = any ($3::text[])
      order by a.published_at desc, a.id desc limit $4`,
    values: [query.currency, timestamp(query.since), query.languages, query.limit],
  });
  return withImpacts(db, rows);
}

/** What is measured of these articles, and what is still to be. */
async function withImpacts(db: Queryable, rows: readonly ArticleRow[]): Promise<StoredArticle[]> {
  const ids = rows.map(({ id }) => id);
  const [measured, waiting] = await Promise.all([
    db.query<{ article_id: number; seconds: Horizon; data: string }>({
      name: "trading.listNewsImpacts",
      text: "select article_id, seconds, data from trading.news_impacts where article_id = any ($1::bigint[])",
      values: [ids],
    }),
    db.query<{ article_id: number; seconds: number }>({
      name: "trading.listNewsDuesOf",
      text: "select article_id, seconds from trading.news_impact_dues where article_id = any ($1::bigint[])",
      values: [ids],
    }),
  ]);
  const impacts = new Map<number, Map<Horizon, ImpactData>>();
  for (const { article_id, seconds, data } of measured) {
    const ofArticle = impacts.get(article_id) ?? new Map<Horizon, ImpactData>();
    impacts.set(article_id, ofArticle.set(seconds, JSON.parse(data) as ImpactData));
  }
  const due = new Map<number, number[]>();
  for (const { article_id, seconds } of waiting) {
    const ofArticle = due.get(article_id);
    if (ofArticle) ofArticle.push(seconds);
    else due.set(article_id, [seconds]);
  }
  return rows.map((row) => storedArticle(row, impacts.get(row.id), due.get(row.id)));
}

function storedArticle(
  row: ArticleRow,
  impacts: StoredArticle["impacts"] = new Map<Horizon, ImpactData>(),
  due: readonly number[] = [],
): StoredArticle {
  return {
    ...row,
    firstSeenAt: row.first_seen_at,
    publishedAt: row.published_at,
    tones: JSON.parse(row.tones) as ToneScore[],
    editedAt: row.edited_at ?? undefined,
    impacts,
    due,
  };
}
