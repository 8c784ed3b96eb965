/** Stores what a look at a feed has found: each story once, whichever source had it first. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { assertFence, type Lease } from "../../../kit/sql/lease.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { fromMillis, plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { HORIZONS } from "../core/impact.ts";
import { ECHO_HOURS, isSameStory } from "../core/story-print.ts";
import type { MatchedArticle, SavedCounts, SavedItems } from "../store.ts";
import { insertPageDue } from "./article-pages.ts";
import { editWords } from "./article-words.ts";
import { recordFirstSight } from "./first-sight.ts";
import { lockGate } from "./news-gate.ts";
import { insertMatches } from "./news-terms.ts";
import { tellArticles, type FoundMatches } from "./tell-news.ts";

/** Candidates for one story: many more share a band only where feeds are made to. */
const MAX_CANDIDATES = 200;

/** Former words of one article. */
const MAX_EDITS = 20;

interface Sighting {
  readonly url_key: string;
  readonly source: string;
  readonly article_id: number;
  readonly content_key: string;
  readonly is_first: boolean;
}

/** A look, as it stores what it has found. */
interface Seeing {
  readonly at: Instant;
  /** Terms above this version were not matched; undefined where all were. */
  readonly newerThan: number | undefined;
  /** Which terms were found in which article, for those who are told of it. */
  readonly found: FoundMatches[];
}

/** Which of these addresses show what this source has shown there before. */
export async function listUnchanged(
  db: Queryable,
  source: string,
  items: readonly { readonly urlKey: string; readonly contentKey: string }[],
): Promise<ReadonlySet<string>> {
  if (items.length === 0) return new Set();
  const rows = await db.query<{ url_key: string }>({
    name: "trading.listUnchangedNews",
    text: `select s.url_key from trading.news_sightings s
      join unnest($2::text[], $3::text[]) as given (url_key, content_key) using (url_key, content_key)
      where s.source = $1`,
    values: [source, items.map(({ urlKey }) => urlKey), items.map(({ contentKey }) => contentKey)],
  });
  return new Set(rows.map(({ url_key }) => url_key));
}

/** One transaction under the fence. Terms that are newer than those that were matched are found here. */
export async function saveItems(
  db: Database,
  lease: Lease,
  { source, articles, firstSeenAt, termVersion }: SavedItems,
  toldLanguages?: readonly string[],
): Promise<SavedCounts> {
  return db.transaction(async (tx) => {
    await assertFence(tx, lease.name, lease.fence);
    const isCurrent = (await lockGate(tx)) === termVersion;
    const found: FoundMatches[] = [];
    const seeing = { at: firstSeenAt, newerThan: isCurrent ? undefined : termVersion, found };
    const counts = { added: 0, echoes: 0, edited: 0 };
    let matches = 0;
    const known = await knownSightings(
      tx,
      articles.map(({ urlKey }) => urlKey),
    );
    for (const article of articles) {
      const seen = known.filter(({ url_key }) => url_key === article.urlKey);
      const own = seen.find((each) => each.source === source);
      const change = own
        ? await saveAgain(tx, article, own, seeing)
        : await saveFirst(tx, { source, article, ...seeing, sameAddress: seen[0]?.article_id, known });
      if (change) counts[change]++;
      if (change === "added") matches += article.keywords.length;
    }
    if (counts.added > 0) await countFound(tx, counts.added, matches);
    await tellArticles(tx, found, toldLanguages);
    return counts;
  });
}

/** The sums that statistics show: to count them anew would read every article. */
async function countFound(tx: Transaction, articles: number, matches: number): Promise<void> {
  await tx.execute({
    name: "trading.countFoundNews",
    text: "update trading.news_gate set articles = articles + $1::bigint, matches = matches + $2::bigint",
    values: [articles, matches],
  });
}

/** What is known of these addresses, from whatever source. */
async function knownSightings(tx: Transaction, urlKeys: readonly string[]): Promise<Sighting[]> {
  return tx.query<Sighting>({
    name: "trading.listNewsSightings",
    text: `select url_key, source, article_id, content_key, is_first from trading.news_sightings
      where url_key = any ($1::text[]) order by seen_at limit 10000`,
    values: [urlKeys],
  });
}

/** An address that this source has shown before: the newer words are shown, where it was the first. */
async function saveAgain(
  tx: Transaction,
  article: MatchedArticle,
  own: Sighting,
  seeing: Seeing,
): Promise<"edited" | undefined> {
  if (own.content_key === article.contentKey) return undefined;
  await noteContent(tx, article, own.source);
  if (!own.is_first) return undefined;
  const { at, found } = seeing;
  await keepFormer(tx, own.article_id, at);
  await editWords(tx, own.article_id, article, at);
  found.push({ articleId: own.article_id, termIds: await insertMatches(tx, own.article_id, article, seeing) });
  if (article.wantsPage) await insertPageDue(tx, own.article_id, own.source, at);
  return "edited";
}

interface FirstSighting extends Seeing {
  readonly source: string;
  readonly article: MatchedArticle;
  /** The article that another source has shown under the same address. */
  readonly sameAddress: number | undefined;
  readonly known: Sighting[];
}

