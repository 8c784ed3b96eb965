/**
 * A loopback exchange that speaks Binance spot's public protocol, REST and WebSocket, on top of the matching engine of
 * the simulated exchanges. For tests of what speaks to exchanges: it answers as the real one does, limits and refusals
 * included, and goes wrong on command.
 *
 *     const exchange = await startBinanceLoopback({ accounts: [{ apiKey: "k", secret: "s", balances: { USDT: "1000" } }] });
 *     pointAtLoopback(new ccxt.pro.binance({ apiKey: "k", secret: "s" }), exchange.url);   // point-at-loopback.ts
 *     exchange.world.trade(10);                       // the house trades ten times; changes are sent
 *     await exchange.world.run(600_000);              // ten minutes of 100 ms rounds, as fast as they can be sent
 *     exchange.book("BTC/USDT");                      // the truth: levels as numbers, best first, and their sequence
 *     exchange.faults.swallowDepth(1, "BTCUSDT");     // see faults.ts for all that can go wrong
 *     exchange.faults.plan({ method: "POST", path: "/api/v3/order", fault: { kind: "lost", when: "after", how: "close" } });
 *     await exchange.crash(); await exchange.restart();   // same port, same state
 *     await exchange.close();
 *
 * REST: `/api/v3/*` and two of `/sapi/v1/*`, see rest-routes.ts. Streams: `/ws/...` and `/stream?streams=...`, with
 * depth (100ms, 1000ms, partial), trade, aggTrade, kline, bookTicker, ticker, miniTicker, and listen keys; the
 * WebSocket API under `/ws-api/v3` with user data streams by signature, as ccxt.pro uses them. A path may begin with
 * `/stream.binance.com` or `/stream.binance.us`. Depth changes are sent every 100 ms automatically, and after each
 * round of the world.
 *
 * Not spoken: margin, futures, order lists, take-profit and trailing orders, self-trade prevention modes, SBE and FIX.
 */
import { formatAmount, parseAmount } from "../../../src/kit/money/amount.ts";
import { systemClock, type Clock } from "../../../src/kit/time/clock.ts";
import type { Command, EngineEvent, Matching } from "../../../src/trading/simulation/core/commands.ts";
import { createAccounts, type KeyRights, type LoopbackAccount } from "./accounts.ts";
import { answerControl } from "./control.ts";
import { createFaultState, type Faults, type SocketKind } from "./faults.ts";
import { createListener } from "./listener.ts";
import { createHouseTraders, type HouseOptions } from "./house-traders.ts";
import { createRequestWeight, type WeightLimits } from "./request-weight.ts";
import { createRestSide, type SeenRequest } from "./rest-server.ts";
import type { RouteContext } from "./rest-routes.ts";
import { SEEDED_MARKETS, type SeededMarket } from "./seeded-markets.ts";
import { createSocketSide } from "./socket-side.ts";
import { createStreamHub } from "./stream-hub.ts";
import { createVenue, type AccountFill, type Venue } from "./venue.ts";
import { createWorld, type World } from "./world.ts";

export interface NewLoopbackAccount {
  readonly apiKey: string;
  readonly secret: string;
  /** Decimal text by currency. */
  readonly balances?: Readonly<Record<string, string>>;
  readonly rights?: Partial<KeyRights>;
}

export interface LoopbackOptions {
  /** BTC/USDT, ETH/USDT and ETH/BTC unless told; `manyMarkets(count)` in seeded-markets.ts makes more. */
  readonly markets?: readonly SeededMarket[];
  readonly accounts?: readonly NewLoopbackAccount[];
  readonly clock?: Clock;
  /** The exchange's clock less ours. */
  readonly skewMs?: number;
  /** So long after its window a signed request is still taken, for tests that are not about that: a busy machine is late. */
  readonly graceMs?: number;
  /** 6000 of weight a minute and 100 orders in ten seconds unless told. */
  readonly limits?: Partial<WeightLimits>;
  readonly house?: Partial<HouseOptions>;
  readonly port?: number;
  /** How often the exchange asks connections whether they live; 20 seconds unless told. */
  readonly pingEveryMs?: number;
  /** Depth changes are sent this often automatically: 100 unless set, 0 for only by `flush` and the world. */
  readonly flushEveryMs?: number;
  /** Takes commands under `/loopback/`, see control.ts: for an exchange in a process of its own. */
  readonly hasControl?: boolean;
}

export interface BookOfNumbers {
  readonly bids: readonly (readonly [price: number, quantity: number])[];
  readonly asks: readonly (readonly [price: number, quantity: number])[];
  readonly sequence: number;
}

