/** Keywords that users follow. */
import { enqueue } from "../../../kit/jobs/enqueue.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, toMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { Page } from "../../page.ts";
import { lockUser } from "../../users/index.ts";
import { matchOlderNews } from "../jobs/match-older-news.ts";
import type { FollowedKeyword, KeywordNotify, KeywordStore } from "../keyword-store.ts";
import { countEarlier, ensureTerm } from "./news-terms.ts";
import { recordPastMatches } from "./past-matches.ts";

/** How far back a new keyword is looked for: what `trading.news_keyword_matches` shows of it. */
const BACK_DAYS = 30;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly articles: number;
  readonly last_match_at: Instant | null;
  readonly created_at: Instant;
  readonly notify_email: boolean;
  readonly notify_telegram: boolean;
  readonly feed_created_at: Instant | null;
  readonly feed_read_at: Instant | null;
}

const SELECTED = `select k.id, k.name, t.articles - k.earlier as articles,
    case when t.last_match_at > k.created_at - interval '${BACK_DAYS} days' then t.last_match_at end as last_match_at,
    k.created_at, k.notify_email, k.notify_telegram, f.created_at as feed_created_at, f.read_at as feed_read_at
  from trading.news_keywords k join trading.news_terms t on t.id = k.term_id
    left join trading.news_keyword_feeds f on f.keyword_id = k.id`;

type Added = Parameters<KeywordStore["addKeyword"]>;

/** Follows a keyword, with what it finds in the last days; undefined when the limit is reached. */
export async function addKeyword(
  db: Database,
  ...[user, keyword, maximum, at]: Added
): Promise<FollowedKeyword | undefined> {
  const since = plusMillis(at, -BACK_DAYS * DAY_MS);
  return db.transaction(async (tx) => {
    await lockUser(tx, user.ownerUid);
    const known = await findByWords(tx, user.uid, keyword.words);
    if (known) {
      if (!keyword.notify) return known;
      await setNotify(tx, known.id, keyword.notify);
      return { ...known, notify: keyword.notify };
    }
    if ((await countOfAccount(tx, user.ownerUid)) >= maximum) return undefined;
    const term = await ensureTerm(tx, keyword.words);
    if (term.isNew) await lookBack(tx, term.id, keyword.words, since);
    const earlier = term.isNew ? 0 : await countEarlier(tx, term.id, since);
    const id = await insertKeyword(tx, { ...user, name: keyword.name, termId: term.id, earlier, at });
    if (keyword.notify) await setNotify(tx, id, keyword.notify);
    return findKeyword(tx, user.uid, id);
  });
}

/** The newest articles at once; the others by a job, which begins when the term is committed. */
async function lookBack(tx: Transaction, termId: number, words: string, since: Instant): Promise<void> {
  const left = await recordPastMatches(tx, termId, words, since);
  if (left) await enqueue(tx, matchOlderNews, { termId, since: toMillis(since), at: left.at, articleId: left.id });
}

/** One that the user follows already. */
async function findByWords(tx: Transaction, uid: number, words: string): Promise<FollowedKeyword | undefined> {
  const [row] = await tx.query<Row>({
    name: "trading.findNewsKeywordByWords",
    text: `${SELECTED} where k.uid = $1 and t.words = $2 and not t.is_going`,
    values: [uid, words],
  });
  return row && keywordOf(row);
}

/** How many the users of an account follow. */
async function countOfAccount(tx: Transaction, ownerUid: number): Promise<number> {
  const [row] = await tx.query<{ total: number }>({
    name: "trading.countNewsKeywordsOfAccount",
    text: "select count(*) as total from trading.news_keywords where owner_uid = $1",
    values: [ownerUid],
  });
  return row?.total ?? 0;
}

interface NewKeyword {
  readonly uid: number;
  readonly ownerUid: number;
  readonly name: string;
  readonly termId: number;
  readonly earlier: number;
  readonly at: Instant;
}

/** Another one. */
async function insertKeyword(
  tx: Transaction,
  { uid, ownerUid, name, termId, earlier, at }: NewKeyword,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertNewsKeyword",
    text: `insert into trading.news_keywords (uid, owner_uid, name, term_id, earlier, created_at)
      values ($1, $2, $3, $4, $5, $6) returning id`,
    values: [uid, ownerUid, name, termId, earlier, timestamp(at)],
  });
  return row?.id ?? 0;
}

/** By which ways its user is notified from now on. */
async function setNotify(tx: Transaction, id: number, { email, telegram }: KeywordNotify): Promise<void> {
  await tx.execute({
    name: "trading.setNewsKeywordNotify",
    text: "update trading.news_keywords set notify_email = $2, notify_telegram = $3 where id = $1",
    values: [id, email, telegram],
  });
}

/** One of a user's. */
export async function findKeyword(db: Queryable, uid: number, id: number): Promise<FollowedKeyword | undefined> {
  const [row] = await db.query<Row>({
    name: "trading.findNewsKeyword",
    text: `${SELECTED} where k.uid = $1 and k.id = $2`,
    values: [uid, id],
  });
  return row && keywordOf(row);
}

/** The keywords of a user, newest first. */
export async function listKeywords(
  db: Queryable,
  uid: number,
  { limit, offset }: Page,
): Promise<{ keywords: FollowedKeyword[]; total: number }> {
  const rows = await db.query<Row>({
    name: "trading.listNewsKeywords",
    text: `${SELECTED} where k.uid = $1 order by k.id desc limit $2 offset $3`,
    values: [uid, limit, offset],
  });
  const [counted] = await db.query<{ total: number }>({
    name: "trading.countNewsKeywords",
    text: "select count(*) as total from trading.news_keywords where uid = $1",
    values: [uid],
  });
  return { keywords: rows.map(keywordOf), total: counted?.total ?? 0 };
}

/** Follows one no longer. The found articles of its words stay until the daily job: another user may follow them. */
export async function removeKeyword(db: Queryable, uid: number, id: number): Promise<boolean> {
  const removed = await db.execute({
    name: "trading.removeNewsKeyword",
    text: "delete from trading.news_keywords where uid = $1 and id = $2",
    values: [uid, id],
  });
  return removed === 1;
}

function keywordOf(row: Row): FollowedKeyword {
  const { feed_created_at: madeAt } = row;
  return {
    id: row.id,
    name: row.name,
    articles: row.articles,
    lastMatchAt: row.last_match_at ?? undefined,
    createdAt: row.created_at,
    notify: { email: row.notify_email, telegram: row.notify_telegram },
    feed: madeAt === null ? undefined : { createdAt: madeAt, readAt: row.feed_read_at ?? undefined },
  };
}
