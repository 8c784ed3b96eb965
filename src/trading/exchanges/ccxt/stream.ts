/** Follows markets over the library's websockets, and makes sure that reports of them are true. */
import { backOffMs } from "../../../kit/time/back-off.ts";
import { sleepQuietly, startBackOff } from "./waiting.ts";
import type { LossReason, MarketSink, Watch } from "../port.ts";
import { ClientTap } from "./client-tap.ts";
import type { ClientEvents } from "./client-tap.ts";
import { NO_SECRETS, errorClasses, errorFacts, isUnlisted } from "./error-facts.ts";
import { firstWord, forgetAsked } from "./first-word.ts";
import { giveBack } from "./give-back.ts";
import type { CcxtClient } from "./library-client.ts";
import type { CcxtExchange } from "./library.ts";
import { findTheirs, isAlike, proveBooks, wholeUntilMs } from "./prove-books.ts";
import type { StreamDeps } from "./stream-deps.ts";
import { FollowedTrades } from "./follow-trades.ts";
import { TradeCheck } from "./prove-trades.ts";
import { StreamHealth } from "./stream-health.ts";
import { STAGGER_MS, Turns } from "./turns.ts";
import { WatchedMarket } from "./watched-market.ts";

const WATCHDOG_MS = 1_000;
/** After a break, trades are asked for as if they had failed this often: books first. */
const TRADES_AFTER_BOOKS = 2;

export class MarketStream implements Watch {
  readonly #deps: StreamDeps;
  readonly #sink: MarketSink;
  readonly #exchange: CcxtExchange;
  readonly #tap: ClientTap;
  readonly #turns: Turns;
  readonly #trades: FollowedTrades;
  readonly #tradeCheck: TradeCheck;
  readonly #health: StreamHealth;
  readonly #stopped = new AbortController();
  readonly #markets = new Map<string, WatchedMarket>();
  /** By symbols that are not followed any more: the connection over which the library may still get the book. */
  readonly #left = new Map<string, CcxtClient>();
  #wanted: readonly string[];
  /** The last connection that broke: when we noticed, and until when it was whole. */
  #lastBreak = { atMs: 0, wholeMs: 0 };