export interface BinanceLoopback {
  /** `http://127.0.0.1:<port>`; the WebSockets are on the same port. */
  readonly url: string;
  readonly engine: Matching;
  readonly markets: readonly SeededMarket[];
  readonly world: World;
  readonly faults: Faults;
  /** The last 10,000 requests that were answered, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** Request weight of this minute. */
  readonly usedWeight: number;
  /** Open WebSocket connections. */
  readonly connections: number;
  addAccount(account: NewLoopbackAccount): LoopbackAccount;
  /** Trades of a customer, oldest first, the last 10,000. */
  fills(account: string): readonly AccountFill[];
  /** @param symbol `BTC/USDT` or `BTCUSDT`. */
  book(symbol: string, depth?: number): BookOfNumbers;
  /** Changes the engine behind the clients' backs; streams report it. */
  apply(command: Command): readonly EngineEvent[];
  /** Time of the market, in milliseconds. */
  nowMs(): number;
  /** Sends the depth changes that were gathered. */
  flush(): void;
  /** Breaks all connections and listens no more. Its state stays. */
  crash(): Promise<void>;
  /** Listens again on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const LIMITS: WeightLimits = { weight: 6000, orders: 100 };
const KEPT_REQUESTS = 10_000;

export async function startBinanceLoopback(options: LoopbackOptions = {}): Promise<BinanceLoopback> {
  const { markets = SEEDED_MARKETS, skewMs = 0, pingEveryMs = 20_000, flushEveryMs = 100 } = options;
  const venue = createVenue(markets, options.clock ?? systemClock());
  venue.skewMs = skewMs;
  const accounts = createAccounts(venue.serverMs);
  const state = createFaultState();
  const limits = { ...LIMITS, ...options.limits };
  const weight = createRequestWeight(limits, venue.serverMs);
  const { graceMs = 0 } = options;
  const context: RouteContext = { venue, accounts, limits, graceMs, isMaintained: () => state.isMaintained };
  const hub = createStreamHub(venue, state);
  const sockets = createSocketSide(context, { hub, faults: state, weight, pingEveryMs });
  const requests: SeenRequest[] = [];
  const rest = createRestSide(context, {
    faults: state,
    weight,
    see(request) {
      if (requests.push(request) > KEPT_REQUESTS) requests.shift();
    },
  });
  const house = createHouseTraders(venue, {
    seed: 1,
    levels: markets.length > 50 ? 5 : 20,
    marketsPerStep: 3,
    ...options.house,
  });
  const world = createWorld(venue, house, { flush: hub.flush, waitingBytes: () => sockets.waitingBytes });
  const flushing = flushEveryMs > 0 ? setInterval(hub.flush, flushEveryMs).unref() : undefined;

  const listener = createListener(options.port ?? 0, {
    isRefusing: () => state.refusesConnections,
    prepare(server) {
      server.on("upgrade", sockets.upgrade);
      server.on("request", (request, response) => {
        if (state.refusesConnections) {
          response.destroy();
          return;
        }
        const handled =
          options.hasControl === true && (request.url ?? "").startsWith("/loopback/")
            ? answerControl(loopback, request, response)
            : rest.handle(request, response);
        handled.catch(() => response.destroy());
      });
    },
  });
  await listener.listen();

  const loopback: BinanceLoopback = {
    url: `http://127.0.0.1:${listener.port()}`,
    engine: venue.engine,
    markets,
    world,
    faults: createFaults(venue, { state, weight, skewMs, drop: sockets.drop }),
    requests,
    get usedWeight() {
      return weight.used;
    },
    get connections() {
      return sockets.connections;
    },
    addAccount: ({ apiKey, secret, balances = {}, rights }) => {
      const account = `customer:${apiKey}`;
      for (const [currency, amount] of Object.entries(balances)) {
        venue.apply({ kind: "deposit", account, currency, amount: parseAmount(amount) });
      }
      const allRights = { trade: true, withdraw: false, isAddressRestricted: false, ...rights };
      return accounts.add({ account, apiKey, secret, rights: allRights });
    },
    book(symbol, depth = 5000) {
      const { bids, asks, sequence } = venue.engine.book(venue.market(symbol.replace("/", "")).id, depth);
      const asNumbers = ([price, quantity]: readonly [bigint, bigint]) =>
        [Number(formatAmount(price)), Number(formatAmount(quantity))] as const;
      return { bids: bids.map(asNumbers), asks: asks.map(asNumbers), sequence };
    },
    fills: venue.fills,
    apply: venue.apply,
    nowMs: venue.nowMs,
    flush: hub.flush,
    async crash() {
      sockets.drop("all");
      await listener.stop();
    },
    restart: listener.listen,
    async close() {
      clearInterval(flushing);
      world.stop();
      hub.close();
      sockets.close();
      await listener.stop();
    },
  };
  for (const account of options.accounts ?? []) loopback.addAccount(account);
  return loopback;
}

function createFaults(
  venue: Venue,
  {
    state,
    weight,
    skewMs,
    drop,
  }: {
    state: ReturnType<typeof createFaultState>;
    weight: ReturnType<typeof createRequestWeight>;
    skewMs: number;
    drop: (which: SocketKind) => number;
  },
): Faults {
  return {
    plan: state.plan,
    heal() {
      state.heal();
      venue.skewMs = skewMs;
      weight.ban(0);
    },
    dropSockets: (which = "all") => drop(which),
    swallowDepth: state.swallowDepth,
    ban: (ms) => weight.ban(venue.serverMs() + ms),
    get unmet() {
      return state.unmet;
    },
    get isMute() {
      return state.isMute;
    },
    set isMute(value) {
      state.isMute = value;
    },
    get refusesConnections() {
      return state.refusesConnections;
    },
    set refusesConnections(value) {
      state.refusesConnections = value;
    },
    get messageDelayMs() {
      return state.messageDelayMs;
    },
    set messageDelayMs(value) {
      state.messageDelayMs = value;
    },
    get duplicates() {
      return state.duplicates;
    },
    set duplicates(value) {
      state.duplicates = value;
    },
    get lostUserEvents() {
      return state.lostUserEvents;
    },
    set lostUserEvents(value) {
      state.lostUserEvents = value;
    },
    get lostReplies() {
      return state.lostReplies;
    },
    set lostReplies(value) {
      state.lostReplies = value;
    },
    get lostQuestions() {
      return state.lostQuestions;
    },
    set lostQuestions(value) {
      state.lostQuestions = value;
    },
    get isMaintained() {
      return state.isMaintained;
    },
    set isMaintained(value) {
      state.isMaintained = value;
      if (value) drop("all");
    },
    get changeTimes() {
      return state.changeTimes;
    },
    set changeTimes(value) {
      state.changeTimes = value;
    },
    get skewMs() {
      return venue.skewMs;
    },
    set skewMs(value) {
      venue.skewMs = value;
    },
  };
}
