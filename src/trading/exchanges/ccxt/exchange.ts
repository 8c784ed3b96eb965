/**
 * A live exchange, through the ccxt library. The library knows the protocol of each exchange. What it lacks is here:
 * rate limits, synchronised clocks, supervised streams, and failures that say what to do next.
 */
import { fractionFrom } from "../../../kit/ids/fraction-from.ts";
import { findExchange } from "../core/exchange-codes.ts";
import { RateBudget } from "../core/rate-budget.ts";
import { ExchangeFailure } from "../core/failure.ts";
import type {
  AccountType,
  BookSnapshot,
  Candle,
  Capabilities,
  Exchange,
  ExchangeAccount,
  ExchangeHealth,
  Market,
  MarketSink,
  Trade,
  Watch,
} from "../port.ts";
import type { ExchangeCredentials } from "../store.ts";
import { CcxtAccount, type AccountDeps } from "./account.ts";
import { inBaseUnits, wholeSide } from "./book-tap.ts";
import { accountTypesOf, capabilitiesOf } from "./capabilities.ts";
import { MarketCatalog } from "./catalog.ts";
import { ClockSync } from "./clock-sync.ts";
import { DirectOrders } from "./direct-orders.ts";
import { failing } from "./failing.ts";
import { ExchangeGate } from "./gate.ts";
import { privateContext, probeContext, publicContext, type GateContext } from "./gate-context.ts";
import { Heartbeat } from "./heartbeat.ts";
import { KeyOrder } from "./key-order.ts";
import { DEFAULT_TIMEOUT_MS, loadCcxt, type CcxtExchange, type CcxtMaker } from "./library.ts";
import type { CcxtOptions } from "./options.ts";
import { MarketPoller } from "./poller.ts";
import { askedDepth, quirksOf } from "./quirks.ts";
import { likeOne, type PrivateInstance } from "./private-instances.ts";
import type { StreamDeps } from "./stream-deps.ts";
import { MarketStream } from "./stream.ts";
import { tradeOf } from "./watched-market.ts";

/**
 * Opens an exchange of the ccxt library. Nothing is asked of it before it is used.
 *
 * @param code as in `EXCHANGE_CODES`
 * @throws UserError when the library has no such exchange
 */
export async function ccxtExchange(code: string, options: CcxtOptions): Promise<Exchange> {
  return new CcxtConnection(code, await loadCcxt(code), options);
}

