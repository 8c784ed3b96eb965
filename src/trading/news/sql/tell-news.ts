/** Notifies followers of keywords about articles, and about the prices after them. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { plusMillis, toSeconds, type Instant } from "../../../kit/time/instant.ts";
import { SECOND_MS } from "../../../kit/time/spans.ts";
import { FREE_PLAN, plansOf } from "../../billing/index.ts";
import { tellWebhooks, type Happening } from "../../webhooks/index.ts";
import type { ToneScore } from "../core/tone.ts";
import type { ImpactData } from "../store.ts";
import { lockPage, removeTold, type ToldFollower } from "./news-tellings.ts";
import type { ArticleRow } from "./read-articles.ts";
import { readImpacts } from "./read-impacts.ts";

/**
 * Notifies some followers of what is waiting, in a transaction that locks nothing of those that store articles. Sent
 * articles are struck off in the same transaction, so that each follower is notified once, wherever a process dies.
 *
 * @param languages articles in other languages are neither shown nor sent; undefined for all
 * @returns whether more may be waiting
 */
export async function tellNext(db: Database, languages: readonly string[] | undefined): Promise<boolean> {
  return db.transaction(async (tx) => {
    const page = await lockPage(tx);
    if (page.tellings.length === 0) return false;
    const articles = await readTold(
      tx,
      page.told.map(({ articleId }) => articleId),
    );
    const shown = page.told.filter(({ articleId }) => {
      const { language = "" } = articles.get(articleId) ?? {};
      return language !== "" && (!languages || languages.includes(language));
    });
    await tellArticles(
      tx,
      shown.filter(({ seconds }) => seconds === undefined),
      articles,
    );
    await tellImpacts(
      tx,
      shown.filter(({ seconds }) => seconds !== undefined),
      articles,
    );
    await removeTold(tx, page);
    return page.isCut;
  });
}

/** Followers of what was found in articles. */
async function tellArticles(
  tx: Transaction,
  told: readonly ToldFollower[],
  articles: ReadonlyMap<number, ToldRow>,
): Promise<void> {
  await tellWebhooks(tx, { ownerUids: ownersOf(told), events: ["news.article"] }, (listening) =>
    byTellingAndUser(told.filter((each) => listening.has(each.ownerUid))).flatMap((own) => {
      const article = articles.get(own[0].articleId);
      if (!article) return [];
      const about = { event: "news.article" as const, at: article.first_seen_at, subject: String(article.id) };
      return { ...about, ...ofUser(own), data: { article: shownArticle(article), matched: matched(own) } };
    }),
  );
}

/** Price moves need a subscription, as everywhere. */
async function tellImpacts(
  tx: Transaction,
  told: readonly ToldFollower[],
  articles: ReadonlyMap<number, ToldRow>,
): Promise<void> {
  await tellWebhooks(tx, { ownerUids: ownersOf(told), events: ["news.impact"] }, async (listening) => {
    const plans = await plansOf(tx, [...listening]);
    const heard = told.filter(({ ownerUid }) => (plans.get(ownerUid) ?? FREE_PLAN).id !== FREE_PLAN.id);
    const impacts = await impactsOf(tx, heard);
    return byTellingAndUser(heard.filter(({ ownerUid }) => listening.has(ownerUid))).flatMap((own) => {
      const [{ articleId, seconds = 0 }] = own;
      const [article, impact] = [articles.get(articleId), impacts.get(`${articleId}/${seconds}`)];
      if (!article?.impact_at || !impact) return [];
      const { id, title, url, source } = shownArticle(article);
      return {
        event: "news.impact" as const,
        at: plusMillis(article.impact_at, seconds * SECOND_MS),
        subject: `${articleId}/${seconds}`,
        ...ofUser(own),
        data: { article: { id, title, url, source }, matched: matched(own), seconds, impact },
      };
    });
  });
}

/** Price moves, by article and seconds. */
async function impactsOf(q: Queryable, told: readonly ToldFollower[]): Promise<ReadonlyMap<string, ImpactData>> {
  const asked = new Map(told.map(({ articleId, seconds = 0 }) => [`${articleId}/${seconds}`, { articleId, seconds }]));
  const rows = await readImpacts(q, [...asked.values()]);
  return new Map(
    rows.map(({ article_id, seconds, data }) => [`${article_id}/${seconds}`, JSON.parse(data) as ImpactData]),
  );
}

type ToldRow = Omit<ArticleRow, "echoes" | "edited_at"> & { readonly impact_at: Instant | null };

/** Articles as they are sent. */
async function readTold(q: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, ToldRow>> {
  if (ids.length === 0) return new Map();
  const rows = await q.query<ToldRow>({
    name: "trading.readToldNews",
    text: `select id, source, url, domain, title, brief, author, image, language, first_seen_at, published_at, keywords, tones,
        impact_at from trading.news_articles where id = any ($1::bigint[])`,
    values: [[...new Set(ids)]],
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

function ownersOf(told: readonly ToldFollower[]): readonly number[] {
  return [...new Set(told.map(({ ownerUid }) => ownerUid))];
}

/** The keywords of each user together, for each article or impact. They come sorted so. */
function byTellingAndUser(told: readonly ToldFollower[]): readonly [ToldFollower, ...ToldFollower[]][] {
  const groups: [ToldFollower, ...ToldFollower[]][] = [];
  for (const each of told) {
    const last = groups.at(-1);
    if (last?.[0].tellingId === each.tellingId && last[0].uid === each.uid) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** A keyword is its user's own matter. */
function ofUser([{ ownerUid, uid }]: readonly [ToldFollower, ...ToldFollower[]]): Pick<
  Happening,
  "ownerUid" | "uid" | "isPersonal"
> {
  return { ownerUid, uid, isPersonal: true };
}

function matched(own: readonly ToldFollower[]): object[] {
  return own.map(({ keywordId, name }) => ({ keywordid: String(keywordId), name }));
}