  constructor(deps: StreamDeps, marketIds: readonly string[], sink: MarketSink) {
    this.#deps = deps;
    this.#sink = sink;
    this.#wanted = marketIds;
    this.#exchange = deps.makeExchange();
    this.#turns = new Turns(deps);
    this.#health = new StreamHealth(deps.gate);
    this.#trades = new FollowedTrades({
      ...deps,
      exchange: this.#exchange,
      // At first trades take the book's turn.
      takeTurn: (isFirst, signal) => this.#turns.take(signal, isFirst ? 0 : STAGGER_MS),
      break: () => this.#lastBreak,
    });
    this.#tradeCheck = new TradeCheck({
      ...deps,
      signal: this.#stopped.signal,
      deaf: (watched) => void this.#trades.askAnew(watched),
    });
    this.#noteSnapshots();
    this.#tap = new ClientTap(this.#exchange, this.#events(), { clock: deps.clock, signal: this.#stopped.signal });
    deps.clock.every(WATCHDOG_MS, () => this.#look(), this.#stopped.signal);
    deps.clock.every(WATCHDOG_MS, () => this.#tradeCheck.look([...this.#markets.values()]), this.#stopped.signal);
    void this.#start();
  }

  #events(): ClientEvents {
    const { gate } = this.#deps;
    return {
      book: (symbol, book, tap, client) => {
        const watched = this.#markets.get(symbol);
        if (!watched || watched.stopped.signal.aborted) return;
        watched.client = client;
        const wasLive = watched.state === "live";
        const why = watched.bookHeard(book, tap, gate.nowMs());
        if (why) this.#resync(watched, why);
        else if (!wasLive) this.#noteHealth();
      },
      trades: (symbol, trades, client) => {
        const watched = this.#markets.get(symbol);
        if (!watched || watched.stopped.signal.aborted) return;
        watched.tradesClient = client;
        watched.tradesHeard(trades, gate.nowMs());
      },
      gaveUp: (symbol, error) => this.#gaveUp(symbol, error),
      gone: (client) => this.#gone(client),
    };
  }

  replace(marketIds: readonly string[]): void {
    this.#wanted = marketIds;
    const wanted = new Set(marketIds);
    for (const [symbol, watched] of this.#markets) {
      if (wanted.has(watched.market.id)) continue;
      this.#markets.delete(symbol);
      if (watched.client && this.#deps.keepsBooks) this.#left.set(symbol, watched.client);
      watched.stopped.abort();
      watched.lost("unsubscribed");
      watched.tradesBroke(this.#deps.gate.nowMs());
      void this.#unsubscribe(watched, false);
    }
    this.#follow();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    for (const watched of this.#markets.values()) watched.stopped.abort();
    this.#markets.clear();
    this.#health.end();
    this.#deps.release(this.#exchange);
    for (const client of Object.values(this.#exchange.clients)) {
      this.#tap.kill(client, new this.#deps.errors.ExchangeClosedByUser("stopped"));
    }
    await this.#exchange.close();
  }

  /** Reads the markets, however long the exchange cannot be reached, and follows those that are wanted. */
  async #start(): Promise<void> {
    const { catalog, log, clock, random } = this.#deps;
    await this.#deps.prepare(this.#exchange);
    for (let attempt = 1; !this.#stopped.signal.aborted; attempt++) {
      try {
        await catalog.ensure();
        this.#follow();
        return;
      } catch (error) {
        log.warn(
          { reason: errorFacts(error, NO_SECRETS).message },
          "an exchange's markets cannot be read; it is tried again",
        );
        await sleepQuietly(clock, backOffMs(attempt, startBackOff, random()), this.#stopped.signal);
      }
    }
  }

  #follow(): void {
    const { catalog, gate, log } = this.#deps;
    if (this.#stopped.signal.aborted || !catalog.isRead) return;
    for (const id of this.#wanted) {
      const market = catalog.find(id);
      if (!market) log.warn({ market: id }, "a market that is not traded cannot be followed");
      if (!market || this.#markets.has(market.symbol)) continue;
      const hasTrades = this.#exchange.has["watchTrades"] === true;
      const watched = new WatchedMarket(market, this.#sink, gate.nowMs(), hasTrades);
      watched.client = this.#left.get(market.symbol);
      this.#left.delete(market.symbol);
      this.#markets.set(market.symbol, watched);
      // The library may still have a book of an earlier time, and go on with it.
      this.#tap.tapOf(market.symbol)?.restart();
      // Trades first: a reader of the book then receives the trades that follow it.
      if (hasTrades) this.#trades.ask(watched, 0);
      void this.#subscribe(watched, 0);
    }
  }

  /** Asks for a book until it is there. */
  async #subscribe(watched: WatchedMarket, failed: number): Promise<void> {
    if (watched.isSubscribing) return;
    watched.isSubscribing = true;
    const { signal } = watched.stopped;
    const { clock, random, catalog } = this.#deps;
    for (let attempt = failed; !signal.aborted; attempt++) {
      if (attempt > 0) await sleepQuietly(clock, backOffMs(attempt, startBackOff, random()), signal);
      await this.#turns.take(signal);
      if (signal.aborted) break;
      try {
        if (await firstWord(this.#exchange, watched.market.symbol, clock, signal)) break;
        if (signal.aborted) break;
        this.#noWord(watched, "its first word has not come");
        await this.#startOver(watched);
      } catch (error) {
        if (signal.aborted) break;
        if (isUnlisted(error)) catalog.suspect("unknownMarket");
        this.#noWord(watched, errorFacts(error, NO_SECRETS).message);
      }
    }
    watched.isSubscribing = false;
    // Lost again before the library had answered: the loss found a subscription in progress, and left it to us.
    if (watched.state === "lost" && !signal.aborted) {
      void this.#unsubscribe(watched, true).then(() => this.#subscribe(watched, 1));
    }
  }

  #noWord(watched: WatchedMarket, reason: string): void {
    this.#deps.log.debug({ market: watched.market.id, reason }, "a market cannot be followed");
    watched.lost("disconnected");
    this.#noteHealth();
  }

  /** The book is wrong: it is given back and requested again. */
  #resync(watched: WatchedMarket, why: LossReason): void {
    this.#deps.log.debug({ market: watched.market.id, why }, "a book is requested again");
    watched.lost(why);
    this.#noteHealth();
    if (watched.isSubscribing) return;
    void this.#unsubscribe(watched, true).then(() => this.#subscribe(watched, 0));
  }

  /** The library noticed a gap or a wrong checksum, and has forgotten the book already. */
  #gaveUp(symbol: string, error: unknown): void {
    const watched = this.#markets.get(symbol);
    if (!watched || watched.stopped.signal.aborted) return;
    watched.lost(this.#deps.hasChecksums && isChecksum(error) ? "checksum" : "gap");
    this.#noteHealth();
    void this.#subscribe(watched, 0);
  }

  #gone(client: CcxtClient): void {
    if (this.#stopped.signal.aborted) return;
    const wholeMs = wholeUntilMs(client, [...this.#markets.values()], this.#tap);
    this.#lastBreak = { atMs: this.#deps.gate.nowMs(), wholeMs };
    for (const watched of this.#markets.values()) {
      if (watched.tradesClient === client) {
        watched.tradesClient = undefined;
        watched.tradesBroke(wholeMs);
        this.#trades.ask(watched, TRADES_AFTER_BOOKS);
      }
      if (watched.client !== client) continue;
      watched.client = undefined;
      this.#forgetBook(watched.market.symbol);
      watched.lost("disconnected");
      void this.#subscribe(watched, 1);
    }
    for (const [symbol, last] of this.#left) if (last === client && this.#left.delete(symbol)) this.#forgetBook(symbol);
    this.#noteHealth();
  }

  /** The library would put the next connection's snapshot into the book that it still has, for some exchanges. */
  #forgetBook(symbol: string): void {
    if (this.#deps.keepsBooks) Reflect.deleteProperty(this.#exchange.orderbooks, symbol);
  }

  /**
   * Gives a subscription back. Where the exchange cannot do that and the stream must restart, its connection is ended.
   */
  async #unsubscribe({ market, client }: WatchedMarket, isFollowed: boolean): Promise<void> {
    const error = await this.#giveBack(market.symbol, isFollowed);
    if (error !== undefined && isFollowed && client) this.#tap.kill(client, error);
  }

  #giveBack(symbol: string, isFollowed: boolean): Promise<unknown> {
    return giveBack(this.#exchange, symbol, isFollowed, { ...this.#deps, signal: this.#stopped.signal });
  }

  /** The next request for a book is made as if there had been none. */
  async #startOver({ market }: WatchedMarket): Promise<void> {
    const error = await this.#giveBack(market.symbol, true);
    if (error === undefined) return;
    const all = [...this.#markets.values()];
    const isUsed = (by: CcxtClient): boolean =>
      all.some((each) => each.tradesClient === by || (each.client === by && each.market !== market));
    forgetAsked(this.#exchange, market.symbol, isUsed, (client) => this.#tap.kill(client, error));
  }

  /** Looks after markets that have been silent for long: whether the exchange has another price than we. */
  async #look(): Promise<void> {
    const { gate, rest, catalog } = this.#deps;
    const nowMs = gate.nowMs();
    this.#noteHealth();
    proveBooks([...this.#markets.values()], this.#tap, nowMs);
    const suspect = [...this.#markets.values()].find(
      ({ state, silence }) => state === "live" && silence.isSuspect(nowMs),
    );
    if (!suspect) return;
    suspect.silence.checked(nowMs);
    const theirs = await findTheirs(rest, suspect.market.symbol, this.#deps.askedDepth(5));
    if (!theirs || suspect.state !== "live") return;
    if (theirs === "unlisted") {
      catalog.suspect("unknownMarket");
      return this.#resync(suspect, "silent");
    }
    const ours = this.#exchange.orderbooks[suspect.market.symbol];
    if (isAlike(ours, theirs)) suspect.proved(nowMs);
    if (!suspect.silence.isSilent(gate.nowMs()) || isAlike(ours, theirs)) return;
    const { client } = suspect;
    const onIt = [...this.#markets.values()].filter((watched) => watched.client === client);
    const isAllSilent = onIt.every(({ silence }) => silence.isSilent(gate.nowMs()));
    for (const watched of isAllSilent ? onIt : [suspect]) watched.lost("silent");
    if (client && isAllSilent) this.#tap.kill(client, new this.#deps.errors.RequestTimeout("silent"));
    else this.#resync(suspect, "silent");
  }

  /** Books that begin with a snapshot and go on with changes know nothing beyond the snapshot. */
  #noteSnapshots(): void {
    const { fetchOrderBook } = this.#exchange;
    this.#exchange.fetchOrderBook = async (symbol, limit) => {
      this.#markets.get(symbol)?.snapshotOf(limit);
      return await fetchOrderBook.call(this.#exchange, symbol, limit);
    };
  }

  #noteHealth(): void {
    this.#health.note(this.#markets.values());
  }
}

function isChecksum(error: unknown): boolean {
  return errorClasses(error).includes("ChecksumError");
}