class CcxtConnection implements Exchange {
  readonly code: string;
  readonly name: string;
  readonly kind = "live";
  readonly has: Capabilities;
  readonly #maker: CcxtMaker;
  readonly #options: CcxtOptions;
  readonly #types: readonly AccountType[];
  readonly #gate: ExchangeGate;
  readonly #catalog: MarketCatalog;
  readonly #clockSync: ClockSync;
  /** For public questions, and for looking whether the exchange is there. */
  readonly #rest: CcxtExchange;
  readonly #probe: CcxtExchange;
  readonly #probeContext: GateContext;
  readonly #streamDeps: StreamDeps;
  readonly #accountDeps: AccountDeps;
  readonly #keyOrder: KeyOrder;
  readonly #closing = new AbortController();
  readonly #open = new Set<{ stop(): Promise<void> }>();
  readonly #leaveShares: (() => Promise<void>) | undefined;
  readonly clockDriftMs = (): number => (this.#clockSync.problem === undefined ? 0 : this.#gate.clockOffset.driftMs);
  readonly stoppedMs = (): number => this.#gate.stoppedMs;
  readonly bannedMs: () => number;
  readonly #heartbeat: Heartbeat;

  constructor(code: string, maker: CcxtMaker, options: CcxtOptions) {
    const { clock, log, random, traces, keptMarkets: kept, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const { orderExpiry, takesOverlap = false } = quirksOf(code);
    this.#keyOrder = new KeyOrder({ takesOverlap });
    this.code = code;
    this.name = findExchange(code)?.name ?? code;
    this.#maker = maker;
    this.#options = options;
    const unguarded = maker.make({ clock });
    this.#types = accountTypesOf(unguarded, options.accountTypes);
    const ownLog = log.child({ exchange: code });
    const budget = new RateBudget(options.unitsPerSecond ?? 1000 / unguarded.rateLimit);
    this.#leaveShares = options.joinShares?.(code, budget);
    this.#gate = new ExchangeGate({ clock, log: ownLog, budget, timeoutMs, orderExpiry, traces });
    this.bannedMs = () => budget.bannedMs(this.#gate.nowMs());
    this.#rest = this.#make(publicContext());
    this.#probeContext = probeContext();
    this.#probe = this.#make(this.#probeContext);
    this.has = capabilitiesOf(this.#rest, this.#types);
    this.#catalog = new MarketCatalog(this.#rest, this.#gate, ownLog, { types: this.#types, kept });
    this.#clockSync = new ClockSync(this.#probe, this.#probeContext, this.#gate);
    this.#heartbeat = new Heartbeat({
      clock,
      gate: this.#gate,
      catalog: this.#catalog,
      clockSync: this.#clockSync,
      probe: this.#probe,
      signal: this.#closing.signal,
    });
    const common = {
      clock,
      log: ownLog,
      random: () => fractionFrom(random),
      gate: this.#gate,
      catalog: this.#catalog,
      errors: maker.errors,
      // Without it the library cannot open a websocket that is not encrypted.
      prepare: async (exchange: CcxtExchange) => {
        if (options.address !== undefined) await exchange.loadHttpProxyAgent?.();
      },
    };
    this.#streamDeps = {
      ...common,
      rest: this.#rest,
      makeExchange: () => this.#share(this.#make(publicContext())),
      release: (exchange) => this.#catalog.release(exchange),
      hasChecksums: quirksOf(code).hasChecksums === true,
      keepsBooks: quirksOf(code).keepsBooks === true,
      askedDepth: (levels) => askedDepth(code, levels),
    };
    this.#accountDeps = {
      ...common,
      code,
      has: this.has,
      clockSync: this.#clockSync,
      makePrivate: (credentials) => this.#privateOf(credentials, this.#bare(credentials)),
      asking: (credentials) => {
        const next = likeOne(() => this.#bare(credentials));
        return () => this.#privateOf(credentials, next());
      },
      queueOf: (token) => this.#keyOrder.queueOf(token),
    };
  }

  async markets(): Promise<readonly Market[]> {
    this.#heartbeat.begin();
    return await failing(() => this.#catalog.read());
  }

  async book(marketId: string, depth: number): Promise<BookSnapshot> {
    const market = await this.#market(marketId);
    const book = await failing(() => this.#rest.fetchOrderBook(market.symbol, askedDepth(this.code, depth)));
    return {
      bids: inBaseUnits(wholeSide(book.bids, depth), market),
      asks: inBaseUnits(wholeSide(book.asks, depth), market),
      sequence: book.nonce ?? 0,
      atMs: book.timestamp ?? this.#gate.nowMs(),
    };
  }

  async trades(marketId: string, limit: number): Promise<readonly Trade[]> {
    const market = await this.#market(marketId);
    const trades = await failing(() => this.#rest.fetchTrades(market.symbol, undefined, limit));
    return trades.map((trade) => tradeOf(trade, market, this.#gate.nowMs())).slice(-limit);
  }

  async candles(
    marketId: string,
    { interval, sinceMs, limit }: { readonly interval: string; readonly sinceMs: number; readonly limit: number },
  ): Promise<readonly Candle[]> {
    if (!this.has.candleIntervals.includes(interval)) {
      throw new ExchangeFailure("rejected", "unsupported", `${this.name} has no candles of ${interval}`);
    }
    const { symbol, contractSize } = await this.#market(marketId);
    const unit = quirksOf(this.code).candlesInBaseUnits === true ? 1 : Number(contractSize);
    const rows = await failing(() => this.#rest.fetchOHLCV(symbol, interval, sinceMs, limit));
    return rows
      .map(([startMs = 0, open = 0, high = 0, low = 0, close = 0, volume = 0]) => ({
        startMs,
        open,
        high,
        low,
        close,
        volume: volume * unit,
      }))
      .slice(0, limit);
  }

  watch(marketIds: readonly string[], sink: MarketSink): Watch {
    this.#heartbeat.begin();
    const isPushed = this.#rest.has["watchOrderBook"] === true;
    const watch = new (isPushed ? MarketStream : MarketPoller)(this.#streamDeps, marketIds, sink);
    const unlisten = this.#gate.onHealth((health) => sink.health(health));
    const unfollow = this.#catalog.onChange(() => sink.marketsChanged?.());
    sink.health(this.#gate.health);
    const entry = {
      stop: async () => {
        unlisten();
        unfollow();
        this.#open.delete(entry);
        await watch.stop();
      },
    };
    this.#open.add(entry);
    return { replace: (ids) => watch.replace(ids), stop: entry.stop };
  }

  health(): ExchangeHealth {
    return this.#gate.health;
  }

  async ping(): Promise<number> {
    this.#heartbeat.begin();
    await failing(() => this.#heartbeat.ask());
    return this.#gate.nowMs() - this.#probeContext.sentMs;
  }

  account(credentials: ExchangeCredentials): ExchangeAccount {
    this.#heartbeat.begin();
    const account = new CcxtAccount(this.#accountDeps, credentials);
    const entry = { stop: () => account.end() };
    this.#open.add(entry);
    account.onEnd = () => this.#open.delete(entry);
    return account;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#gate.close();
    await Promise.all([...this.#open].map((entry) => entry.stop()));
    await Promise.all([this.#rest.close(), this.#probe.close(), this.#leaveShares?.()]);
  }

  async #market(id: string): Promise<Market> {
    this.#heartbeat.begin();
    await failing(() => this.#catalog.ensure());
    return this.#catalog.listed(id);
  }

  #make(context: GateContext): CcxtExchange {
    const exchange = this.#bare();
    this.#gate.guard(exchange, context);
    return exchange;
  }

  /** An instance of the library that nothing guards yet. */
  #bare(credentials?: ExchangeCredentials): CcxtExchange {
    const { clock, address, proxyRules, timeoutMs, has } = this.#options;
    const accountTypes = this.#types;
    const exchange = this.#maker.make({ clock, address, proxyRules, timeoutMs, accountTypes, credentials });
    Object.assign(exchange.has, has);
    // It looks for packages that requests do without, and that are not there: on the disk, for each instance.
    exchange.loadProxyModules = () => Promise.resolve();
    return exchange;
  }

  #share(exchange: CcxtExchange): CcxtExchange {
    this.#catalog.share(exchange);
    return exchange;
  }

  #privateOf(credentials: ExchangeCredentials, exchange: CcxtExchange): PrivateInstance {
    const context = privateContext(credentials, this.#keyOrder.paceOf(credentials.token));
    this.#gate.guard(this.#share(exchange), context);
    const { traces } = this.#options;
    return {
      exchange,
      context,
      direct: DirectOrders.of({ exchange, context, gate: this.#gate, traces }, credentials),
      close: async () => {
        this.#catalog.release(exchange);
        context.line?.close();
        await exchange.close();
      },
    };
  }
}
