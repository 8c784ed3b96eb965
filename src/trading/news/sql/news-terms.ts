/** Terms: the words that users follow, each once. The articles in which they are found are stored for the term. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { runOfTable, type NumbersEnd } from "../../../kit/sql/numbers-end.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { MatchedArticle, NewsTerm } from "../store.ts";

const MATCHES_AT_ONCE = 10_000;
const TERMS_AT_ONCE = 100;

/** The highest version, also of terms that were taken away since. */
export async function readTermsEnd(db: Queryable): Promise<NumbersEnd> {
  const [row] = await db.query<NumbersEnd>({
    name: "trading.readNewsTermsEnd",
    text: `select ${runOfTable("trading.news_gate")} as "serverRun", keyword_version as newest from trading.news_gate`,
  });
  invariant(row, "there is one gate");
  return row;
}

/** Terms that articles are matched against, in the order of their versions. */
export async function listTerms(db: Queryable, afterVersion: number, limit: number): Promise<NewsTerm[]> {
  return db.query<{ id: number; words: string; version: number }>({
    name: "trading.listNewsTerms",
    text: `select id, words, version from trading.news_terms
      where version > $1 and not is_going order by version limit $2`,
    values: [afterVersion, limit],
  });
}

/** The term of these words, made where it is not there; it cannot be taken away until the transaction ends. */
export async function ensureTerm(
  tx: Transaction,
  words: string,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const [row] = await tx.query<{ id: number; version: number | null }>({
    name: "trading.ensureNewsTerm",
    text: `insert into trading.news_terms (words) values ($1)
      on conflict (words) where not is_going do update set words = excluded.words returning id, version`,
    values: [words],
  });
  return { id: row?.id ?? 0, isNew: row?.version === null };
}

/** In how many articles a term was found that are older than a keyword goes back. */
export async function countEarlier(tx: Transaction, termId: number, since: Instant): Promise<number> {
  const [row] = await tx.query<{ earlier: number }>({
    name: "trading.countEarlierNews",
    text: `select articles - (
        select count(*) from trading.news_articles a join trading.news_term_matches m on m.article_id = a.id
        where m.term_id = $1 and a.first_seen_at > $2::timestamptz) as earlier
      from trading.news_terms where id = $1`,
    values: [termId, timestamp(since)],
  });
  return row?.earlier ?? 0;
}

/** An article with the terms that the matcher found in it. */
export interface MatchedTerms extends Pick<MatchedArticle, "termIds" | "padded"> {
  readonly articleId: number;
}

/** An article with terms that were not found in it before. */
export interface FoundTerms {
  readonly articleId: number;
  readonly termIds: readonly number[];
}

/**
 * Which terms articles have: those that the matcher found, and those that are newer than what it knew. An edit adds those
 * that it brings.
 *
 * @returns those that were not found before
 */
export async function insertMatches(
  tx: Transaction,
  articles: readonly MatchedTerms[],
  { at, newerThan }: { readonly at: Instant; readonly newerThan: number | undefined },
): Promise<readonly FoundTerms[]> {
  const matches = articles.flatMap(({ articleId, termIds }) => termIds.map((termId) => ({ articleId, termId })));
  if (articles.length === 0 || (matches.length === 0 && newerThan === undefined)) return [];
  const compared = newerThan === undefined ? [] : articles;
  const rows = await tx.query<{ article_id: number; term_ids: number[] }>({
    name: "trading.insertNewsMatches",
    text: `with found as (
        select given.article_id, t.id from unnest($1::bigint[], $2::bigint[]) as given (article_id, term_id)
        join trading.news_terms t on t.id = given.term_id where not t.is_going
        union
        select given.article_id, t.id from unnest($3::bigint[], $4::text[]) as given (article_id, words)
        join trading.news_terms t on t.version > $5::bigint and position(t.words in given.words) > 0 and not t.is_going
      ), matched as (
        insert into trading.news_term_matches (term_id, article_id) select id, article_id from found
        on conflict do nothing returning term_id, article_id
      ), counted as (
        update trading.news_terms t set articles = t.articles + more.articles,
          last_match_at = greatest(t.last_match_at, $6::timestamptz)
        from (select term_id, count(*) as articles from matched group by term_id) as more where t.id = more.term_id
      )
      select article_id, array_agg(term_id order by term_id) as term_ids from matched group by article_id order by article_id`,
    values: [
      matches.map(({ articleId }) => articleId),
      matches.map(({ termId }) => termId),
      compared.map(({ articleId }) => articleId),
      compared.map(({ padded }) => padded),
      newerThan ?? null,
      timestamp(at),
    ],
  });
  return rows.map(({ article_id, term_ids }) => ({ articleId: article_id, termIds: term_ids }));
}

/** Begins to remove terms without followers, some at a time. Answers how many. */
export async function retireTerms(tx: Transaction): Promise<number> {
  const idle = await tx.query<{ id: number }>({
    name: "trading.lockIdleNewsTerms",
    text: `select t.id from trading.news_terms t
      where not t.is_going and not exists (select from trading.news_keywords k where k.term_id = t.id)
      order by t.id limit ${TERMS_AT_ONCE} for update skip locked`,
  });
  if (idle.length === 0) return 0;
  // Looked at once more: one that was being followed while the lock was waited for stays.
  return tx.execute({
    name: "trading.retireNewsTerms",
    text: `update trading.news_terms t set is_going = true
      where t.id = any ($1::bigint[]) and not exists (select from trading.news_keywords k where k.term_id = t.id)`,
    values: [idle.map(({ id }) => id)],
  });
}

/** Takes away what is stored of terms that go, some at a time, and then the terms. Answers how many rows. */
export async function trimTerms(db: Queryable): Promise<number> {
  const matches = await db.execute({
    name: "trading.trimNewsMatches",
    text: `delete from trading.news_term_matches where (term_id, article_id) in (
      select m.term_id, m.article_id from trading.news_terms t join trading.news_term_matches m on m.term_id = t.id
      where t.is_going limit ${MATCHES_AT_ONCE})`,
  });
  if (matches > 0) return matches;
  return db.execute({
    name: "trading.trimNewsTerms",
    text: `delete from trading.news_terms t where t.is_going
      and not exists (select from trading.news_term_matches m where m.term_id = t.id)`,
  });
}
