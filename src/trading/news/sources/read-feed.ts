/** One look at a feed: asked politely, parsed, stored; and when to look again. */
import type { Lease } from "../../../kit/sql/lease.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { counted } from "../../../kit/text/counted.ts";
import { backOffMs } from "../../../kit/time/back-off.ts";
import { plusMillis, toMillis, type Instant } from "../../../kit/time/instant.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../kit/time/spans.ts";
import { prepareArticles, type PreparedArticle } from "../core/article.ts";
import { allowanceAt, takenBy, type TakenItems } from "../core/feed-allowance.ts";
import { nextInterval } from "../core/feed-interval.ts";
import type { FeedLook, FeedState, FeedStore, MatchedArticle, SavedCounts } from "../store.ts";
import { FeedUnreadable, type FeedParser } from "./feed-parser.ts";
import type { KeywordFinder } from "./find-keywords.ts";
import type { LookTurn } from "./look-turn.ts";
import type { PoliteFetch } from "./polite-fetch.ts";
import { wantsPage } from "./read-article.ts";
import type { NewsSource } from "./source.ts";

export interface FeedReaderOptions {
  readonly store: FeedStore;
  readonly fetcher: PoliteFetch;
  readonly parser: FeedParser;
  readonly keywords: KeywordFinder;
  /** The markets that an article is measured at which names these currencies. */
  readonly codesFor: (currencies: readonly string[]) => readonly string[];
  readonly clock: Clock;
  /** From 0 to 1: spreads the looks of feeds that failed together. */
  readonly chance: () => number;
}

/** The result of a look, for the process that did it. */
export interface LookResult {
  readonly look: FeedLook;
  readonly counts: SavedCounts;
  /** Until when the site asks to be left alone; undefined where it does not. */
  readonly quietUntil: Instant | undefined;
}

/** The outcome of a document. */
interface SavedLook {
  readonly counts: SavedCounts;
  readonly taken: TakenItems;
  /** New or changed articles that were not taken yet. */
  readonly waiting: number;
  /** Items that say something else at the address of a newer one. */
  readonly shared: number;
}

/** This many articles in one transaction. */
const BATCH = 50;
const BACK_OFF = { firstMs: MINUTE_MS, maxMs: 6 * HOUR_MS };
const NOTHING: SavedCounts = { added: 0, echoes: 0, edited: 0, refused: 0 };

export class FeedReader {
  readonly #options: FeedReaderOptions;

  constructor(options: FeedReaderOptions) {
    this.#options = options;
  }

