/** Tells those who follow keywords of articles, and of what prices did after them, in the transaction that stores it. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { toSeconds, type Instant } from "../../../kit/time/instant.ts";
import { FREE_PLAN, planOf } from "../../billing/index.ts";
import { tellWebhooks, type Happening } from "../../webhooks/index.ts";
import type { ToneScore } from "../core/tone.ts";
import type { ImpactData } from "../store.ts";
import type { ArticleRow } from "./read-articles.ts";

/** An article with terms that were not found in it before. */
export interface FoundMatches {
  readonly articleId: number;
  readonly termIds: readonly number[];
}

/** @param languages articles in others are shown to nobody, and told to nobody; undefined for all */
export async function tellArticles(
  tx: Transaction,
  found: readonly FoundMatches[],
  languages: readonly string[] | undefined,
): Promise<void> {
  const followers = await listFollowers(
    tx,
    found.flatMap(({ termIds }) => termIds),
  );
  await tellWebhooks(
    tx,
    { ownerUids: ownersOf([...followers.values()].flat()), events: ["news.article"] },
    async (listening) => {
      const told = found.filter(({ termIds }) =>
        termIds.some((id) => followers.get(id)?.some((each) => isListening(each, listening))),
      );
      const articles = await readTold(
        tx,
        told.map(({ articleId }) => articleId),
      );
      return told.flatMap(({ articleId, termIds }) => {
        const article = articles.get(articleId);
        if (!article || (languages && !languages.includes(article.language))) return [];
        const keywords = termIds.flatMap((id) => followers.get(id) ?? []);
        const about = { event: "news.article" as const, at: article.first_seen_at, subject: String(articleId) };
        return byUser(keywords).map((own) => ({
          ...about,
          ...ofUser(own),
          data: { article: shownArticle(article), matched: matched(own) },
        }));
      });
    },
  );
}

/** What prices did is for those with a subscription, as everywhere. */
export async function tellImpact(
  tx: Transaction,
  { articleId, seconds, at }: { readonly articleId: number; readonly seconds: number; readonly at: Instant },
  impact: ImpactData,
  languages: readonly string[] | undefined,
): Promise<void> {
  const followers = await listFollowersOf(tx, articleId);
  await tellWebhooks(tx, { ownerUids: ownersOf(followers), events: ["news.impact"] }, async (listening) => {
    const article = (await readTold(tx, [articleId])).get(articleId);
    if (!article || (languages && !languages.includes(article.language))) return [];
    const subscribed = await withSubscription(tx, listening);
    const about = { event: "news.impact" as const, at, subject: `${articleId}/${seconds}` };
    const { id, title, url, source } = shownArticle(article);
    return byUser(followers.filter(({ owner_uid: owner }) => subscribed.has(owner))).map((own) => ({
      ...about,
      ...ofUser(own),
      data: { article: { id, title, url, source }, matched: matched(own), seconds, impact },
    }));
  });
}

interface Follower {
  readonly id: number;
  readonly name: string;
  readonly uid: number;
  readonly owner_uid: number;
}

/** Who follows these terms. */
async function listFollowers(q: Queryable, termIds: readonly number[]): Promise<ReadonlyMap<number, Follower[]>> {
  const followers = new Map<number, Follower[]>();
  if (termIds.length === 0) return followers;
  const rows = await q.query<Follower & { readonly term_id: number }>({
    name: "trading.listNewsFollowers",
    text: `select id, name, uid, owner_uid, term_id from trading.news_keywords
      where term_id = any ($1::bigint[]) order by id`,
    values: [termIds],
  });
  for (const row of rows) {
    const ofTerm = followers.get(row.term_id);
    if (ofTerm) ofTerm.push(row);
    else followers.set(row.term_id, [row]);
  }
  return followers;
}

/** Whose keywords were found in an article. */
async function listFollowersOf(q: Queryable, articleId: number): Promise<Follower[]> {
  return q.query<Follower>({
    name: "trading.listNewsFollowersOfArticle",
    text: `select k.id, k.name, k.uid, k.owner_uid
      from trading.news_keyword_matches m join trading.news_keywords k on k.id = m.keyword_id
      where m.article_id = $1 order by k.id`,
    values: [articleId],
  });
}

type ToldRow = Omit<ArticleRow, "echoes" | "edited_at">;

/** Articles as they are told. */
async function readTold(q: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, ToldRow>> {
  const rows = await q.query<ToldRow>({
    name: "trading.readToldNews",
    text: `select id, source, url, domain, title, brief, author, image, language, first_seen_at, published_at, keywords, tones
      from trading.news_articles where id = any ($1::bigint[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

function shownArticle(row: ToldRow) {
  return {
    id: String(row.id),
    title: row.title,
    brief: row.brief,
    url: row.url,
    source: row.source,
    domain: row.domain,
    author: row.author,
    image: row.image,
    language: row.language,
    keywords: row.keywords,
    tones: JSON.parse(row.tones) as ToneScore[],
    time_published: toSeconds(row.published_at),
    time_seen: toSeconds(row.first_seen_at),
  };
}

async function withSubscription(q: Queryable, ownerUids: ReadonlySet<number>): Promise<ReadonlySet<number>> {
  const subscribed = new Set<number>();
  for (const ownerUid of ownerUids) if ((await planOf(q, ownerUid)).id !== FREE_PLAN.id) subscribed.add(ownerUid);
  return subscribed;
}

function ownersOf(followers: Iterable<Follower>): readonly number[] {
  return [...new Set([...followers].map(({ owner_uid: owner }) => owner))];
}

function isListening(follower: Follower | undefined, listening: ReadonlySet<number>): boolean {
  return follower !== undefined && listening.has(follower.owner_uid);
}

/** The keywords of each user together. */
function byUser(followers: readonly Follower[]): readonly (readonly Follower[])[] {
  const own = new Map<number, Follower[]>();
  for (const follower of followers) own.set(follower.uid, [...(own.get(follower.uid) ?? []), follower]);
  return [...own.values()];
}

/** A keyword is its user's own matter. */
function ofUser([first]: readonly Follower[]): Pick<Happening, "ownerUid" | "uid" | "isPersonal"> {
  return { ownerUid: first?.owner_uid ?? 0, uid: first?.uid ?? 0, isPersonal: true };
}

function matched(own: readonly Follower[]): object[] {
  return own.map(({ id, name }) => ({ keywordid: String(id), name }));
}
