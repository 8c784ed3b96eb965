/** Stores what a look at a feed has found: each story once, whichever source had it first. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { assertFence, type Lease } from "../../../kit/sql/lease.ts";
import { isForContent } from "../../../kit/sql/query-error.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { planStories, type PlannedItem, type Sighting, type StoryCandidate } from "../core/plan-stories.ts";
import { ECHO_HOURS } from "../core/story-print.ts";
import type { MatchedArticle, SavedCounts, SavedItems } from "../store.ts";
import { insertPagesDue } from "./article-pages.ts";
import { editWords, recordFormer, noteContents } from "./article-words.ts";
import { insertArticles } from "./insert-articles.ts";
import { recordChanges } from "./news-changes.ts";
import { lockGate } from "./news-gate.ts";
import { enqueueArticles } from "./news-tellings.ts";
import { insertMatches, type MatchedTerms } from "./news-terms.ts";

/** Candidates for one story: many more share a band only where feeds are made to. */
const MAX_CANDIDATES = 200;
/** Candidates for all stories of a look. */
const MAX_FOUND = 10_000;

const NOTHING: SavedCounts = { added: 0, echoes: 0, edited: 0, refused: 0 };

/** The addresses among these that show the same text as at this source's last look. */
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

/**
 * All in one transaction under the fence. Where the database refuses that because of an article's content, each half
 * is stored separately, and so on, until only the refused article is left: that one is left out.
 */
export async function saveItems(db: Database, lease: Lease, items: SavedItems): Promise<SavedCounts> {
  const { articles } = items;
  try {
    return await saveTogether(db, lease, items);
  } catch (error) {
    if (!isForContent(error)) throw error;
    if (articles.length <= 1) return { ...NOTHING, refused: articles.length };
    const middle = articles.length >> 1;
    const first = await saveItems(db, lease, { ...items, articles: articles.slice(0, middle) });
    return plus(first, await saveItems(db, lease, { ...items, articles: articles.slice(middle) }));
  }
}

/** A look, as it stores what it has found. */
interface Seeing {
  readonly source: string;
  readonly at: Instant;
  /** Terms above this version were not matched; undefined where all were. */
  readonly newerThan: number | undefined;
}

/** Terms that are newer than those that were matched are found here. */
async function saveTogether(
  db: Database,
  lease: Lease,
  { source, articles, firstSeenAt, termVersion }: SavedItems,
): Promise<SavedCounts> {
  return db.transaction(async (tx) => {
    await assertFence(tx, lease.name, lease.fence);
    const isCurrent = (await lockGate(tx)) === termVersion;
    const seeing = { source, at: firstSeenAt, newerThan: isCurrent ? undefined : termVersion };
    let counts = NOTHING;
    for (const run of runsOfAddresses(articles)) counts = plus(counts, await saveRun(tx, run, seeing));
    return counts;
  });
}

/** One batch after the other, each with every address once: a feed may list one twice. */
function runsOfAddresses(articles: readonly MatchedArticle[]): readonly (readonly MatchedArticle[])[] {
  const runs: MatchedArticle[][] = [];
  let keys = new Set<string>();
  for (const article of articles) {
    const run = runs.at(-1);
    if (!run || keys.has(article.urlKey)) {
      runs.push([article]);
      keys = new Set([article.urlKey]);
    } else {
      run.push(article);
      keys.add(article.urlKey);
    }
  }
  return runs;
}

/** A statement for all of a kind, however many they are: the gate is not held while answers go to and fro. */
async function saveRun(tx: Transaction, articles: readonly MatchedArticle[], seeing: Seeing): Promise<SavedCounts> {
  const { source, at } = seeing;
  const plan = planStories(source, articles, {
    sightings: await knownSightings(tx, articles),
    candidates: await findCandidates(tx, articles, at),
    most: MAX_CANDIDATES,
  });
  const of = (kind: PlannedItem["kind"]): MatchedArticle[] => articles.filter((_, place) => plan[place]?.kind === kind);
  const added = of("added");
  const ids = await insertArticles(tx, source, added, at);
  const idOf = new Map(added.map((article, place) => [article, ids[place] ?? 0]));
  const echoes = plan.flatMap((planned, place) => {
    const article = articles[place];
    if (planned.kind !== "echo" || !article) return [];
    const { story } = planned;
    const first = "place" in story ? articles[story.place] : undefined;
    return { article, articleId: "place" in story ? ((first && idOf.get(first)) ?? 0) : story.articleId };
  });
  await insertEchoes(tx, echoes, seeing);
  const edits = plan.flatMap((planned, place) => {
    const article = articles[place];
    return planned.kind === "edited" && article ? { article, articleId: planned.articleId } : [];
  });
  const changed = [...of("noted"), ...edits.map(({ article }) => article)];
  if (changed.length > 0) await noteContents(tx, source, changed);
  if (edits.length > 0) await saveEdits(tx, edits, seeing);
  const shown = [...added.map((article) => ({ article, articleId: idOf.get(article) ?? 0 })), ...edits];
  const found = await insertMatches(tx, shown.map(matchedOf), seeing);
  await recordChanges(
    tx,
    "article",
    shown.map(({ articleId }) => articleId),
  );
  await enqueueArticles(tx, found);
  if (added.length > 0) await countFound(tx, added);
  return { added: added.length, echoes: echoes.length, edited: edits.length, refused: 0 };
}