  /** @throws LeaseLost when another process owns the feed by now; the signal's reason */
  async look(source: NewsSource, state: FeedState, { lease, signal, siteFeeds }: LookTurn): Promise<LookResult> {
    const { store, fetcher, parser, clock } = this.#options;
    const fetched = await fetcher.fetch(source.url, state, signal);
    const at = clock.now();
    if (fetched.kind === "failed") {
      const { problem, waitMs } = fetched;
      const quietUntil = waitMs === undefined ? undefined : plusMillis(at, waitMs);
      const look = this.#failure(source, state, { at, problem, waitMs });
      await store.saveLook(lease, look, quietUntil && { names: siteFeeds, until: quietUntil });
      return { look, counts: NOTHING, quietUntil };
    }
    if (fetched.kind === "same") return this.#end(lease, success(source, state, { at, added: 0, hasNews: false }));
    let saved: SavedLook;
    try {
      const items = await parser.parse(fetched.text, source.kind);
      const articles = prepareArticles(items, source, toMillis(at));
      if (items.length > 0 && articles.length === 0)
        throw new FeedUnreadable("none of its items has a title and an address");
      saved = await this.#save(source, state, articles, lease, at);
    } catch (error) {
      if (!(error instanceof FeedUnreadable)) throw error;
      return this.#end(
        lease,
        this.#failure(source, state, { at, problem: `The feed cannot be read: ${error.message}.`, waitMs: undefined }),
      );
    }
    const { counts } = saved;
    const hasNews = counts.added + counts.echoes + counts.edited > 0;
    // While some wait, the site is asked for the whole feed again, also where it has not changed.
    const { etag, lastModified } = saved.waiting > 0 ? state : fetched.validators;
    const known = { ...state, etag, lastModified, ...saved.taken };
    const look = { ...success(source, known, { at, added: counts.added, hasNews }), problem: leftOut(saved) };
    await store.saveLook(lease, look);
    return { look, counts, quietUntil: undefined };
  }

  async #end(lease: Lease, look: FeedLook): Promise<LookResult> {
    await this.#options.store.saveLook(lease, look);
    return { look, counts: NOTHING, quietUntil: undefined };
  }

  async #save(
    source: NewsSource,
    state: FeedState,
    listed: readonly PreparedArticle[],
    lease: Lease,
    at: Instant,
  ): Promise<SavedLook> {
    const { store } = this.#options;
    const { all, shared } = oneForEachAddress(listed);
    const unchanged = await store.listUnchanged(source.name, all);
    const changed = all.filter(({ urlKey }) => !unchanged.has(urlKey));
    // The newest are taken; the oldest of them first, so that the first of two alike is the story.
    const fresh = changed.slice(0, allowanceAt(state, at)).toReversed();
    const sum = { ...NOTHING };
    for (let from = 0; from < fresh.length; from += BATCH) {
      const counts = await this.#saveBatch(source, fresh.slice(from, from + BATCH), lease, at);
      sum.added += counts.added;
      sum.echoes += counts.echoes;
      sum.edited += counts.edited;
      sum.refused += counts.refused;
    }
    const before = takenBy(state, at);
    const taken = { ...before, taken: before.taken + fresh.length };
    return { counts: sum, taken, waiting: changed.length - fresh.length, shared };
  }

  async #saveBatch(
    source: NewsSource,
    batch: readonly PreparedArticle[],
    lease: Lease,
    at: Instant,
  ): Promise<SavedCounts> {
    const { store, keywords } = this.#options;
    const termVersion = await keywords.load();
    const articles = batch.map((article) => this.#matched(source, article));
    return store.saveItems(lease, { source: source.name, articles, firstSeenAt: at, termVersion });
  }

  #matched(source: NewsSource, article: PreparedArticle): MatchedArticle {
    const found = this.#options.keywords.find(article);
    const codes = this.#options.codesFor(found.currencies);
    return { ...article, ...found, codes, wantsPage: wantsPage(source, article) };
  }

  #failure(
    source: NewsSource,
    state: FeedState,
    { at, problem, waitMs }: { at: Instant; problem: string; waitMs: number | undefined },
  ): FeedLook {
    const failures = state.failures + 1;
    const ownMs = Math.max(backOffMs(failures, BACK_OFF, this.#options.chance()), source.intervalSeconds * SECOND_MS);
    const nextAt = plusMillis(at, Math.max(ownMs, waitMs ?? 0));
    return { ...lookOf(state), name: source.name, nextAt, failures, problem, at, added: 0 };
  }
}

function success(
  { name, intervalSeconds: least }: NewsSource,
  state: FeedState,
  { at, added, hasNews }: { at: Instant; added: number; hasNews: boolean },
): FeedLook {
  const intervalSeconds = nextInterval(state.intervalSeconds, least, hasNews);
  const nextAt = plusMillis(at, intervalSeconds * SECOND_MS);
  return { ...lookOf(state), name, intervalSeconds, nextAt, failures: 0, problem: undefined, at, added };
}

function lookOf({
  etag,
  lastModified,
  intervalSeconds,
  takenHour,
  taken,
}: FeedState): Pick<FeedLook, "etag" | "lastModified" | "intervalSeconds" | keyof TakenItems> {
  return { etag, lastModified, intervalSeconds, takenHour, taken };
}

/** Of items with one address, the first, which is the newest; and how many others say something else. */
function oneForEachAddress(listed: readonly PreparedArticle[]): { all: PreparedArticle[]; shared: number } {
  const first = new Map<string, PreparedArticle>();
  let shared = 0;
  for (const article of listed) {
    const known = first.get(article.urlKey);
    if (!known) first.set(article.urlKey, article);
    else if (known.contentKey !== article.contentKey) shared++;
  }
  return { all: [...first.values()], shared };
}

/** The report to operators about a look that did not take everything. */
function leftOut({ waiting, shared, counts: { refused } }: SavedLook): string | undefined {
  const problems = [
    ...(waiting > 0 ? [`It lists more than is taken in an hour: ${counted(waiting, "article")} left for later.`] : []),
    ...(refused > 0 ? [`Left out because the database refused it: ${counted(refused, "article")}.`] : []),
    ...(shared > 0 ? [`Left out for having the address of a newer one: ${counted(shared, "article")}.`] : []),
  ];
  return problems.length > 0 ? problems.join(" ") : undefined;
}
