/** The markets of an exchange, read when they are needed first, once a day, and when the exchange refuses by a filter. */
import type { Log } from "../../../kit/log/log.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { ExchangeFailure } from "../core/failure.ts";
import type { AccountType, Market } from "../port.ts";
import { clientOrderIdRules } from "./client-order-ids.ts";
import { NO_SECRETS, errorFacts } from "./error-facts.ts";
import type { ExchangeGate } from "./gate.ts";
import type { CcxtExchange, CcxtTicker } from "./library.ts";
import { marketsOf } from "./market-of.ts";

const VALID_MS = DAY_MS;
/** After a refusal by a filter markets are reloaded, but not more often than this. */
const MIN_AGE_MS = 60_000;

export class MarketCatalog {
  readonly #exchange: CcxtExchange;
  readonly #gate: ExchangeGate;
  readonly #log: Log;
  readonly #types: readonly AccountType[];
  /** What the exchange puts before our ids; undefined for nothing. */
  readonly idPrefix: string | undefined;
  /** Other instances of the library that use the same markets. */
  readonly #sharers = new Set<CcxtExchange>();
  #readMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  #markets: readonly Market[] = [];
  #byId: ReadonlyMap<string, Market> = new Map();
  #bySymbol: ReadonlyMap<string, Market> = new Map();

  constructor(exchange: CcxtExchange, gate: ExchangeGate, log: Log, types: readonly AccountType[]) {
    this.#exchange = exchange;
    this.#gate = gate;
    this.#log = log;
    this.#types = types;
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
    return this.#gate.nowMs() - this.#readMs >= VALID_MS;
  }

  /** The exchange refused by a filter that may have changed. */
  suspect(): void {
    if (this.#gate.nowMs() - this.#readMs < MIN_AGE_MS) return;
    this.read().catch((error: unknown) => this.#warn(error, "markets could not be reloaded"));
  }

  /**
   * @throws ExchangeFailure rejected, when there is none of this id
   */
  market(id: string): Market {
    const market = this.find(id);
    if (!market) throw new ExchangeFailure("rejected", "unknownMarket", `There is no market ${id}`);
    return market;
  }

  find(id: string): Market | undefined {
    return this.#byId.get(id);
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
    await this.#exchange.loadMarkets(true);
    const tickers = await this.#tickers();
    this.#markets = marketsOf(this.#exchange, tickers, this.#types);
    this.#byId = new Map(this.#markets.map((market) => [market.id, market]));
    this.#bySymbol = new Map(this.#markets.map((market) => [market.symbol, market]));
    for (const sharer of this.#sharers) sharer.setMarketsFromExchange(this.#exchange);
    this.#readMs = this.#gate.nowMs();
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
