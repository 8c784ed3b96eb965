/** Stores new stories, with all that belongs to each, in one statement for all of a look. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { fromMillis, type Instant } from "../../../kit/time/instant.ts";
import { HORIZONS } from "../core/impact.ts";
import type { MatchedArticle } from "../store.ts";

/**
 * Stories that were not there. Their ids rise in the order of the articles. Each comes with its first sighting, the
 * data that finds its echoes, its first text, the time when prices after it can be compared, and whether to ask for
 * its page.
 *
 * @returns their ids, in the order of the articles
 */
export async function insertArticles(
  tx: Transaction,
  source: string,
  articles: readonly MatchedArticle[],
  at: Instant,
): Promise<readonly number[]> {
  if (articles.length === 0) return [];
  const rows = await tx.query<{ id: number }>({
    name: "trading.insertNewsArticles",
    text: `with item as materialized (
        select nextval(pg_get_serial_sequence('trading.news_articles', 'id')) as id, place, url_key, content_key, url, domain,
          title, brief, author, image, language, published_at, impact_at, keywords, currencies, codes, words, tones,
          print_words, bands, wants_page
        from (
          select place, url_key, content_key, url, domain, title, brief, author, image, language, published_at, impact_at,
            keywords, currencies, codes, words, tones, print_words, bands, wants_page
          from jsonb_to_recordset($3::jsonb) as given (place integer, url_key text, content_key text, url text, domain text,
            title text, brief text, author text, image text, language text, published_at timestamptz, impact_at timestamptz,
            keywords text[], currencies text[], codes text[], words text, tones jsonb, print_words text[], bands integer[],
            wants_page boolean)
          order by place
        ) as given
      ), article as (
        insert into trading.news_articles (id, source, url, domain, title, brief, author, image, language, first_seen_at,
          published_at, impact_at, keywords, currencies, codes, words, tones) overriding system value
        select id, $1, url, domain, title, brief, author, image, language, $2::timestamptz,
          published_at, impact_at, keywords, currencies, codes, words, tones from item order by place
      ), sighting as (
        insert into trading.news_sightings (url_key, source, article_id, url, title, content_key, is_first, seen_at)
        select url_key, $1, id, url, title, content_key, true, $2::timestamptz from item
      ), print as (
        insert into trading.news_prints (article_id, seen_at, words, keywords, bands)
        select id, $2::timestamptz, print_words, keywords, bands from item
      ), first_sight as (
        -- Of an article that names a currency: conditions of strategies look at no other.
        insert into trading.news_first_sights (article_id, seen_at, impact_at, language, currencies, tones)
        select id, $2::timestamptz, impact_at, language, currencies, tones from item where currencies <> '{}'
      ), due as (
        insert into trading.news_impact_dues (article_id, seconds, due_at)
        select id, seconds, impact_at + seconds * interval '1 second'
        from item, unnest($4::integer[]) as seconds where impact_at is not null
      ), page_due as (
        insert into trading.news_pages_due (article_id, source, due_at)
        select id, $1, $2::timestamptz from item where wants_page
      )
      select id from item order by place`,
    values: [source, timestamp(at), JSON.stringify(articles.map(rowOf)), HORIZONS],
  });
  return rows.map(({ id }) => id);
}

function rowOf(article: MatchedArticle, place: number): object {
  const { url, domain, title, brief, author, image, language, keywords, currencies, codes, tones, print } = article;
  return {
    place,
    url_key: article.urlKey,
    content_key: article.contentKey,
    url,
    domain,
    title,
    brief,
    author,
    image,
    language,
    published_at: timestamp(fromMillis(article.publishedMs)),
    impact_at: article.impactMs === undefined ? null : timestamp(fromMillis(article.impactMs)),
    keywords,
    currencies,
    codes,
    words: article.padded,
    tones,
    print_words: print.words,
    bands: print.bands,
    wants_page: article.wantsPage === true,
  };
}
