/**
 * The markets of an exchange, read when they are needed first, every hour, and when the exchange refuses by a filter or does not know
 * a market.
 *
 * A market that the exchange lists no more is not shown, and gets no new orders. It stays known, because what became of orders in it is
 * still asked: after the end of a listing exchanges go on answering about them.
 */
import type { Log } from "../../../kit/log/log.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kit/time/spans.ts";
import { ExchangeFailure, type FailureReason } from "../core/failure.ts";
import type { AccountType, Market } from "../port.ts";
import { clientOrderIdRules } from "./client-order-ids.ts";
import { NO_SECRETS, errorFacts } from "./error-facts.ts";
import type { ExchangeGate } from "./gate.ts";
import { goneMarkets, addGone, type KeptMarkets } from "./gone-markets.ts";
import type { CcxtExchange, CcxtMarket, CcxtTicker } from "./library.ts";
import { marketsOf } from "./market-of.ts";

/** A new listing is known after this long: nothing else says that there is one. One of the dearest requests, but one of thousands. */
const VALID_MS = HOUR_MS;
/**
 * After such a refusal markets are reloaded when they are this old. A market that its exchange does not know may stay listed all the
 * same, and the list is one of the dearest requests.
 */
const SUSPECT_AGE_MS: Partial<Readonly<Record<FailureReason, number>>> = {
  filter: MINUTE_MS,
  unknownMarket: 10 * MINUTE_MS,
};

export class MarketCatalog {
  readonly #exchange: CcxtExchange;
  readonly #gate: ExchangeGate;
  readonly #log: Log;
  readonly #types: readonly AccountType[];
  readonly #kept: KeptMarkets | undefined;
  /** What the exchange puts before our ids; undefined for nothing. */
  readonly idPrefix: string | undefined;
  /** Other instances of the library that use the same markets. */
  readonly #sharers = new Set<CcxtExchange>();
  #readMs = Number.NEGATIVE_INFINITY;
  /** When they are to be read again, because of a refusal. */
  #dueMs = Number.POSITIVE_INFINITY;
  #reading: Promise<void> | undefined;
  #markets: readonly Market[] = [];
  #byId: ReadonlyMap<string, Market> = new Map();
  #bySymbol: ReadonlyMap<string, Market> = new Map();
  #listed: ReadonlySet<Market> = new Set();
  #lacksKept: boolean;
  readonly #listeners = new Set<() => void>();
  /** Markets whose orders are stored as such, or are being stored. */
  readonly #noted = new Set<string>();

  /** @param kept markets in which orders were placed, also by processes before; undefined for those of this process alone */
  constructor(
    exchange: CcxtExchange,
    gate: ExchangeGate,
    log: Log,
    { types, kept }: { readonly types: readonly AccountType[]; readonly kept?: KeptMarkets | undefined },
  ) {
    this.#exchange = exchange;
    this.#gate = gate;
    this.#log = log;
    this.#types = types;
    this.#kept = kept;
    this.#lacksKept = kept !== undefined;
    this.idPrefix = clientOrderIdRules(exchange.id)?.prefix;
  }

