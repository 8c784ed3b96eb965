/**
 * News as they come, for followers over a socket. Each process asks the database once a second for changes, however
 * many follow, and not at all while none does: whichever process has stored an article, every process finds it.
 */
import type { Log } from "../../kit/log/log.ts";
import { wentBack, type NumbersEnd } from "../../kit/sql/numbers-end.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { remembered } from "../../kit/time/remembered.ts";
import { MINUTE_MS, SECOND_MS } from "../../kit/time/spans.ts";
import { FREE_PLAN } from "../billing/index.ts";
import type { Caller } from "../caller.ts";
import type { NewsChannels, NewsFeed } from "../push/index.ts";
import { LATE_NEWS_MS } from "./core/news-delay.ts";
import { keywordName, type WatchedKeyword } from "./core/watchlist.ts";
import { articleJson } from "./records.ts";
import type { NewsStore, StoredArticle } from "./store.ts";

/** Which articles are followed; all where neither is given. */
export interface WireScope {
  /** As articles name a keyword of the watchlist. */
  readonly watched?: string;
  /** Of a user's own. */
  readonly keywordId?: number;
}

/** What a caller is shown, and how late. */
export interface WireTier {
  readonly hasSubscription: boolean;
  readonly lateMs: number;
}

export interface NewsWireStore {
  /** The newest articles of a day, oldest first, and the change up to which they are known. */
  readNewest(
    scope: WireScope,
    tier: WireTier,
    limit: number,
  ): Promise<{ readonly articles: readonly StoredArticle[]; readonly changeId: number; readonly serverRun: string }>;
  /** The newest change, of any tier. */
  readEnd(): Promise<NumbersEnd>;
  /** The newest change that is so old; 0 where there is none. */
  findNewestChange(ageMs: number): Promise<number>;
  /** The articles of the tier after a change, oldest first. */
  listChanges(
    after: number,
    tier: WireTier,
    limit: number,
  ): Promise<readonly { readonly id: number; readonly articleId: number }[]>;
  readArticles(ids: readonly number[], tier: WireTier): Promise<readonly StoredArticle[]>;
  listMatches(
    articleIds: readonly number[],
    keywordIds: readonly number[],
  ): Promise<readonly { readonly articleId: number; readonly keywordId: number }[]>;
}

export interface NewsWireOptions {
  readonly store: NewsWireStore;
  readonly keywords: Pick<NewsStore, "findKeyword">;
  readonly watchlist: readonly WatchedKeyword[];
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}

/** Up to where a follower has received everything. */
interface Place {
  readonly changeId: number;
  /** In which run of which server that change was read. */
  readonly serverRun: string;
  /** When it was known that nothing newer was there. */
  readonly readMs: number;
}

interface Followed {
  readonly scope: WireScope;
  readonly listener: (article: string) => void;
  place: Place;
}

interface Tier extends WireTier {
  readonly name: string;
  readonly followed: Set<Followed>;
}

interface Newest {
  readonly newest: readonly string[];
  readonly place: Place;
}

const LOOK_MS = SECOND_MS;
/** Changes that are read at once. */
const BATCH = 200;
/** The first message of a channel. */
const NEWEST = 20;
/** The public news are read once in this time, however many begin to follow them. */
const NEWEST_FOR_MS = SECOND_MS;
/** After the database went back, changes of this long before are sent again: clocks of its servers may differ. */
const AGAIN_MS = MINUTE_MS;

export class NewsWire implements NewsChannels {
  readonly #options: NewsWireOptions;
  readonly #tiers: Readonly<Record<"live" | "late", Tier>>;
  /** The first messages of public channels. */
  readonly #newest = new Map<string, () => Promise<Newest>>();
  readonly #ended = new AbortController();
  #isFailing = false;

