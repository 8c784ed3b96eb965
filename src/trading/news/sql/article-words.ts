/** Changes the words of an article that is stored: by an edit of its source, or by a brief that was found in its page. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ArticleWords } from "../store.ts";

/**
 * The newer words. Where and when it was published stays, and at which markets it is measured.
 *
 * @param editedAt undefined for words that its source has not changed
 */
export async function editWords(
  tx: Transaction,
  id: number,
  words: ArticleWords,
  editedAt: Instant | undefined,
): Promise<void> {
  await tx.execute({
    name: "trading.editNewsArticle",
    text: `update trading.news_articles set title = $2, brief = $3, language = $4, keywords = $5, currencies = $6,
        words = $7, tones = $8, edited_at = coalesce($9::timestamptz, edited_at) where id = $1`,
    values: [
      id,
      words.title,
      words.brief,
      words.language,
      words.keywords,
      words.currencies,
      words.padded,
      JSON.stringify(words.tones),
      editedAt === undefined ? null : timestamp(editedAt),
    ],
  });
}
