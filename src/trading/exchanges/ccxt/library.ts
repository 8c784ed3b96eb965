/**
 * The part of the ccxt library that is used, in types of our own, and how one of its exchanges is made. The library is
 * loaded on first use: it costs half a second and 80 MB.
 */
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { UserError } from "../../../kit/errors/user-error.ts";
import type { ProxyRules } from "../../../kit/outbound/proxy-rules.ts";
import type { AccountType } from "../port.ts";
import type { ExchangeCredentials } from "../store.ts";
import { limitAnswers, type AnswerReader } from "./limit-answers.ts";
import type { CcxtClient } from "./library-client.ts";
import { quietClients } from "./quiet-clients.ts";
import { pointAt } from "./exchange-address.ts";
import { RECEIVE_WINDOW_MS } from "./order-expiry.ts";
import { quickly, type CcxtClass } from "./quick-class.ts";
import { quirksOf } from "./quirks.ts";
import type { HttpDispatcher } from "./socket-write.ts";
import { setProxies } from "./set-proxies.ts";

/** A number, or its text where the library was told to keep what the exchange sent. */
export type CcxtNumber = number | string | undefined;
export type CcxtParams = Readonly<Record<string, unknown>>;

export interface CcxtMarket {
  readonly id: string;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly type: string;
  readonly active?: boolean;
  readonly maker?: number;
  readonly taker?: number;
  /** Whether it is settled in the quote currency. Told of contracts only. */
  readonly linear?: boolean;
  readonly contractSize?: number;
  readonly precision: { readonly price?: number; readonly amount?: number };
  readonly limits: { readonly amount?: { readonly min?: number }; readonly cost?: { readonly min?: number } };
}

export interface CcxtTicker {
  readonly last?: number;
  readonly quoteVolume?: number;
}

/** One side of a book that is kept up to date: an array of levels that orders itself. */
export interface CcxtSide extends Array<number[]> {
  storeArray: (level: number[]) => void;
  limit: () => void;
  readonly depth?: number;
  /** Only of sides that hold single orders. */
  readonly hashmap?: unknown;
}

export interface CcxtBook {
  bids: CcxtSide;
  asks: CcxtSide;
  symbol?: string | undefined;
  timestamp?: number | undefined;
  nonce?: number | undefined;
  reset: (snapshot?: unknown) => CcxtBook;
  limit(): CcxtBook;
}

export interface CcxtTrade {
  readonly id?: string;
  readonly order?: string;
  readonly symbol: string;
  readonly price: CcxtNumber;
  readonly amount: CcxtNumber;
  readonly side?: string;
  readonly takerOrMaker?: string;
  readonly timestamp?: number;
  readonly fee?: CcxtFee;
  readonly fees?: readonly CcxtFee[];
  readonly info?: unknown;
}

export interface CcxtFee {
  readonly currency?: string;
  readonly cost?: CcxtNumber;
}

export interface CcxtOrder {
  readonly id?: string;
  readonly clientOrderId?: string;
  readonly symbol?: string;
  readonly type?: string;
  readonly side?: string;
  readonly status?: string;
  readonly price?: CcxtNumber;
  readonly average?: CcxtNumber;
  readonly amount?: CcxtNumber;
  readonly filled?: CcxtNumber;
  readonly cost?: CcxtNumber;
  readonly triggerPrice?: CcxtNumber;
  readonly fee?: CcxtFee;
  readonly fees?: readonly CcxtFee[];
  readonly timestamp?: number;
  readonly lastUpdateTimestamp?: number;
  readonly lastTradeTimestamp?: number;
  readonly info?: unknown;
}

export interface CcxtResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface HttpParams {
  readonly dispatcher?: HttpDispatcher;
  readonly [name: string]: unknown;
}