  constructor(options: NewsWireOptions) {
    this.#options = options;
    this.#tiers = {
      live: { name: "live", hasSubscription: true, lateMs: 0, followed: new Set() },
      late: { name: "late", hasSubscription: false, lateMs: LATE_NEWS_MS, followed: new Set() },
    };
  }

  start(): void {
    this.#options.clock.every(LOOK_MS, () => this.#look(), this.#ended.signal);
  }

  stop(): void {
    this.#ended.abort();
  }

  async findAll(caller: Caller | undefined): Promise<NewsFeed> {
    return this.#findOpen("news", {}, caller);
  }

  async findWatched(id: string, caller: Caller | undefined): Promise<NewsFeed | undefined> {
    const keyword = this.#options.watchlist.find((each) => each.id === id || keywordName(each) === id);
    return keyword && this.#findOpen(`news/${id}`, { watched: keywordName(keyword) }, caller);
  }

  async findOwn(id: number, caller: Caller): Promise<NewsFeed | undefined> {
    if (!(await this.#options.keywords.findKeyword(caller.uid, id))) return undefined;
    const tier = this.#tierOf(caller);
    const scope = { keywordId: id };
    return this.#feedOf(`news/${id} ${tier.name}`, tier, scope, await this.#readNewest(tier, scope));
  }

  async #findOpen(name: string, scope: WireScope, caller: Caller | undefined): Promise<NewsFeed> {
    const tier = this.#tierOf(caller);
    const key = `${name} ${tier.name}`;
    const known = this.#newest.get(key);
    const newest = known ?? remembered(this.#options.clock, NEWEST_FOR_MS, () => this.#readNewest(tier, scope));
    if (!known) this.#newest.set(key, newest);
    return this.#feedOf(key, tier, scope, await newest());
  }

  #tierOf(caller: Caller | undefined): Tier {
    return caller === undefined || caller.plan.id === FREE_PLAN.id ? this.#tiers.late : this.#tiers.live;
  }

  async #readNewest(tier: Tier, scope: WireScope): Promise<Newest> {
    const { store, clock } = this.#options;
    const readMs = toMillis(clock.now());
    const { articles, changeId, serverRun } = await store.readNewest(scope, tier, NEWEST);
    return { newest: articles.map((article) => textOf(article, tier)), place: { changeId, serverRun, readMs } };
  }

  #feedOf(key: string, tier: Tier, scope: WireScope, { newest, place }: Newest): NewsFeed {
    return {
      key,
      newest,
      onArticle(listener) {
        const followed: Followed = { scope, listener, place };
        tier.followed.add(followed);
        return () => tier.followed.delete(followed);
      },
    };
  }

  async #look(): Promise<void> {
    try {
      for (const tier of Object.values(this.#tiers)) await this.#tellNew(tier);
      this.#isFailing = false;
    } catch (error) {
      // Nothing is lost: what was not told is read by the next look.
      if (!this.#isFailing)
        this.#options.log.warn({ err: error }, "news: what is new could not be read; the program keeps trying");
      this.#isFailing = true;
    }
  }

  /** Followers who join during this read are served by the next look. */
  async #tellNew(tier: Tier): Promise<void> {
    const followed = [...tier.followed];
    if (followed.length === 0) return;
    const readMs = toMillis(this.#options.clock.now());
    await this.#placeAgain(tier, followed, readMs);
    let after = followed.reduce((least, { place }) => Math.min(least, place.changeId), Number.MAX_SAFE_INTEGER);
    while (!this.#ended.signal.aborted) {
      const changes = await this.#options.store.listChanges(after, tier, BATCH);
      const last = changes.at(-1);
      if (last) {
        const told = await this.#readTold(tier, changes, followed);
        for (const each of followed) tell(each, told, last.id);
        after = last.id;
      }
      if (changes.length < BATCH) break;
    }
    for (const each of followed) each.place = { ...each.place, readMs };
  }

  /**
   * Where the database went back, changes that followers have received may be lost, and others may have their numbers.
   * Such followers go on from before their last look: they may receive an article twice, and miss none.
   */
  async #placeAgain(tier: Tier, followed: readonly Followed[], nowMs: number): Promise<void> {
    const { store } = this.#options;
    const { serverRun, newest } = await store.readEnd();
    const lost = followed.filter(({ place }) =>
      wentBack({ serverRun: place.serverRun, newest: place.changeId }, { serverRun, newest }),
    );
    if (lost.length === 0) return;
    const unreadMs = lost.reduce((most, { place }) => Math.max(most, nowMs - place.readMs), 0);
    const changeId = await store.findNewestChange(tier.lateMs + unreadMs + AGAIN_MS);
    for (const each of lost) each.place = { ...each.place, changeId, serverRun };
  }

  /** The changed articles, each once and by its last change, in the order of these. */
  async #readTold(
    tier: Tier,
    changes: Awaited<ReturnType<NewsWireStore["listChanges"]>>,
    followed: readonly Followed[],
  ): Promise<readonly Told[]> {
    const { store } = this.#options;
    const lastChange = new Map<number, number>();
    for (const { id, articleId } of changes) lastChange.set(articleId, id);
    const ids = [...lastChange.keys()];
    const keywordIds = [...new Set(followed.flatMap(({ scope }) => scope.keywordId ?? []))];
    const matches = await store.listMatches(ids, keywordIds);
    const articles = await store.readArticles(ids, tier);
    const told = articles.map((article) => ({
      changeId: lastChange.get(article.id) ?? 0,
      text: textOf(article, tier),
      watched: new Set(article.keywords),
      keywordIds: new Set(
        matches.filter(({ articleId }) => articleId === article.id).map(({ keywordId }) => keywordId),
      ),
    }));
    return told.toSorted((one, other) => one.changeId - other.changeId);
  }
}

interface Told {
  readonly changeId: number;
  readonly text: string;
  readonly watched: ReadonlySet<string>;
  readonly keywordIds: ReadonlySet<number>;
}

function tell(followed: Followed, told: readonly Told[], upTo: number): void {
  const { scope, listener } = followed;
  for (const { changeId, text, watched, keywordIds } of told) {
    if (changeId <= followed.place.changeId) continue;
    if (scope.watched !== undefined && !watched.has(scope.watched)) continue;
    if (scope.keywordId !== undefined && !keywordIds.has(scope.keywordId)) continue;
    listener(text);
  }
  const { place } = followed;
  followed.place = { ...place, changeId: Math.max(place.changeId, upTo) };
}

function textOf(article: StoredArticle, { hasSubscription }: WireTier): string {
  return articleJson(article, hasSubscription);
}
