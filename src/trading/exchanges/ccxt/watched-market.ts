/** One followed market: its last report, and which parts of its stream are valid. */
import { Silence } from "../core/silence.ts";
import type { LossReason, Market, MarketSink, Trade } from "../port.ts";
import { inBaseUnits, wholeSide } from "./book-tap.ts";
import type { BookTap } from "./book-tap.ts";
import type { CcxtClient } from "./library-client.ts";
import type { CcxtBook, CcxtTrade } from "./library.ts";

/** Levels of each side that are reported of a whole book. */
const MAX_LEVELS = 1000;
/** The library's book is cut when it holds this many times the levels that it was begun with. */
const TRIM_FACTOR = 2;
/** A trade further ahead came from a wrong clock, which the next trade may have corrected. */
const MAX_AHEAD_MS = 1_000;

export class WatchedMarket {
  readonly market: Market;
  readonly silence: Silence;
  /** Since its trades were asked for. */
  readonly tradeSilence: Silence;
  /** Whether its trades are asked for. */
  readonly hasTrades: boolean;
  readonly #sink: MarketSink;
  /** The connection that its book comes over; undefined before its first word. */
  client: CcxtClient | undefined;
  /** The one that its trades come over, which may be another. */
  tradesClient: CcxtClient | undefined;
  /** `new`: no report yet. `lost`: the book was reported as unusable. */
  state: "new" | "live" | "lost" = "new";
  /** Ends what is done for it. */
  readonly stopped = new AbortController();
  isSubscribing = false;
  /** When its trades were last known to be whole, by one of them or by the first book after they were asked for; 0 before. */
  tradesHeardMs = 0;
  #tradeFlow: "new" | "whole" | "broken" = "new";
  /** Beyond these prices a book that began with a part of the real one knows nothing. */
  #knownBid = 0;
  #knownAsk = Number.POSITIVE_INFINITY;
  #snapshotLevels: number | undefined;
  #lastTradeMs = 0;
  readonly #lastTradeIds = new Set<string>();

  /** @param hasTrades whether its trades are asked for, before its book is */
  constructor(market: Market, sink: MarketSink, nowMs: number, hasTrades = false) {
    this.market = market;
    this.hasTrades = hasTrades;
    this.#sink = sink;
    this.silence = new Silence(nowMs);
    this.tradeSilence = new Silence(nowMs);
  }

  /** The library has asked for a snapshot with this many levels; the stream after it reports only changes. */
  snapshotOf(levels: number | undefined): void {
    this.#snapshotLevels = levels;
  }

  /** Tells what a message changed. Answers why the book cannot be believed any more; undefined when it can. */
  bookHeard(book: CcxtBook, tap: BookTap | undefined, nowMs: number): LossReason | undefined {
    const isWhole = tap === undefined || tap.isWhole(book);
    // After a loss only a new book counts.
    if (this.state !== "live" && !isWhole) return undefined;
    this.silence.heard(nowMs);
    if (isCrossed(book)) return "crossed";
    if (!isWhole) this.#trim(book);
    const changed = tap?.take(book);
    const sequence = book.nonce ?? 0;
    const atMs = book.timestamp ?? nowMs;
    if (changed) {
      if (this.#isOutOfSight(book)) return "gap";
      this.#sink.change(this.market.id, {
        bids: inBaseUnits(changed.bids, this.market),
        asks: inBaseUnits(changed.asks, this.market),
        sequence,
        atMs,
      });
      return undefined;
    }
    this.#learnSight(book);
    this.state = "live";
    if (this.hasTrades && this.#tradeFlow === "new") this.#tradesCame(nowMs);
    this.#sink.book(this.market.id, {
      bids: inBaseUnits(wholeSide(book.bids, MAX_LEVELS), this.market),
      asks: inBaseUnits(wholeSide(book.asks, MAX_LEVELS), this.market),
      sequence,
      atMs,
    });
    return undefined;
  }

  /** Tells trades that were not told before: some exchanges begin with the last ones. */
  tradesHeard(trades: readonly CcxtTrade[], nowMs: number): void {
    this.#tradesCame(nowMs);
    this.tradeSilence.heard(nowMs);
    for (const trade of trades) {
      const told = tradeOf(trade, this.market, nowMs);
      const isLastFromFuture = this.#lastTradeMs > nowMs + MAX_AHEAD_MS;
      if (told.atMs < this.#lastTradeMs && !isLastFromFuture) continue;
      if (told.id !== "" && this.#lastTradeIds.has(told.id)) continue;
      if (told.atMs !== this.#lastTradeMs) this.#lastTradeIds.clear();
      this.#lastTradeMs = told.atMs;
      if (told.id !== "") this.#lastTradeIds.add(told.id);
      this.#sink.trade(this.market.id, told);
    }
  }

  /** The exchange's time of the newest trade that was told; 0 before the first. */
  get lastTradeMs(): number {
    return this.#lastTradeMs;
  }

  /** Trades may be missing, since that time at the latest. Told once until the next of them. */
  tradesBroke(sinceMs: number): void {
    if (this.#tradeFlow === "broken") return;
    this.#tradeFlow = "broken";
    this.#sink.tradesBroke?.(this.market.id, Math.max(sinceMs, this.tradesHeardMs));
  }

  /** Until then nothing was missed. */
  proved(atMs: number): void {
    if (this.state === "live") this.#sink.proved?.(this.market.id, atMs);
  }

  /** The book may not be used. Told once until the next book. */
  lost(why: LossReason): void {
    if (this.state === "lost") return;
    this.state = "lost";
    this.#sink.lost(this.market.id, why);
  }

  #tradesCame(nowMs: number): void {
    this.tradesHeardMs = nowMs;
    if (this.#tradeFlow === "whole") return;
    this.#tradeFlow = "whole";
    this.#sink.tradesResumed?.(this.market.id);
  }

  #learnSight(book: CcxtBook): void {
    const levels = this.#snapshotLevels ?? Number.POSITIVE_INFINITY;
    this.#knownBid = book.bids.length >= levels ? (book.bids.at(-1)?.[0] ?? 0) : 0;
    this.#knownAsk = book.asks.length >= levels ? (book.asks.at(-1)?.[0] ?? Infinity) : Infinity;
  }

  /** The price has left the part of the book in the snapshot: there may be levels there that were never reported. */
  #isOutOfSight({ bids, asks }: CcxtBook): boolean {
    return (bids[0]?.[0] ?? 0) < this.#knownBid || (asks[0]?.[0] ?? Infinity) > this.#knownAsk;
  }

  #trim(book: CcxtBook): void {
    const depth = Math.min(book.bids.depth ?? Infinity, book.asks.depth ?? Infinity);
    if (Math.max(book.bids.length, book.asks.length) <= depth * TRIM_FACTOR) return;
    book.limit();
    this.#learnSight(book);
  }
}

function isCrossed({ bids, asks }: CcxtBook): boolean {
  const bid = bids[0]?.[0];
  const ask = asks[0]?.[0];
  return bid !== undefined && ask !== undefined && bid >= ask;
}

/** A trade of the market in our own words. */
export function tradeOf(trade: CcxtTrade, { contractSize }: Pick<Market, "contractSize">, nowMs: number): Trade {
  return {
    id: trade.id ?? "",
    price: Number(trade.price),
    quantity: Number(trade.amount) * Number(contractSize),
    takerSide: trade.side === "sell" ? "sell" : "buy",
    atMs: trade.timestamp ?? nowMs,
  };
}