/** An exchange of the library. Only what is called here; whether an exchange has it says `has`. */
export interface CcxtExchange extends AnswerReader {
  readonly id: string;
  readonly has: Record<string, boolean | "emulated" | undefined>;
  readonly options: Record<string, unknown>;
  readonly urls: Record<string, unknown>;
  /** Its endpoints, with what each costs of the rate budget. */
  readonly api?: unknown;
  readonly timeframes?: Readonly<Record<string, unknown>>;
  readonly rateLimit: number;
  readonly precisionMode: number;
  readonly fees?: { readonly trading?: { readonly maker?: number; readonly taker?: number } };
  markets?: Record<string, CcxtMarket>;
  markets_by_id?: Record<string, CcxtMarket[]>;
  readonly clients: Record<string, CcxtClient>;
  readonly orderbooks: Record<string, CcxtBook>;
  loadMarkets(reload?: boolean): Promise<Record<string, CcxtMarket>>;
  setSandboxMode?(isOn: boolean): void;
  market(symbol: string): CcxtMarket;
  parseOrder(answer: unknown, market: CcxtMarket): CcxtOrder;
  setMarketsFromExchange(from: CcxtExchange): unknown;
  loadHttpProxyAgent?(): Promise<unknown>;
  loadProxyModules?(): Promise<unknown>;
  loadFetchImplementation?(): Promise<unknown>;
  close(): Promise<void>;
  /** The address of the proxy for a request; undefined for none. */
  httpsProxyCallback?: (url: string) => string | undefined;
  /** Its connections through a proxy, and how it opens connections. */
  getFetchProxyDispatcher?: (proxy: string) => unknown;
  getDispatcherOptions?(isPlainAgent: boolean): object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly userAgent?: unknown;
  readonly userAgents?: Readonly<Record<string, string>>;
  setHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;

  milliseconds: () => number;
  nonce: () => number;
  throttle: (cost?: number) => Promise<unknown>;
  fetch: (url: string, method?: string, headers?: unknown, body?: unknown) => Promise<unknown>;
  fetch2: (path: string, api: unknown, method: string, ...rest: unknown[]) => Promise<unknown>;
  /** Sends a request over its connections. */
  undiciRequest?: (url: string, params: HttpParams) => Promise<unknown>;
  handleRestResponse: (response: CcxtResponse, url: string, ...rest: unknown[]) => Promise<unknown>;
  calculateRateLimiterCost(...of: unknown[]): number;
  orderBook: (snapshot?: unknown, depth?: number) => CcxtBook;
  countedOrderBook: (snapshot?: unknown, depth?: number) => CcxtBook;
  indexedOrderBook: (snapshot?: unknown, depth?: number) => CcxtBook;
  client: (url: string) => CcxtClient;
  onError: (client: CcxtClient, error: unknown) => void;
  onClose: (client: CcxtClient, error: unknown) => void;

  fetchTime(): Promise<number>;
  fetchStatus(): Promise<{ readonly status?: string }>;
  fetchTicker(symbol: string): Promise<CcxtTicker>;
  fetchTickers(): Promise<Record<string, CcxtTicker>>;
  fetchOrderBook: (symbol: string, limit?: number) => Promise<Pick<CcxtBook, "bids" | "asks" | "timestamp" | "nonce">>;
  fetchTrades(symbol: string, since: number | undefined, limit: number): Promise<CcxtTrade[]>;
  fetchOHLCV(symbol: string, interval: string, since: number, limit: number): Promise<number[][]>;
  watchOrderBook(symbol: string, limit?: number): Promise<unknown>;
  unWatchOrderBook(symbol: string): Promise<unknown>;
  watchTrades(symbol: string): Promise<unknown>;
  unWatchTrades(symbol: string): Promise<unknown>;

  createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: string,
    price: string | undefined,
    params: CcxtParams,
  ): Promise<CcxtOrder>;
  editOrder(
    id: string,
    symbol: string,
    type: string,
    side: string,
    amount: string | undefined,
    price: string | undefined,
    params: CcxtParams,
  ): Promise<CcxtOrder>;
  cancelOrder(id: string | undefined, symbol: string, params: CcxtParams): Promise<CcxtOrder>;
  fetchOrder(id: string | undefined, symbol: string, params: CcxtParams): Promise<CcxtOrder>;
  fetchOrders: ListOrders;
  fetchOpenOrders: ListOrders;
  fetchClosedOrders: ListOrders;
  fetchCanceledAndClosedOrders: ListOrders;
  fetchMyTrades(symbol?: string, since?: number, limit?: number, params?: CcxtParams): Promise<CcxtTrade[]>;
  fetchBalance(params?: CcxtParams): Promise<Readonly<Record<string, unknown>>>;
  setLeverage(leverage: number, symbol: string): Promise<unknown>;
  watchOrders(): Promise<CcxtOrder[]>;
  watchMyTrades(): Promise<CcxtTrade[]>;
}

