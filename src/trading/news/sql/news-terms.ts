/** Terms: the words that users follow, each once. The articles in which they are found are stored for the term. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { runOfTable, type NumbersEnd } from "../../../kit/sql/numbers-end.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { MatchedArticle, NewsTerm } from "../store.ts";
import { lockGate } from "./news-gate.ts";

/** Articles that are looked through at once. */
const LOOKED_AT_ONCE = 5_000;
const MATCHES_AT_ONCE = 10_000;
const TERMS_AT_ONCE = 100;
/** Later than any article. */
const AFTER_ALL = "9999-01-01T00:00:00Z";

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

/**
 * Finds a new term in what was seen since a moment, a part at a time and while articles go on being stored. The gate is
 * locked at the end alone: what was stored in the meantime is little, and what comes afterwards is matched as it comes.
 */
export async function recordPastMatches(tx: Transaction, termId: number, words: string, since: Instant): Promise<void> {
  const newestId = await findNewestId(tx);
  let place: Part["place"] = { at: AFTER_ALL, id: 0 };
  const found = { articles: 0, lastAt: null as Instant | null };
  for (;;) {
    const part = await matchPart(tx, { termId, words, since, newestId, place });
    found.articles += part.matched;
    found.lastAt ??= part.lastAt;
    if (part.looked < LOOKED_AT_ONCE || part.oldestAt === null) break;
    place = { at: timestamp(part.oldestAt), id: part.oldestId ?? 0 };
  }
  await lockGate(tx);
  const newer = await matchNewer(tx, termId, words, newestId);
  await activateTerm(tx, termId, found.articles + newer.matched, newer.lastAt ?? found.lastAt);
}

/** Articles up to this one are stored: they are stored one after the other, under the gate. */
async function findNewestId(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.findNewestNewsId",
    text: "select coalesce(max(id), 0) as id from trading.news_articles",
  });
  return row?.id ?? 0;
}

interface Part {
  readonly termId: number;
  readonly words: string;
  readonly since: Instant;
  readonly newestId: number;
  /** Older articles than this one are looked through. */
  readonly place: { readonly at: string; readonly id: number };
}

interface LookedPart {
  readonly looked: number;
  readonly matched: number;
  /** When the newest was first seen that it was found in. */
  readonly lastAt: Instant | null;
  readonly oldestAt: Instant | null;
  readonly oldestId: number | null;
}

const NO_PART: LookedPart = { looked: 0, matched: 0, lastAt: null, oldestAt: null, oldestId: null };

/** Looks through some articles: finds exactly what the matcher would have found, since both compare whole words. */
async function matchPart(tx: Transaction, { termId, words, since, newestId, place }: Part): Promise<LookedPart> {
  const [row] = await tx.query<LookedPart>({
    name: "trading.matchNewsPart",
    text: `with looked as materialized (
        select id, first_seen_at, position($2::text in words) > 0 as is_found from trading.news_articles
        where (first_seen_at, id) < ($3::timestamptz, $4::bigint) and first_seen_at > $5::timestamptz and id <= $6
        order by first_seen_at desc, id desc limit ${LOOKED_AT_ONCE}
      ), matched as (
        insert into trading.news_term_matches (term_id, article_id) select $1, id from looked where is_found
      ), oldest as (
        select first_seen_at, id from looked order by first_seen_at, id limit 1
      )
      select count(*) as looked, count(*) filter (where is_found) as matched,
        max(first_seen_at) filter (where is_found) as "lastAt",
        (select first_seen_at from oldest) as "oldestAt", (select id from oldest) as "oldestId"
      from looked`,
    values: [termId, words, place.at, place.id, timestamp(since), newestId],
  });
  return row ?? NO_PART;
}

/** Articles stored since the look through the present ones began. */
async function matchNewer(
  tx: Transaction,
  termId: number,
  words: string,
  afterId: number,
): Promise<Pick<LookedPart, "matched" | "lastAt">> {
  const [row] = await tx.query<LookedPart>({
    name: "trading.matchNewerNews",
    text: `with found as materialized (
        select id, first_seen_at from trading.news_articles where id > $3 and position($2::text in words) > 0
      ), matched as (
        insert into trading.news_term_matches (term_id, article_id) select $1, id from found
      )
      select count(*) as matched, max(first_seen_at) as "lastAt" from found`,
    values: [termId, words, afterId],
  });
  return row ?? NO_PART;
}

/**
 * From now on articles are matched against it as they are stored: writers see a higher version. It is at least the time,
 * so that it is higher than those that a failover has lost, which other processes may have read.
 */
async function activateTerm(tx: Transaction, termId: number, articles: number, lastAt: Instant | null): Promise<void> {
  await tx.execute({
    name: "trading.activateNewsTerm",
    text: `with gate as (
        update trading.news_gate set keyword_version =
          greatest(keyword_version + 1, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
        returning keyword_version
      )
      update trading.news_terms set version = gate.keyword_version, articles = $2, last_match_at = $3::timestamptz
      from gate where id = $1`,
    values: [termId, articles, lastAt === null ? null : timestamp(lastAt)],
  });
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
