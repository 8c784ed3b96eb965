/** Articles as endpoints read them. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Horizon } from "../core/impact.ts";
import type { ToneScore } from "../core/tone.ts";
import type { NewsRowsDeps } from "../news-rows.ts";
import type { ArticleQuery, ListedArticle, RelevantQuery, StoredArticle } from "../store.ts";

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

/** Of an article `a`. */
export const ARTICLE_COLUMNS = `a.id, a.source, a.url, a.domain, a.title, a.brief, a.author, a.image, a.language, a.first_seen_at,
  a.published_at, a.keywords, a.tones, a.echoes, a.edited_at`;

/** Articles of a time, newest first. A term is found anywhere, in any case. */
export async function listArticles(db: Queryable, query: ArticleQuery): Promise<ListedArticle[]> {
  const rows = await db.query<ArticleRow>({
    name: "trading.listNewsArticles",
    text: `select ${ARTICLE_COLUMNS} from trading.news_articles a
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
  return query.hasSubscription ? withImpacts(db, rows, true) : rows.map((row) => listedArticle(row));
}

/** Whether there is an article of this id, so that an empty page can be told from one after an unknown article. */
export async function hasArticle(db: Queryable, id: number): Promise<boolean> {
  const rows = await db.query({
    name: "trading.hasNewsArticle",
    text: "select from trading.news_articles where id = $1",
    values: [id],
  });
  return rows.length === 1;
}

/** With what prices did, for callers with a subscription. */
export async function storedArticles(
  db: Queryable,
  rows: readonly ArticleRow[],
  hasSubscription: boolean,
): Promise<StoredArticle[]> {
  return hasSubscription ? withImpacts(db, rows, false) : rows.map((row) => listedArticle(row));
}

/** Finds text anywhere with `like`: a text is lowercased once, however many terms are sought in it. */
function anywhere(terms: readonly string[] | undefined): string[] | null {
  return terms?.map((term) => `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`) ?? null;
}

/** Articles that name a currency, newest first. */
export async function listRelevant(db: Queryable, query: RelevantQuery): Promise<StoredArticle[]> {
  const rows = await db.query<ArticleRow>({
    name: "trading.listRelevantNews",
    text: `select ${ARTICLE_COLUMNS} from trading.news_articles a
      where a.currencies @> array[$1::text] and a.published_at between $2::timestamptz and $3::timestamptz
        and a.language = any ($4::text[])
      order by a.published_at desc, a.id desc limit $5`,
    values: [query.currency, timestamp(query.since), timestamp(query.until), query.languages, query.limit],
  });
  return withImpacts(db, rows, false);
}

/** As `listRelevant`, page by page and of all times: for exports. */
export async function listOfCurrency(
  db: Queryable,
  ...[currency, languages, { before, limit, hasSubscription }]: readonly [
    currency: string,
    languages: readonly string[],
    page: Parameters<NewsRowsDeps["listOf"]>[1],
  ]
): Promise<StoredArticle[]> {
  const rows = await db.query<ArticleRow>({
    name: "trading.listNewsOfCurrency",
    text: `select ${ARTICLE_COLUMNS} from trading.news_articles a
      where a.currencies @> array[$1::text] and a.language = any ($2::text[])
        and ($3::timestamptz is null or (a.published_at, a.id) < ($3::timestamptz, $4::bigint))
      order by a.published_at desc, a.id desc limit $5`,
    values: [currency, languages, before ? timestamp(before.publishedAt) : null, before?.id ?? null, limit],
  });
  return storedArticles(db, rows, hasSubscription);
}

interface ImpactRow {
  readonly article_id: number;
  /** Null where it is not packed, or not asked for; then there is nothing else. */
  readonly packed: string | null;
  /** Null where nothing is measured yet. */
  readonly seconds: Horizon[] | null;
  /** A line of JSON for each. */
  readonly data: string | null;
  readonly due: number[] | null;
}

/** A large page is read in two halves at once: the database takes as long to read it as we take to receive it. */
const MOST_IN_ONE = 200;

/** The measured moves of these articles, and those still to come. */
async function withImpacts(db: Queryable, rows: readonly ArticleRow[], wantsPacked: boolean): Promise<ListedArticle[]> {
  const ids = rows.map(({ id }) => id);
  const middle = ids.length > MOST_IN_ONE ? ids.length >> 1 : ids.length;
  const halves = [ids.slice(0, middle), ids.slice(middle)].filter((half) => half.length > 0);
  const found = (await Promise.all(halves.map((half) => readImpactRows(db, half, wantsPacked)))).flat();
  const byArticle = new Map(found.map((each) => [each.article_id, each]));
  return rows.map((row) => listedArticle(row, byArticle.get(row.id)));
}

/**
 * By the article's key: one look for what is measured, and one for what is due. Nothing is due of an article that is
 * packed.
 */
async function readImpactRows(db: Queryable, ids: readonly number[], wantsPacked: boolean): Promise<ImpactRow[]> {
  return db.query<ImpactRow>({
    name: "trading.listNewsImpacts",
    text: `select given.article_id, p.packed,
        case when p.packed is null then i.seconds end as seconds,
        case when p.packed is null then i.data end as data,
        case when p.packed is null then
          (select array_agg(d.seconds) from trading.news_impact_dues d where d.article_id = given.article_id)
        end as due
      from unnest($1::bigint[]) as given (article_id)
      left join trading.news_article_impacts i on i.article_id = given.article_id,
      lateral (select case when $2::boolean then nullif(i.packed, '') end as packed) as p`,
    values: [ids, wantsPacked],
  });
}

const NOTHING_MEASURED: StoredArticle["impacts"] = new Map();

/** Member by member: to spread rows of this many takes longer than all else that is done with them. */
function listedArticle(row: ArticleRow, found?: ImpactRow): ListedArticle {
  return {
    id: row.id,
    source: row.source,
    url: row.url,
    domain: row.domain,
    title: row.title,
    brief: row.brief,
    author: row.author,
    image: row.image,
    language: row.language,
    firstSeenAt: row.first_seen_at,
    publishedAt: row.published_at,
    keywords: row.keywords,
    tones: JSON.parse(row.tones) as ToneScore[],
    echoes: row.echoes,
    editedAt: row.edited_at ?? undefined,
    impacts: found?.seconds ? impactsOf(found.seconds, found.data ?? "") : NOTHING_MEASURED,
    due: found?.due ?? [],
    packed: found?.packed ?? undefined,
  };
}

/** The JSON of each time. */
export function impactsOf(seconds: readonly Horizon[], data: string): StoredArticle["impacts"] {
  const lines = data.split("\n");
  return new Map(seconds.map((horizon, at) => [horizon, lines[at] ?? "{}"]));
}
