/** Finds terms that are new in the articles of before: in the newest at once, in the others part by part. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ArticlePlace } from "../store.ts";
import { lockGate } from "./news-gate.ts";

/** Articles that are looked through at once. */
const LOOKED_AT_ONCE = 5_000;
/** A request waits for this many of them: 20,000 articles. A job looks through the rest. */
const PARTS_OF_REQUEST = 4;
/** Later than any article. */
const AFTER_ALL = "9999-01-01T00:00:00Z";

/**
 * Finds a new term in the newest of what was seen since a moment, a part at a time and while articles go on being stored. The
 * gate is locked at the end alone: what was stored in the meantime is little, and what comes afterwards is matched as it comes.
 *
 * @returns before which article the rest is, for `recordOlderMatches`; undefined where nothing is left
 */
export async function recordPastMatches(
  tx: Transaction,
  termId: number,
  words: string,
  since: Instant,
): Promise<ArticlePlace | undefined> {
  const newestId = await findNewestId(tx);
  let place: ArticlePlace | undefined = { at: AFTER_ALL, id: 0 };
  const found = { articles: 0, lastAt: null as Instant | null };
  for (let parts = 0; parts < PARTS_OF_REQUEST && place; parts++) {
    const part: LookedPart = await matchPart(tx, { termId, words, since, newestId, place });
    found.articles += part.matched;
    found.lastAt ??= part.lastAt;
    place = placeAfter(part);
  }
  await lockGate(tx);
  const newer = await matchNewer(tx, termId, words, newestId);
  await activateTerm(tx, termId, found.articles + newer.matched, newer.lastAt ?? found.lastAt);
  return place;
}

/**
 * Finds a term in the next part of what a request did not wait for. Again after a failure, it finds nothing twice.
 *
 * @returns before which article the rest is; undefined where nothing is left, or nobody follows the term any more
 */
export async function recordOlderMatches(
  tx: Transaction,
  termId: number,
  since: Instant,
  place: ArticlePlace,
): Promise<ArticlePlace | undefined> {
  const words = await findWords(tx, termId);
  if (words === undefined) return undefined;
  const part = await matchPart(tx, { termId, words, since, newestId: Number.MAX_SAFE_INTEGER, place });
  if (part.matched > 0) await countMatches(tx, termId, part);
  return placeAfter(part);
}

function placeAfter({ looked, oldestAt, oldestId }: LookedPart): ArticlePlace | undefined {
  if (looked < LOOKED_AT_ONCE || oldestAt === null) return undefined;
  return { at: timestamp(oldestAt), id: oldestId ?? 0 };
}

/** The words of a term that is not about to be taken away. */
async function findWords(tx: Transaction, termId: number): Promise<string | undefined> {
  const [row] = await tx.query<{ words: string }>({
    name: "trading.findNewsTermWords",
    text: "select words from trading.news_terms where id = $1 and not is_going",
    values: [termId],
  });
  return row?.words;
}

/** Adds to how often a term was found, and when last. */
async function countMatches(tx: Transaction, termId: number, { matched, lastAt }: LookedPart): Promise<void> {
  await tx.execute({
    name: "trading.countOlderNewsMatches",
    text: `update trading.news_terms
      set articles = articles + $2, last_match_at = greatest(last_match_at, $3::timestamptz) where id = $1`,
    values: [termId, matched, lastAt === null ? null : timestamp(lastAt)],
  });
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
  readonly place: ArticlePlace;
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
        on conflict do nothing returning article_id
      ), oldest as (
        select first_seen_at, id from looked order by first_seen_at, id limit 1
      )
      select count(*) as looked, (select count(*) from matched) as matched,
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
