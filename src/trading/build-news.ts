/** Makes the news: who is followed, what endpoints and jobs may ask, and how sources do. */
import type { Metrics } from "../kit/metrics/metrics.ts";
import type { Platform } from "../kit/platform.ts";
import { LeaseHolder } from "../kit/sql/hold-lease.ts";
import { toMillis } from "../kit/time/instant.ts";
import { remembered } from "../kit/time/remembered.ts";
import { SECOND_MS } from "../kit/time/spans.ts";
import type { NewsFollowedDeps } from "./algorithms/index.ts";
import type { TradingConfig } from "./build.ts";
import type { ExportSource } from "./exports/index.ts";
import type { MarketView } from "./market/index.ts";
import {
  feedHealth,
  followNews,
  inventedSources,
  KnownNews,
  measureImpact,
  NEWS_COLUMNS,
  newsMetrics,
  newsRows,
  NewsWire,
  readLanguages,
  readNewsFile,
  readNewsPairs,
  STARTING_PLAN,
  watchMarkets,
  type FollowedNews,
  type NewsDeps,
  type NewsFigureDeps,
  type NewsHealthDeps,
  type NewsJobDeps,
  type NewsRowsDeps,
} from "./news/index.ts";
import { impactStore } from "./news/sql/impact-store.ts";
import { knownNewsStore } from "./news/sql/known-news.ts";
import { feedStore, newsStore } from "./news/sql/news-store.ts";
import { newsWireStore } from "./news/sql/news-wire.ts";
import { listOfCurrency } from "./news/sql/read-articles.ts";
import type { Tape } from "./tape/index.ts";

export interface NewsParts {
  readonly deps: Pick<NewsDeps, "newsRules"> & NewsFigureDeps & NewsHealthDeps & NewsFollowedDeps;
  readonly work: NewsJobDeps;
  /** The news as conditions of strategies know them. */
  readonly known: KnownNews;
  /** Pushes new articles to connected followers of the news. */
  readonly wire: NewsWire;
  /** For exports. */
  readonly rows: ExportSource;
  /** Begins to push to followers of the news. */
  start(): void;
  /** Follows sources that are made up, where the setting follows none. */
  showInvented(): void;
  /** Begins to follow the sources: in processes that work. */
  startWork(): void;
  metrics(metrics: Metrics): void;
  stop(): Promise<void>;
}

const FIGURES_FOR_MS = 15 * SECOND_MS;
const HEALTH_FOR_MS = 5 * SECOND_MS;
/** Until what another process has recorded is in files: two flushes, and a little for the writing itself. */
const WRITING_MS = 5 * SECOND_MS;
/** How long a process that died while it measured keeps others from it. */
const MEASURING_MS = 30 * SECOND_MS;
/** Of a source that is followed no more. */
const USUAL_WEIGHT = 1;

/** @throws UserError for a file of sources that cannot be used; nothing is open then */
export function buildNews(platform: Platform, config: TradingConfig, market: MarketView, tape: Tape): NewsParts {
  const { db, clock, log, node, random, allowPrivateOutbound, traces } = platform;
  const plan = config.newsFile === "" ? STARTING_PLAN : readNewsFile(config.newsFile);
  const languages = readLanguages(config.newsLanguages);
  const news = newsStore(db);
  const store = feedStore(db, languages);
  const { watchlist } = plan;
  const wire = new NewsWire({ store: newsWireStore(db, languages), keywords: news, watchlist, clock, log });
  const isNewsFollowed = (): boolean => mode !== "off";
  const sourcesNow = () => (mode === "on" ? plan.sources : inventedSources(0));
  let mode = config.news;
  let following: Promise<FollowedNews | undefined> = Promise.resolve(undefined);
  let followed: FollowedNews | undefined;
  const health = remembered(clock, HEALTH_FOR_MS, async () => {
    if (mode === "off") return [];
    const names = new Set(sourcesNow().map(({ name }) => name));
    try {
      return (await store.listFeeds()).filter(({ name }) => names.has(name)).map(feedHealth);
    } catch (error) {
      log.warn({ err: error }, "news: how sources do could not be read");
      const problem = "How it does cannot be read: the database did not answer.";
      return [...names].map((name) => ({ name, state: "failing" as const, checkedMs: 0, problem }));
    }
  });

  async function follow(): Promise<FollowedNews | undefined> {
    try {
      followed = await followNews({
        db,
        store,
        clock,
        log,
        owner: `${node} news`,
        contact: config.newsContact,
        allowPrivate: allowPrivateOutbound,
        traces,
        sources: mode === "on" ? plan.sources : undefined,
        watchlist: plan.watchlist,
        codesFor: watchMarkets(market, readNewsPairs(config.newsPairs), () => toMillis(clock.now())),
        chance: () => (random.bytes(1)[0] ?? 0) / 256,
      });
    } catch (error) {
      log.error({ err: error }, "news: sources are not followed");
    }
    return followed;
  }

  return {
    deps: {
      newsRules: {
        languages,
        watchlist: plan.watchlist,
        weightOf: (name) => sourcesNow().find((each) => each.name === name)?.weight ?? USUAL_WEIGHT,
      },
      newsFigures: {
        counts: remembered(clock, FIGURES_FOR_MS, () => news.countArticles(clock.now())),
        trends: remembered(clock, FIGURES_FOR_MS, () => news.listTrends(clock.now())),
      },
      newsHealth: health,
      isNewsFollowed,
    },
    work: workOf(platform, config, market, tape),
    known: new KnownNews({ store: knownNewsStore(db), clock, log, languages, isFollowed: isNewsFollowed }),
    wire,
    rows: rowsOf(platform, languages, market),
    start: () => wire.start(),
    showInvented() {
      if (mode === "off") mode = "invented";
    },
    startWork() {
      if (mode !== "off") following = follow();
    },
    metrics: (metrics) => newsMetrics(metrics, health, () => followed?.runner),
    async stop() {
      wire.stop();
      await (await following)?.stop();
    },
  };
}

function rowsOf({ db }: Platform, languages: readonly string[], market: MarketView): ExportSource {
  const deps: NewsRowsDeps = {
    market,
    listOf: (currency, page) => listOfCurrency(db, currency, languages, page),
  };
  return { columns: NEWS_COLUMNS, rows: (ask) => newsRows(deps, ask) };
}

/** The dependencies of the jobs. */
function workOf(
  { db, clock, log, node }: Platform,
  config: TradingConfig,
  market: MarketView,
  tape: Tape,
): NewsJobDeps {
  const tapeDelayMs = 2 * config.tapeFlushSeconds * SECOND_MS + WRITING_MS;
  return {
    newsImpacts: impactStore(db, readLanguages(config.newsLanguages)),
    newsLeases: new LeaseHolder({ db, clock, log, owner: `${node} news`, ttlMs: MEASURING_MS }),
    measureImpact: measureImpact(
      tape,
      (code) => market.listing(code)?.market.symbol ?? pairOf(code),
      () => toMillis(clock.now()) - tapeDelayMs,
    ),
    newsRetentionDays: config.newsRetentionDays,
    tapeDelayMs,
  };
}

/** Of a market that is listed no more. */
function pairOf(code: string): string {
  return code.slice(code.indexOf("-") + 1).toUpperCase();
}
