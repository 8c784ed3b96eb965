/**
 * The world in which the engine is measured: an embedded PostgreSQL with its usual settings, an exchange in another
 * process that speaks Binance's protocol and takes the orders through the real adapter, and books that the benchmark
 * itself changes.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sealer as makeSealer, type Sealer } from "../../src/kit/auth/seal.ts";
import { packageRoot } from "../../src/kit/config/package-root.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { startEmbedded } from "../../src/kit/sql/embedded/launch.ts";
import { migrate } from "../../src/kit/sql/migrate.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { installLibrary } from "../../src/trading/algorithms/index.ts";
import type { Exchange, MarketSink } from "../../src/trading/exchanges/index.ts";
import { liveMarket, type MarketView } from "../../src/trading/market/index.ts";
import { manyMarkets } from "../../test/support/binance-loopback/seeded-markets.ts";
import { ccxtAt } from "../../test/support/ccxt-loopback.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { Helper } from "../http/program.ts";
import type { VenueOrder } from "../market/venue.ts";
import { databaseSeconds } from "../players/processor-time.ts";
import { BookWriter } from "./book-writer.ts";
import { PriceFeed } from "./price-source.ts";
import { ON_TRIGGER } from "./trigger.ts";

const CONNECTIONS = 20;
/** No budget of the exchange delays what is measured. */
const UNITS_PER_SECOND = 1_000_000;
const TIMEOUT_MS = 60_000;
/** Books that are not proved are not traded by. */
const PROVE_MS = 500;

export interface EngineWorld {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly market: MarketView;
  readonly books: BookWriter;
  /** Changes of the books, from another process. */
  readonly prices: PriceFeed;
  /** Of the exchange. */
  readonly url: string;
  /** Processor time of PostgreSQL so far, seconds. */
  databaseSeconds(): number;
  /** Another adapter of the exchange, as another process has one. Its books are those of the benchmark. */
  connect(): Promise<Exchange>;
  tellVenue(order: VenueOrder): Promise<string>;
  close(): Promise<void>;
}

/** @param markets how many markets the exchange has */
export async function openEngineWorld(markets: number): Promise<EngineWorld> {
  const folder = await temporaryFolder("tripod-bench-");
  const server = await startEmbedded({ dataDir: folder.path, log: silentLog() });
  const venue = new Helper("venue");
  const tellVenue = (order: VenueOrder): Promise<string> => venue.ask<string>(order);
  const rooms = ["kit", "trading"].map((room) => ({ room, folder: join(packageRoot(), "migrations", room) }));
  await migrate(server.connection, rooms, { log: silentLog() });
  const db = openDatabase({ connection: server.connection, maxConnections: CONNECTIONS });
  await db.execute({ name: "bench.table", text: "create table if not exists bench (n bigint)" });
  await installLibrary(db, systemClock().now());
  await installLibrary(db, systemClock().now(), [ON_TRIGGER]);
  const url = await tellVenue({ markets });
  const sinks: MarketSink[] = [];
  const opened: Exchange[] = [];
  const connect = async (): Promise<Exchange> => {
    const exchange = await ccxtAt(url, { unitsPerSecond: UNITS_PER_SECOND, timeoutMs: TIMEOUT_MS });
    opened.push(exchange);
    return withBooksOf(exchange, sinks);
  };
  const watched = liveMarket({ exchanges: [await connect()], clock: systemClock(), log: silentLog(), pairs: "all" });
  await watched.start();
  while (sinks.length === 0) await delay(10);
  const books = new BookWriter(manyMarkets(markets), sinks);
  books.begin();
  const prices = new PriceFeed(markets, sinks);
  await prices.open();
  const proving = setInterval(() => books.prove(), PROVE_MS);
  const isLive = (): boolean => {
    const listings = watched.view.listings();
    return listings.length === markets && listings.every((each) => watched.view.top(each).state === "live");
  };
  while (!isLive()) await delay(10);
  return {
    db,
    sealer: makeSealer([{ id: "bench", key: randomBytes(32) }]),
    market: watched.view,
    books,
    prices,
    url,
    databaseSeconds: () => databaseSeconds(folder.path),
    connect,
    tellVenue,
    async close() {
      clearInterval(proving);
      prices.stop();
      await watched.stop();
      await Promise.all(opened.map((exchange) => exchange.close()));
      venue.stop();
      await db.close();
      await server.stop();
      await folder.remove();
    },
  };
}

/** The exchange with its accounts, whose books the benchmark sends. */
function withBooksOf(exchange: Exchange, sinks: MarketSink[]): Exchange {
  return {
    code: exchange.code,
    name: exchange.name,
    kind: exchange.kind,
    has: exchange.has,
    markets: () => exchange.markets(),
    book: (marketId, depth) => exchange.book(marketId, depth),
    trades: (marketId, limit) => exchange.trades(marketId, limit),
    candles: (marketId, range) => exchange.candles(marketId, range),
    watch(_, sink) {
      sinks.push(sink);
      return { replace: () => undefined, stop: () => Promise.resolve() };
    },
    health: () => ({ state: "ok", reason: "", sinceMs: 0 }),
    ping: () => exchange.ping(),
    account: (credentials) => exchange.account(credentials),
    close: () => exchange.close(),
  };
}
