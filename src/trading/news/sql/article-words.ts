/** Changes the words of articles that are stored: by edits of their source, or by briefs that were found in their pages. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ArticleWords, MatchedArticle } from "../store.ts";

/** Former words of one article. */
const MAX_EDITS = 20;

export interface EditedWords {
  readonly articleId: number;
  readonly words: ArticleWords;
}

/**
 * The newer words. Where and when an article was published stays, and at which markets it is measured.
 *
 * @param editedAt undefined for words that its source has not changed
 */
export async function editWords(
  tx: Transaction,
  edited: readonly EditedWords[],
  editedAt: Instant | undefined,
): Promise<void> {
  const rows = edited.map(({ articleId, words }) => {
    const { title, brief, language, keywords, currencies, padded, tones } = words;
    return { id: articleId, title, brief, language, keywords, currencies, words: padded, tones };
  });
  await tx.execute({
    name: "trading.editNewsArticles",
    text: `update trading.news_articles a set title = w.title, brief = w.brief, language = w.language,
        keywords = w.keywords, currencies = w.currencies, words = w.words, tones = w.tones,
        edited_at = coalesce($2::timestamptz, a.edited_at)
      from jsonb_to_recordset($1::jsonb) as w (id bigint, title text, brief text, language text, keywords text[],
        currencies text[], words text, tones jsonb)
      where a.id = w.id`,
    values: [JSON.stringify(rows), editedAt === undefined ? null : timestamp(editedAt)],
  });
}

/** What a source shows now at addresses that it has shown before. */
export async function noteContents(
  tx: Transaction,
  source: string,
  articles: readonly Pick<MatchedArticle, "urlKey" | "contentKey" | "title">[],
): Promise<void> {
  await tx.execute({
    name: "trading.noteNewsContents",
    text: `update trading.news_sightings s set content_key = g.content_key, title = g.title
      from unnest($2::text[], $3::text[], $4::text[]) as g (url_key, content_key, title)
      where s.url_key = g.url_key and s.source = $1`,
    values: [
      source,
      articles.map(({ urlKey }) => urlKey),
      articles.map(({ contentKey }) => contentKey),
      articles.map(({ title }) => title),
    ],
  });
}

/** Keeps the words shown until now. Of an article that changes all the time the last former words stay. */
export async function recordFormer(tx: Transaction, ids: readonly number[], at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.keepFormerNews",
    text: `with trimmed as (
        delete from trading.news_edits e using (
          select article_id, edited_at, row_number() over (partition by article_id order by edited_at desc) as place
          from trading.news_edits where article_id = any ($1::bigint[])
        ) as former
        where e.article_id = former.article_id and e.edited_at = former.edited_at and former.place >= ${MAX_EDITS}
      )
      insert into trading.news_edits (article_id, edited_at, title, brief)
      select id, $2::timestamptz, title, brief from trading.news_articles where id = any ($1::bigint[])
      on conflict do nothing`,
    values: [ids, timestamp(at)],
  });
}
