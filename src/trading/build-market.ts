/** Makes the market's side of the platform: prices, what is recorded of them, charts, and what is pushed. */
import type { Metrics } from "../kit/metrics/metrics.ts";
import type { Platform } from "../kit/platform.ts";
import { SAME_CLOCK } from "../kit/sql/database-clock.ts";
import { toMillis } from "../kit/time/instant.ts";
import { readChartScript, type ChartDeps } from "./charts/index.ts";
import type { TradingConfig } from "./build.ts";
import type { CandleDeps } from "./indicators/index.ts";
import type { ConnectedExchangeDeps, Exchange } from "./exchanges/index.ts";
import {
  announceListings,
  BitcoinChain,
  candleHistory,
  type BitcoinChainDeps,
  type ChainSource,
  type ExchangeAnnouncementDeps,
  type MarketDeps,
  type OpportunityLifeDeps,
  type RefresherDeps,
  liveMarket,
  marketMetrics,
  marketMirror,
  recordedView,
  Refresher,
  type RunningMarket,
} from "./market/index.ts";
import { exchangeAnnouncements } from "./market/sql/exchange-announcements.ts";
import { listingStore } from "./market/sql/listing-store.ts";
import { opportunityLives } from "./market/sql/opportunity-lives.ts";
import { openTape, tapeMetrics, type RunningTape, type TapeDeps } from "./tape/index.ts";

export interface MarketParts {
  readonly deps: ConnectedExchangeDeps &
    MarketDeps &
    RefresherDeps &
    BitcoinChainDeps &
    ExchangeAnnouncementDeps &
    OpportunityLifeDeps &
    TapeDeps &
    CandleDeps &
    ChartDeps;
  /** Begins to follow the exchanges. Resolves when what was known of them is known again. */
  start(): Promise<void>;
  /** Begins to record: in processes that work, where the setting says so. */
  startWork(): void;
  /** Which process is connected to what, for those that clients reach in several. */
  readonly whereabouts: Pick<RunningMarket, "owns" | "hosts">;
  /** Where trades may be missing. */
  readonly tradeFlow: RunningMarket["tradeFlow"];
  metrics(metrics: Metrics): void;
  stop(): Promise<void>;
}

/** @param chain the reader of Bitcoin's chain, if one is set */
export function buildMarket(
  platform: Platform,
  config: TradingConfig,
  exchanges: readonly Exchange[],
  chain: ChainSource | undefined,
): MarketParts {
  const { db, clock, dataDir, log } = platform;
  const market = openMarket(platform, config, exchanges);
  const tape = openTape({
    dataDir,
    market: recordedView(market.view, (code) => market.connectedSince(code), market.tradeFlow),
    clock,
    log,
    flushSeconds: config.tapeFlushSeconds,
    retention: {
      tops: config.tapeRetentionDays,
      trades: config.tapeRetentionDays,
      candles: config.tapeCandleRetentionDays,
    },
    minimumFreeMegabytes: config.tapeMinimumFreeMegabytes,
    bufferRows: config.tapeBufferRows,
    memoryMegabytes: config.tapeMemoryMegabytes,
    threads: config.tapeThreads,
  });
  return {
    deps: {
      connectedExchange: (code) => exchanges.find((each) => each.code === code),
      market: market.view,
      refresher: new Refresher(),
      bitcoinChain: new BitcoinChain({ source: chain, clock, log }),
      exchangeAnnouncements: exchangeAnnouncements(db),
      opportunityLives: opportunityLives(db),
      tape,
      candles: candleHistory({ tape, market: market.view, exchanges, clock }),
      chartScript: readChartScript(),
    },
    start: () => market.start(),
    startWork: () => {
      if (config.tapeRecord) tape.start();
    },
    whereabouts: market,
    tradeFlow: market.tradeFlow,
    metrics(metrics) {
      marketMetrics(metrics, market);
      tapeMetrics(metrics, tape);
    },
    stop: () => stopAll(market, tape, exchanges),
  };
}

/** Processes that share a database also share their connections to exchanges, if a bus connects them. */
function openMarket(platform: Platform, config: TradingConfig, exchanges: readonly Exchange[]): RunningMarket {
  const { db, clock, databaseClock = SAME_CLOCK, log, bus, redisUrl, node, role } = platform;
  const listings = listingStore(db);
  const hasOthers = bus !== undefined && redisUrl !== undefined;
  if (hasOthers && role === "http") {
    return marketMirror({ exchanges, listings, bus, owner: node, clock, databaseClock, log });
  }
  if (!hasOthers && role !== "all" && exchanges.length > 0) {
    log.warn({ role }, "without Redis this process receives nothing from others: it connects to all exchanges itself");
  }
  // A process that serves no requests is not asked.
  const host = role === "worker" ? "" : config.pushHost;
  const names = new Map(exchanges.map(({ code, name }) => [code, name]));
  return liveMarket({
    exchanges,
    clock,
    log,
    pairs: config.pairs,
    windowTicks: config.bookWindowTicks,
    maxLevels: config.bookMaxLevels,
    listings,
    lives: opportunityLives(db),
    onListingChange: announceListings({
      announcements: exchangeAnnouncements(db),
      nameOf: (code) => names.get(code) ?? code,
      nowMs: () => Math.floor(toMillis(clock.now())),
      log,
    }),
    ...(hasOthers && {
      shared: { bus, ownership: { db, owner: node, ttlMs: config.leaseSeconds * 1_000 }, databaseClock, host },
    }),
  });
}

/** The recorder receives everything until the end. */
async function stopAll(market: RunningMarket, tape: RunningTape, exchanges: readonly Exchange[]): Promise<void> {
  await tape.stop();
  await market.stop();
  await Promise.all(exchanges.map((exchange) => exchange.close()));
}
