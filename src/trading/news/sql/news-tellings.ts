/** Pending notifications of keyword followers, and their receivers: a page at a time. */
import type { Transaction } from "../../../kit/sql/database.ts";
import type { Horizon } from "../core/impact.ts";
import { tellingPage, type TellingPage } from "../core/telling-page.ts";
import type { ImpactDue } from "../store.ts";
import type { FoundTerms } from "./news-terms.ts";

/** Tellings, and keywords of followers, that are read in one transaction: what is in memory does not grow with either. */
const TELLINGS_AT_ONCE = 200;
const KEYWORDS_AT_ONCE = 2_000;

/** A keyword of a user that was found in an article. */
export interface ToldFollower {
  readonly tellingId: number;
  readonly articleId: number;
  /** Undefined of the article itself. */
  readonly seconds: Horizon | undefined;
  readonly keywordId: number;
  readonly name: string;
  readonly uid: number;
  readonly ownerUid: number;
}

export interface LockedPage extends TellingPage<ToldFollower> {
  readonly tellings: readonly Telling[];
  /** Whether more may be waiting. */
  readonly isCut: boolean;
}

interface Telling {
  readonly id: number;
  readonly article_id: number;
  readonly seconds: Horizon | null;
}

/** Of articles that are stored in this transaction. */
export async function enqueueArticles(tx: Transaction, found: readonly FoundTerms[]): Promise<void> {
  const pairs = found.flatMap(({ articleId, termIds }) => termIds.map((termId) => ({ articleId, termId })));
  if (pairs.length === 0) return;
  await tx.execute({
    name: "trading.queueNewsArticles",
    text: `insert into trading.news_tellings (article_id, term_ids)
      select article_id, array_agg(term_id) from unnest($1::bigint[], $2::bigint[]) as found (article_id, term_id)
      group by article_id order by article_id`,
    values: [pairs.map(({ articleId }) => articleId), pairs.map(({ termId }) => termId)],
  });
}

/** Of impacts that are kept in this transaction, of articles in which something was found. */
export async function enqueueImpacts(tx: Transaction, kept: readonly ImpactDue[]): Promise<void> {
  if (kept.length === 0) return;
  await tx.execute({
    name: "trading.queueNewsImpacts",
    text: `insert into trading.news_tellings (article_id, seconds, term_ids)
      select given.article_id, given.seconds, found.term_ids
      from unnest($1::bigint[], $2::integer[]) as given (article_id, seconds)
      join lateral (
        select array_agg(m.term_id) as term_ids from trading.news_term_matches m where m.article_id = given.article_id
      ) as found on found.term_ids is not null
      order by given.article_id, given.seconds`,
    values: [kept.map(({ articleId }) => articleId), kept.map(({ seconds }) => seconds)],
  });
}

/** The next followers. Entries that another process handles at the same time are skipped. */
export async function lockPage(tx: Transaction): Promise<LockedPage> {
  const tellings = await tx.query<Telling>({
    name: "trading.lockNewsTellings",
    text: `select id, article_id, seconds from trading.news_tellings order by id limit ${TELLINGS_AT_ONCE}
      for update skip locked`,
  });
  const byId = new Map(tellings.map((telling) => [telling.id, telling]));
  const rows = tellings.length === 0 ? [] : await listFollowers(tx, [...byId.keys()]);
  const followers = rows.map(({ telling_id, keyword_id, name, uid, owner_uid }): ToldFollower => {
    const { article_id = 0, seconds } = byId.get(telling_id) ?? {};
    const what = { tellingId: telling_id, articleId: article_id, seconds: seconds ?? undefined };
    return { ...what, keywordId: keyword_id, name, uid, ownerUid: owner_uid };
  });
  const page = tellingPage([...byId.keys()], followers, KEYWORDS_AT_ONCE);
  const isCut = tellings.length === TELLINGS_AT_ONCE || page.done.length < tellings.length;
  return { ...page, tellings, isCut };
}

interface FollowerRow {
  readonly telling_id: number;
  readonly keyword_id: number;
  readonly name: string;
  readonly uid: number;
  readonly owner_uid: number;
}

/**
 * The keywords of users who are to be notified of these next: of accounts with a webhook for it. A keyword finds articles of
 * the 30 days before it was added; impacts of older ones are not its own.
 */
async function listFollowers(tx: Transaction, ids: readonly number[]): Promise<FollowerRow[]> {
  return tx.query<FollowerRow>({
    name: "trading.listNewsFollowers",
    text: `select t.id as telling_id, k.id as keyword_id, k.name, k.uid, k.owner_uid
      from trading.news_tellings t
      join trading.news_articles a on a.id = t.article_id
      cross join lateral unnest(t.term_ids) as found (term_id)
      join trading.news_keywords k on k.term_id = found.term_id and k.uid > t.after_uid
      where t.id = any ($1::bigint[])
        and (t.seconds is null or a.first_seen_at > k.created_at - interval '30 days')
        and exists (
          select from trading.webhooks w where w.owner_uid = k.owner_uid and w.enabled
            and (case when t.seconds is null then 'news.article' else 'news.impact' end) = any (w.events))
      order by t.id, k.uid, k.id limit ${KEYWORDS_AT_ONCE}`,
    values: [ids],
  });
}

/** Removes sent entries, so that they are not sent again. */
export async function removeTold(tx: Transaction, { done, partly }: LockedPage): Promise<void> {
  if (done.length > 0)
    await tx.execute({
      name: "trading.deleteNewsTellings",
      text: "delete from trading.news_tellings where id = any ($1::bigint[])",
      values: [done],
    });
  if (partly)
    await tx.execute({
      name: "trading.moveNewsTelling",
      text: "update trading.news_tellings set after_uid = $2 where id = $1",
      values: [partly.id, partly.afterUid],
    });
}