type ListOrders = (symbol?: string, since?: number, limit?: number, params?: CcxtParams) => Promise<CcxtOrder[]>;

export interface MakeOptions {
  readonly clock: Clock;
  /** A base address, or `testnet`. Default: the exchange's own options. */
  readonly address?: string | undefined;
  readonly proxyRules?: ProxyRules | undefined;
  readonly timeoutMs?: number | undefined;
  readonly accountTypes?: readonly AccountType[] | undefined;
  readonly credentials?: ExchangeCredentials | undefined;
}

/** Errors of the library that we make ourselves, where it expects its own. */
export interface CcxtErrors {
  readonly ExchangeClosedByUser: new (message: string) => Error;
  readonly NotSupported: new (message: string) => Error;
  readonly RequestTimeout: new (message: string) => Error;
}

/** Makes exchanges of one code. */
export interface CcxtMaker {
  readonly make: (options: MakeOptions) => CcxtExchange;
  readonly errors: CcxtErrors;
}

/** How long a request may take. */
export const DEFAULT_TIMEOUT_MS = 10_000;

/** How long the library waits before it opens a connection again that broke soon. We wait too when it fails. */
const WEBSOCKETS = { backoff: { base: 1_000, max: 10_000 } };

/**
 * Loads the library and finds an exchange in it: with websockets where it has them.
 *
 * @throws UserError when the library does not have it
 */
export async function loadCcxt(code: string): Promise<CcxtMaker> {
  const { default: ccxt } = await import("ccxt");
  const found =
    (ccxt.pro as unknown as Record<string, CcxtClass | undefined>)[code] ??
    (ccxt as unknown as Record<string, CcxtClass | undefined>)[code];
  if (!found || !ccxt.exchanges.includes(code)) {
    throw new UserError(
      `The exchange ${code} cannot be connected: the library that speaks to exchanges has none of it`,
    );
  }
  const construct = quickly(found);
  return { make: (options) => make(construct, code, options), errors: ccxt };
}

function make(construct: ReturnType<typeof quickly>, code: string, options: MakeOptions): CcxtExchange {
  const { credentials, clock, address, proxyRules } = options;
  const quirks = quirksOf(code);
  const exchange = construct({
    enableRateLimit: false,
    newUpdates: true,
    timeout: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    ...(credentials && {
      apiKey: credentials.token,
      secret: credentials.secret,
      ...(credentials.password === undefined ? {} : { password: credentials.password }),
      // Booked values are kept as the text that the exchange sent.
      number: String,
    }),
    options: { ...quirks.options, ws: WEBSOCKETS, recvWindow: RECEIVE_WINDOW_MS },
  });
  // Optional lists that cost requests, some of them signed, and are of no use here.
  exchange.has["fetchCurrencies"] = false;
  if (options.accountTypes) chooseTypes(exchange, options.accountTypes);
  if (address !== undefined) pointAt(exchange, address);
  if (proxyRules) setProxies(exchange, proxyRules);
  exchange.milliseconds = () => toMillis(clock.now());
  limitAnswers(exchange);
  // Exchanges without websockets have no connections.
  if (typeof exchange.client === "function") quietClients(exchange);
  return exchange;
}

/** Exchanges that list their types of markets one by one are asked for those that are wanted. */
function chooseTypes(exchange: CcxtExchange, types: readonly AccountType[]): void {
  const listed = exchange.options["fetchMarkets"];
  if (typeof listed !== "object" || listed === null || !("types" in listed)) return;
  const known = Array.isArray(listed.types) ? (listed.types as unknown[]) : Object.keys(listed.types as object);
  const wanted = new Set<unknown>(types.includes("swap") || types.includes("future") ? [...types, "linear"] : types);
  const chosen = known.filter((type) => wanted.has(type));
  if (chosen.length > 0 && Array.isArray(listed.types)) exchange.options["fetchMarkets"] = { ...listed, types: chosen };
}