/** Something that this source has not shown: an echo of a story that is there, or a new one. */
async function saveFirst(
  tx: Transaction,
  { source, article, sameAddress, known, ...seeing }: FirstSighting,
): Promise<"added" | "echoes"> {
  const { at } = seeing;
  const story = sameAddress ?? (await findStory(tx, article, at));
  const articleId = story ?? (await insertArticle(tx, source, article, at));
  const sighting = {
    url_key: article.urlKey,
    source,
    article_id: articleId,
    content_key: article.contentKey,
    is_first: story === undefined,
  };
  await insertSighting(tx, sighting, article, at);
  // One feed may list an address twice.
  known.push(sighting);
  if (story !== undefined) {
    await countEcho(tx, story);
    return "echoes";
  }
  await insertPrint(tx, articleId, article, at);
  seeing.found.push({ articleId, termIds: await insertMatches(tx, articleId, article, seeing) });
  await recordFirstSight(tx, articleId, article, at);
  if (article.impactMs !== undefined) await insertDues(tx, articleId, article.impactMs);
  if (article.wantsPage) await insertPageDue(tx, articleId, source, at);
  return "added";
}

/** A story of the last days that says the same. */
async function findStory(tx: Transaction, article: MatchedArticle, at: Instant): Promise<number | undefined> {
  if (article.print.bands.length === 0) return undefined;
  const rows = await tx.query<{ article_id: number; words: string[]; keywords: string[] }>({
    name: "trading.findNewsStory",
    text: `select article_id, words, keywords from trading.news_prints
      where bands && $1::integer[] and seen_at > $2::timestamptz order by article_id limit ${MAX_CANDIDATES}`,
    values: [article.print.bands, timestamp(plusMillis(at, -ECHO_HOURS * HOUR_MS))],
  });
  const own = { words: article.print.words, keywords: article.keywords };
  return rows.find((each) => isSameStory(own, each))?.article_id;
}

/** A story that was not there. */
async function insertArticle(tx: Transaction, source: string, article: MatchedArticle, at: Instant): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertNewsArticle",
    text: `insert into trading.news_articles (source, url, domain, title, brief, author, image, language, first_seen_at,
        published_at, impact_at, keywords, currencies, codes, words, tones)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning id`,
    values: [
      source,
      article.url,
      article.domain,
      article.title,
      article.brief,
      article.author,
      article.image,
      article.language,
      timestamp(at),
      timestamp(fromMillis(article.publishedMs)),
      article.impactMs === undefined ? null : timestamp(fromMillis(article.impactMs)),
      article.keywords,
      article.currencies,
      article.codes,
      article.padded,
      JSON.stringify(article.tones),
    ],
  });
  return row?.id ?? 0;
}

/** An address of a story. */
async function insertSighting(
  tx: Transaction,
  row: Sighting,
  { url, title }: MatchedArticle,
  at: Instant,
): Promise<void> {
  await tx.execute({
    name: "trading.insertNewsSighting",
    text: `insert into trading.news_sightings (url_key, source, article_id, url, title, content_key, is_first, seen_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [row.url_key, row.source, row.article_id, url, title, row.content_key, row.is_first, timestamp(at)],
  });
}

/** By what its echoes will be found. */
async function insertPrint(
  tx: Transaction,
  id: number,
  { print, keywords }: MatchedArticle,
  at: Instant,
): Promise<void> {
  await tx.execute({
    name: "trading.insertNewsPrint",
    text: `insert into trading.news_prints (article_id, seen_at, words, keywords, bands) values ($1, $2, $3, $4, $5)`,
    values: [id, timestamp(at), print.words, keywords, print.bands],
  });
}

/** When prices after it can be compared. */
async function insertDues(tx: Transaction, id: number, impactMs: number): Promise<void> {
  await tx.execute({
    name: "trading.insertNewsDues",
    text: `insert into trading.news_impact_dues (article_id, seconds, due_at)
      select $1, seconds, $2::timestamptz + seconds * interval '1 second' from unnest($3::integer[]) as given (seconds)`,
    values: [id, timestamp(fromMillis(impactMs)), HORIZONS],
  });
}

/** What the source shows there now. */
async function noteContent(tx: Transaction, article: MatchedArticle, source: string): Promise<void> {
  await tx.execute({
    name: "trading.noteNewsContent",
    text: "update trading.news_sightings set content_key = $3, title = $4 where url_key = $1 and source = $2",
    values: [article.urlKey, source, article.contentKey, article.title],
  });
}

/** What was shown until now. Of an article that changes all the time the last former words stay. */
async function keepFormer(tx: Transaction, id: number, at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.keepFormerNews",
    text: `with trimmed as (
        delete from trading.news_edits where article_id = $1 and edited_at <= (
          select edited_at from trading.news_edits where article_id = $1
          order by edited_at desc offset ${MAX_EDITS - 1} limit 1)
      )
      insert into trading.news_edits (article_id, edited_at, title, brief)
      select id, $2::timestamptz, title, brief from trading.news_articles where id = $1
      on conflict do nothing`,
    values: [id, timestamp(at)],
  });
}

/** One more source has it. */
async function countEcho(tx: Transaction, id: number): Promise<void> {
  await tx.execute({
    name: "trading.countNewsEcho",
    text: "update trading.news_articles set echoes = echoes + 1 where id = $1",
    values: [id],
  });
}