interface PlacedArticle {
  readonly article: MatchedArticle;
  readonly articleId: number;
}

function matchedOf({ article: { termIds, padded }, articleId }: PlacedArticle): MatchedTerms {
  return { articleId, termIds, padded };
}

/** The newer words are shown, and the former ones kept. After an edit the page is asked again. */
async function saveEdits(tx: Transaction, edits: readonly PlacedArticle[], { source, at }: Seeing): Promise<void> {
  await recordFormer(
    tx,
    edits.map(({ articleId }) => articleId),
    at,
  );
  await editWords(
    tx,
    edits.map(({ article, articleId }) => ({ articleId, words: article })),
    at,
  );
  const wanting = edits.filter(({ article }) => article.wantsPage === true);
  if (wanting.length > 0)
    await insertPagesDue(
      tx,
      wanting.map(({ articleId }) => articleId),
      source,
      at,
    );
}

/** The sums that statistics show: to count them again would read every article. */
async function countFound(tx: Transaction, added: readonly MatchedArticle[]): Promise<void> {
  await tx.execute({
    name: "trading.countFoundNews",
    text: "update trading.news_gate set articles = articles + $1::bigint, matches = matches + $2::bigint",
    values: [added.length, added.reduce((sum, { keywords }) => sum + keywords.length, 0)],
  });
}

/** Stored articles at these addresses, from any source. */
async function knownSightings(tx: Transaction, articles: readonly MatchedArticle[]): Promise<Sighting[]> {
  return tx.query<Sighting>({
    name: "trading.listNewsSightings",
    text: `select url_key as "urlKey", source, article_id as "articleId", content_key as "contentKey", is_first as "isFirst"
      from trading.news_sightings where url_key = any ($1::text[]) order by seen_at limit 10000`,
    values: [articles.map(({ urlKey }) => urlKey)],
  });
}

/** Stories of the last days that may say the same as these, by place. */
async function findCandidates(
  tx: Transaction,
  articles: readonly MatchedArticle[],
  at: Instant,
): Promise<ReadonlyMap<number, readonly StoryCandidate[]>> {
  const bands = articles.flatMap(({ print }, place) => print.bands.map((band) => ({ place, band })));
  const found = new Map<number, StoryCandidate[]>();
  if (bands.length === 0) return found;
  const rows = await tx.query<StoryCandidate & { readonly place: number }>({
    name: "trading.findNewsStories",
    text: `select found.place, p.article_id as "articleId", p.words, p.keywords
      from (
        select distinct given.place, b.article_id
        from unnest($1::integer[], $2::integer[]) as given (place, band) join trading.news_bands b on b.band = given.band
      ) as found
      join trading.news_prints p on p.article_id = found.article_id and p.seen_at > $3::timestamptz
      order by found.place, p.article_id limit ${MAX_FOUND}`,
    values: [
      bands.map(({ place }) => place),
      bands.map(({ band }) => band),
      timestamp(plusMillis(at, -ECHO_HOURS * HOUR_MS)),
    ],
  });
  for (const row of rows) {
    const own = found.get(row.place);
    if (!own) found.set(row.place, [row]);
    else if (own.length < MAX_CANDIDATES) own.push(row);
  }
  return found;
}

/** Further addresses of stories, which count as echoes of them. */
async function insertEchoes(tx: Transaction, echoes: readonly PlacedArticle[], { source, at }: Seeing): Promise<void> {
  if (echoes.length === 0) return;
  await tx.execute({
    name: "trading.insertNewsEchoes",
    text: `with echo as (
        insert into trading.news_sightings (url_key, source, article_id, url, title, content_key, is_first, seen_at)
        select url_key, $1, article_id, url, title, content_key, false, $2::timestamptz
        from unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[])
          as given (url_key, article_id, url, title, content_key)
        returning article_id
      )
      update trading.news_articles a set echoes = a.echoes + more.echoes
      from (select article_id, count(*) as echoes from echo group by article_id) as more where a.id = more.article_id`,
    values: [
      source,
      timestamp(at),
      echoes.map(({ article }) => article.urlKey),
      echoes.map(({ articleId }) => articleId),
      echoes.map(({ article }) => article.url),
      echoes.map(({ article }) => article.title),
      echoes.map(({ article }) => article.contentKey),
    ],
  });
}

function plus(one: SavedCounts, other: SavedCounts): SavedCounts {
  return {
    added: one.added + other.added,
    echoes: one.echoes + other.echoes,
    edited: one.edited + other.edited,
    refused: one.refused + other.refused,
  };
}
