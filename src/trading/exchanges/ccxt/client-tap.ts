/**
 * Hears what the library's websocket connections tell, at the place where they tell it. Asking the library again after
 * every message, as its manual says, costs several times as much as the message itself.
 */
import { setMaxListeners } from "node:events";
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { tapBooks } from "./book-tap.ts";
import type { BookTap } from "./book-tap.ts";
import { errorClasses } from "./error-facts.ts";
import type { CcxtClient } from "./library-client.ts";
import type { CcxtBook, CcxtExchange, CcxtTrade } from "./library.ts";
import { sleepQuietly } from "./waiting.ts";

export interface ClientEvents {
  /** A message about a book was stored in it. The tap is undefined for a book that cannot be tapped. */
  book(symbol: string, book: CcxtBook, tap: BookTap | undefined, client: CcxtClient): void;
  trades(symbol: string, trades: readonly CcxtTrade[], client: CcxtClient): void;
  /** The library gave up a book: it has to be asked for again. */
  gaveUp(symbol: string, error: unknown): void;
  /** A connection is gone, and everything on it. */
  gone(client: CcxtClient, error: unknown): void;
}

export interface TapTime {
  readonly clock: Clock;
  /** No connection is opened after it. */
  readonly signal: AbortSignal;
}

/** Library errors that report the end of a connection that we ended ourselves. */
const EXPECTED = new Set(["UnsubscribeError", "ExchangeClosedByUser"]);

export class ClientTap {
  readonly #exchange: CcxtExchange;
  readonly #events: ClientEvents;
  readonly #time: TapTime;
  readonly #taps: WeakMap<object, BookTap>;
  readonly #dead = new WeakSet<CcxtClient>();
  readonly #tapped = new WeakSet<CcxtClient>();
  /** When each connection last answered a ping, milliseconds. */
  readonly #pongs = new WeakMap<CcxtClient, number>();
  /** Which symbol a connection's words with a hash are about. */
  readonly #symbols = new Map<string, string>();

  /** @param exchange an instance of which no connection was opened yet */
  constructor(exchange: CcxtExchange, events: ClientEvents, time: TapTime) {
    this.#exchange = exchange;
    this.#events = events;
    this.#time = time;
    // Each connection may wait for it: many listeners are not a leak.
    setMaxListeners(0, time.signal);
    this.#taps = tapBooks(exchange);
    const { client } = exchange;
    exchange.client = (url) => {
      const made = client.call(exchange, url);
      if (!this.#tapped.has(made)) this.#tap(made);
      return made;
    };
  }

  /** The tap of the book that the library has of a symbol. */
  tapOf(symbol: string): BookTap | undefined {
    const book = this.#exchange.orderbooks[symbol];
    return book && this.#taps.get(book);
  }

  /**
   * When a connection last answered a ping, milliseconds; 0 before the first. Everything sent before is here by then.
   */
  pongMs(client: CcxtClient): number {
    return this.#pongs.get(client) ?? 0;
  }

  /** Asks a connection for a sign of life. */
  ping(client: CcxtClient): void {
    try {
      client.connection?.ping?.();
    } catch {
      // It is not open: that is noticed elsewhere.
    }
  }

  /** Ends a connection at once, without waiting for the other side. */
  kill(client: CcxtClient, error: unknown): void {
    if (this.#dead.has(client)) return;
    this.#dead.add(client);
    // A connection that was given up must not go on filling the books of the next one.
    client.onMessage = () => {};
    client.onError(error);
    client.connection?.terminate?.();
    this.#events.gone(client, error);
  }

  #tap(client: CcxtClient): void {
    this.#tapped.add(client);
    const { resolve, reject, onPong } = client;
    client.onPong = (...of) => {
      this.#pongs.set(client, toMillis(this.#time.clock.now()));
      return onPong?.apply(client, of);
    };
    client.resolve = (result, hash) => {
      if (!this.#dead.has(client)) this.#heard(client, result, hash);
      return resolve.call(client, result, hash);
    };
    client.reject = (error, hash) => {
      const isAwaited = hash !== undefined && hash in client.futures;
      const answer = reject.call(client, error, hash);
      if (hash === undefined) this.kill(client, error);
      else if (!isAwaited) this.#rejected(client, error, hash);
      return answer;
    };
    this.#delay(client);
  }

  /** The library waits before it opens a connection again that broke soon: it does so by our clock. */
  #delay(client: CcxtClient): void {
    const { connect } = client;
    const { clock, signal } = this.#time;
    let waiting: Promise<void> | undefined;
    client.connect = async (delayMs = 0) => {
      if (delayMs > 0) waiting ??= sleepQuietly(clock, delayMs, signal);
      await waiting;
      if (this.#dead.has(client) || signal.aborted) throw new Error("The connection was given up");
      return await connect.call(client);
    };
  }

  #heard(client: CcxtClient, result: unknown, hash: string | undefined): void {
    if (typeof result !== "object" || result === null) return;
    if (isBook(result)) {
      const symbol = result.symbol ?? this.#symbols.get(hash ?? "") ?? this.#symbolOf(result);
      if (symbol === undefined) return;
      if (hash !== undefined) this.#symbols.set(hash, symbol);
      this.#events.book(symbol, result, this.#taps.get(result), client);
    } else if (isTradeCache(result)) {
      const symbol = result.at(-1)?.symbol;
      if (symbol === undefined) return;
      const count = result.getLimit(symbol, undefined) ?? 1;
      this.#events.trades(symbol, lastOf(result, symbol, count), client);
    }
  }

  /** Nothing was waiting: the library would keep the error for its next caller. */
  #rejected(client: CcxtClient, error: unknown, hash: string): void {
    Reflect.deleteProperty(client.rejections, hash);
    if (errorClasses(error).some((name) => EXPECTED.has(name))) return;
    const symbol = this.#symbols.get(hash);
    if (symbol !== undefined) this.#events.gaveUp(symbol, error);
  }

  #symbolOf(book: CcxtBook): string | undefined {
    return Object.entries(this.#exchange.orderbooks).find(([, known]) => known === book)?.[0];
  }
}

interface TradeCache extends Array<CcxtTrade> {
  getLimit(symbol: string, limit: undefined): number | undefined;
}

/** The last trades of a symbol, oldest first. */
function lastOf(cache: ArrayLike<CcxtTrade>, symbol: string, count: number): readonly CcxtTrade[] {
  const trades: CcxtTrade[] = [];
  for (let index = cache.length - 1; index >= 0 && trades.length < count; index--) {
    const trade = cache[index];
    if (trade?.symbol === symbol) trades.push(trade);
  }
  return trades.reverse();
}

function isBook(result: object): result is CcxtBook {
  return "bids" in result && "asks" in result && Array.isArray(result.bids) && Array.isArray(result.asks);
}

function isTradeCache(result: object): result is TradeCache {
  if (!Array.isArray(result) || !("getLimit" in result)) return false;
  const last: unknown = result.at(-1);
  return typeof last === "object" && last !== null && "price" in last && "side" in last && "amount" in last;
}
