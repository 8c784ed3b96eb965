/** A trading platform whose news a test makes up: articles are stored as a look at a feed would. */
import { afterAll, beforeEach } from "vitest";
import { acquireLease, releaseLease, type Lease } from "../../src/kit/sql/lease.ts";
import { fromMillis, toMillis } from "../../src/kit/time/instant.ts";
import { DAY_MS } from "../../src/kit/time/spans.ts";
import { prepareArticle, type FoundItem } from "../../src/trading/news/core/article.ts";
import { STARTING_WATCHLIST } from "../../src/trading/news/core/watchlist.ts";
import { KeywordFinder } from "../../src/trading/news/sources/find-keywords.ts";
import { impactStore } from "../../src/trading/news/sql/impact-store.ts";
import { feedStore } from "../../src/trading/news/sql/news-store.ts";
import type { FeedStore, ImpactStore, SavedCounts } from "../../src/trading/news/store.ts";
import type { MadeKey } from "../../src/trading/operator.ts";
import { tradingWorld, type TradingWorld } from "./trading-world.ts";

export interface NewsWorld {
  readonly world: TradingWorld;
  readonly store: FeedStore;
  readonly impacts: ImpactStore;
  readonly finder: KeywordFinder;
  /** Noon of yesterday, in milliseconds: what is an hour before or after is of the same day. */
  readonly nowMs: number;
  /** That day, as parameters name it. */
  readonly day: string;
  /** Under which articles are stored. */
  lease(): Lease;
  /** Stores items as a look of that source at that time would, and notifies followers. */
  save(source: string, items: readonly FoundItem[], atMs?: number, codes?: readonly string[]): Promise<SavedCounts>;
  /** The articles of the day, as a caller sees them. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  news(params?: Readonly<Record<string, string>>, key?: MadeKey): Promise<any[]>;
  titles(params?: Readonly<Record<string, string>>): Promise<string[]>;
}

/** Each test begins without news. With no exchanges the platform does no work in the background. */
export async function newsWorld(options: { readonly exchanges?: readonly [] } = {}): Promise<NewsWorld> {
  const world = await tradingWorld({
    ...options,
    settings: { TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0", TRIPOD_TRADING_ADDRESS_REQUESTS_PER_MINUTE: "0" },
  });
  const { db, clock } = world.platform;
  const store = feedStore(db);
  const finder = new KeywordFinder(STARTING_WATCHLIST, store);
  const nowMs = (Math.floor(toMillis(clock.now()) / DAY_MS) - 0.5) * DAY_MS;
  const day = new Date(nowMs).toISOString().slice(0, 10);
  let lease: Lease | undefined;

  beforeEach(async () => {
    await db.execute({
      name: "test.forgetNews",
      text: `truncate trading.news_articles, trading.news_terms, trading.news_source_impacts, trading.news_feeds,
        trading.news_bands cascade`,
    });
    lease = (await acquireLease(db, { name: "trading.news test", owner: "test", ttlMs: 600_000 })) ?? lease;
  });
  afterAll(async () => lease && releaseLease(db, lease));

  const news: NewsWorld["news"] = async (params = {}, key) => {
    const asked = { params: { date: day, ...params }, ...(key ? { key } : {}) };
    return (await world.ask("POST", "public/trending-news-data", asked)).json.data;
  };
  const held = (): Lease => {
    if (!lease) throw new Error("no test has begun");
    return lease;
  };
  return {
    world,
    store,
    impacts: impactStore(db),
    finder,
    nowMs,
    day,
    lease: held,
    async save(source, items, atMs = nowMs, codes = []) {
      const termVersion = await finder.load();
      const articles = items.flatMap((item) => {
        const prepared = prepareArticle(item, { url: "https://e.com", language: "en" }, atMs);
        return prepared ? [{ ...prepared, ...finder.find(prepared), codes }] : [];
      });
      const counts = await store.saveItems(held(), { source, articles, firstSeenAt: fromMillis(atMs), termVersion });
      await tellAll(store);
      return counts;
    },
    news,
    titles: async (params) => (await news(params)).map(({ title }) => title),
  };
}

/** Notifies followers of everything that is waiting, as happens after each look and once a minute. */
export async function tellAll(store: Pick<FeedStore, "tellNext">): Promise<void> {
  while (await store.tellNext());
}

/** An item of a feed. */
export function foundItem(title: string, url: string, more: Partial<FoundItem> = {}): FoundItem {
  const absent = { summary: "", published: undefined, author: undefined, image: undefined, language: undefined };
  return { title, url, ...absent, ...more };
}