  /** Reloads the markets. Those who ask at the same time share one reading. */
  async read(): Promise<readonly Market[]> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
    return this.#markets;
  }

  /** Reads them when that was never done. */
  async ensure(): Promise<void> {
    if (!this.isRead) await this.read();
  }

  get isRead(): boolean {
    return this.#readMs !== Number.NEGATIVE_INFINITY;
  }

  get isStale(): boolean {
    return this.#gate.nowMs() >= Math.min(this.#readMs + VALID_MS, this.#dueMs);
  }

  /** Does what is due: reads the markets again, and those of processes before where they could not be read yet. */
  async keep(): Promise<void> {
    if (!this.isRead) return;
    if (this.isStale) await this.read();
    else if (this.#lacksKept) this.#know(this.#addGone(await this.#keptBefore()), [...this.#byId.values()]);
  }

  /** The exchange refused something by a filter that may have changed, or does not know a market that it has listed. */
  suspect(reason: FailureReason): void {
    const ageMs = SUSPECT_AGE_MS[reason];
    if (ageMs === undefined) return;
    this.#dueMs = Math.min(this.#dueMs, this.#readMs + ageMs);
    if (this.isStale) this.read().catch((error: unknown) => this.#warn(error, "markets could not be reloaded"));
  }

  /** Calls back when a reading finds other markets than the one before, until the answer is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * One that is listed, or was.
   *
   * @throws ExchangeFailure rejected, when there is none of this id
   */
  market(id: string): Market {
    const market = this.#byId.get(id);
    if (!market) throw new ExchangeFailure("rejected", "unknownMarket", `There is no market ${id}`);
    return market;
  }

  /** @throws ExchangeFailure rejected, when none of this id is listed now */
  listed(id: string): Market {
    const market = this.market(id);
    if (this.#listed.has(market)) return market;
    throw new ExchangeFailure("rejected", "unknownMarket", `The market ${id} is not listed any more`);
  }

  /** The same for a new order. The market stays known from then on, also to processes that begin after the end of its listing. */
  forOrder(id: string): Market {
    const market = this.listed(id);
    const known = this.#exchange.markets?.[market.symbol];
    if (!known || !this.#kept || this.#noted.has(id)) return market;
    this.#noted.add(id);
    this.#kept.keep(this.#exchange.id, known).catch((error: unknown) => {
      this.#noted.delete(id);
      this.#warn(error, "a market with orders could not be kept; tried again with its next order");
    });
    return market;
  }

  /** One that is listed. */
  find(id: string): Market | undefined {
    const market = this.#byId.get(id);
    return market && this.#listed.has(market) ? market : undefined;
  }

  bySymbol(symbol: string | undefined): Market | undefined {
    return symbol === undefined ? undefined : this.#bySymbol.get(symbol);
  }

  /** Lets another instance of the library use these markets, now and after each reading, until it is released. */
  share(exchange: CcxtExchange): void {
    this.#sharers.add(exchange);
    if (this.#exchange.markets) exchange.setMarketsFromExchange(this.#exchange);
  }

  release(exchange: CcxtExchange): void {
    this.#sharers.delete(exchange);
  }

  async #read(): Promise<void> {
    const before = [...Object.values(this.#exchange.markets ?? {}), ...(await this.#keptBefore())];
    await this.#exchange.loadMarkets(true);
    const listed = { ...this.#exchange.markets };
    const gone = this.#addGone(before);
    this.#markets = this.#marketsOf(listed, await this.#tickers());
    const isChanged = this.isRead && !isSame(this.#listed, this.#markets);
    this.#listed = new Set(this.#markets);
    this.#know(gone, this.#markets);
    this.#readMs = this.#gate.nowMs();
    this.#dueMs = Number.POSITIVE_INFINITY;
    if (isChanged) for (const listener of this.#listeners) listener();
  }

  #addGone(before: readonly CcxtMarket[]): readonly CcxtMarket[] {
    const gone = goneMarkets(this.#exchange, before);
    addGone(this.#exchange, gone);
    return gone;
  }

  #know(gone: readonly CcxtMarket[], markets: readonly Market[]): void {
    const former = this.#marketsOf(Object.fromEntries(gone.map((each) => [each.symbol, each])), {});
    const known = [...former, ...markets];
    this.#byId = new Map(known.map((market) => [market.id, market]));
    this.#bySymbol = new Map(known.map((market) => [market.symbol, market]));
    for (const sharer of this.#sharers) sharer.setMarketsFromExchange(this.#exchange);
  }

  #marketsOf(
    markets: Readonly<Record<string, CcxtMarket>>,
    tickers: Readonly<Record<string, CcxtTicker>>,
  ): readonly Market[] {
    const { precisionMode, fees } = this.#exchange;
    return marketsOf({ precisionMode, ...(fees && { fees }), markets }, tickers, this.#types);
  }

  /** Those of processes before, until they were read once. */
  async #keptBefore(): Promise<readonly CcxtMarket[]> {
    if (!this.#kept || !this.#lacksKept) return [];
    try {
      const kept = await this.#kept.load(this.#exchange.id);
      this.#lacksKept = false;
      return kept;
    } catch (error) {
      this.#warn(error, "markets with orders could not be read; tried again");
      return [];
    }
  }

  /** Volumes and prices of a day are good to have: markets are known without them too. */
  async #tickers(): Promise<Readonly<Record<string, CcxtTicker>>> {
    if (this.#exchange.has["fetchTickers"] !== true) return {};
    try {
      return await this.#exchange.fetchTickers();
    } catch (error) {
      this.#warn(error, "an exchange's volumes could not be read");
      return {};
    }
  }

  #warn(error: unknown, message: string): void {
    this.#log.warn({ reason: errorFacts(error, NO_SECRETS).message }, message);
  }
}

/** Exchanges list a market before it is traded, suspend trading, and change sizes. */
function isSame(before: ReadonlySet<Market>, now: readonly Market[]): boolean {
  const known = new Map([...before].map((market) => [market.id, factsOf(market)]));
  return known.size === now.length && now.every((market) => known.get(market.id) === factsOf(market));
}

function factsOf({ isActive, tickSize, stepSize, minAmount, minNotional }: Market): string {
  return `${isActive} ${tickSize} ${stepSize} ${minAmount} ${minNotional}`;
}
