/** Keywords that users follow. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { Page } from "../../page.ts";
import { lockUser } from "../../users/index.ts";
import type { FollowedKeyword, NewsStore, UserKeywords } from "../store.ts";
import { lockGate } from "./news-gate.ts";

/** How far back a new keyword is looked for. */
const BACK_DAYS = 30;
/** More keywords than this would not fit into memory beside everything else. */
const MAX_KEYWORDS = 1_000_000;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly articles: number;
  readonly last_match_at: Instant | null;
  readonly created_at: Instant;
}

type Added = Parameters<NewsStore["addKeyword"]>;

/** Follows a keyword, with what it finds in the last days; undefined when there is no room. */
export async function addKeyword(
  db: Database,
  ...[user, keyword, maximum, at]: Added
): Promise<FollowedKeyword | undefined> {
  return db.transaction(async (tx) => {
    await lockUser(tx, user.ownerUid);
    const known = await findByWords(tx, user.uid, keyword.words);
    if (known) return known;
    // Articles that are stored after this are matched by the new version, those before it are looked through here.
    await lockGate(tx);
    const id = await insertKeyword(tx, user, keyword, maximum, at);
    if (id === undefined) return undefined;
    await changeVersion(tx);
    await matchBack(tx, id, keyword.words, at);
    return findKeyword(tx, user.uid, id);
  });
}

/** One that the user follows already. */
async function findByWords(tx: Transaction, uid: number, words: string): Promise<FollowedKeyword | undefined> {
  const [row] = await tx.query<Row>({
    name: "trading.findNewsKeywordByWords",
    text: "select id, name, articles, last_match_at, created_at from trading.news_keywords where uid = $1 and words = $2",
    values: [uid, words],
  });
  return row && keywordOf(row);
}

/** Another one, if the account has room. */
async function insertKeyword(
  tx: Transaction,
  ...[{ uid, ownerUid }, { name, words }, maximum, at]: Added
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertNewsKeyword",
    text: `insert into trading.news_keywords (uid, owner_uid, name, words, created_at)
      select $1, $2, $3, $4, $5::timestamptz
      where (select count(*) from trading.news_keywords where owner_uid = $2) < $6::bigint
      returning id`,
    values: [uid, ownerUid, name, words, timestamp(at), maximum],
  });
  return row?.id;
}

/** Those who store articles load the keywords again. */
async function changeVersion(tx: Transaction): Promise<void> {
  await tx.execute({
    name: "trading.changeNewsKeywordVersion",
    text: "update trading.news_gate set keyword_version = keyword_version + 1",
  });
}

/** Finds a new keyword in what is there: exactly what the matcher would have found, since both compare whole words. */
async function matchBack(tx: Transaction, id: number, words: string, at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.matchNewsBack",
    text: `with matched as (
        insert into trading.news_keyword_matches (keyword_id, article_id)
        select $1, a.id from trading.news_articles a
        where a.first_seen_at > $3::timestamptz and position($2::text in a.words) > 0
        returning article_id
      )
      update trading.news_keywords set articles = found.count, last_match_at = found.last_at
      from (select count(*)::integer as count, max(a.first_seen_at) as last_at
        from matched join trading.news_articles a on a.id = matched.article_id) as found
      where id = $1`,
    values: [id, words, timestamp(plusMillis(at, -BACK_DAYS * DAY_MS))],
  });
}

/** One of a user's. */
export async function findKeyword(db: Queryable, uid: number, id: number): Promise<FollowedKeyword | undefined> {
  const [row] = await db.query<Row>({
    name: "trading.findNewsKeyword",
    text: "select id, name, articles, last_match_at, created_at from trading.news_keywords where uid = $1 and id = $2",
    values: [uid, id],
  });
  return row && keywordOf(row);
}

/** What a user follows, newest first. */
export async function listKeywords(
  db: Queryable,
  uid: number,
  { limit, offset }: Page,
): Promise<{ keywords: FollowedKeyword[]; total: number }> {
  const rows = await db.query<Row>({
    name: "trading.listNewsKeywords",
    text: `select id, name, articles, last_match_at, created_at from trading.news_keywords
      where uid = $1 order by id desc limit $2 offset $3`,
    values: [uid, limit, offset],
  });
  const [counted] = await db.query<{ total: number }>({
    name: "trading.countNewsKeywords",
    text: "select count(*) as total from trading.news_keywords where uid = $1",
    values: [uid],
  });
  return { keywords: rows.map(keywordOf), total: counted?.total ?? 0 };
}

/** Follows one no longer. */
export async function removeKeyword(db: Database, uid: number, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const removed = await tx.execute({
      name: "trading.removeNewsKeyword",
      text: "delete from trading.news_keywords where uid = $1 and id = $2",
      values: [uid, id],
    });
    if (removed === 1) await changeVersion(tx);
    return removed === 1;
  });
}

/** Everybody's, with the version that they are. */
export async function loadUserKeywords(db: Database): Promise<UserKeywords> {
  return db.snapshot(async (tx) => {
    const [gate] = await tx.query<{ keyword_version: number }>({
      name: "trading.readNewsKeywordVersion",
      text: "select keyword_version from trading.news_gate",
    });
    const keywords = await tx.query<{ id: number; words: string }>({
      name: "trading.loadNewsKeywords",
      text: `select id, words from trading.news_keywords order by id limit ${MAX_KEYWORDS}`,
    });
    return { version: gate?.keyword_version ?? 0, keywords };
  });
}

function keywordOf({ id, name, articles, last_match_at, created_at }: Row): FollowedKeyword {
  return { id, name, articles, lastMatchAt: last_match_at ?? undefined, createdAt: created_at };
}
