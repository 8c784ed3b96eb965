/**
 * The market in memory: listings, books, best prices, trades, opportunities and rates, and who listens to them. Feeds
 * write to it, from exchanges or from the bus; everybody else sees it as a `MarketView`.
 */
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { BookSnapshot, ExchangeHealth, Market, Trade } from "../exchanges/index.ts";
import { Arbitrage } from "./core/arbitrage.ts";
import { MAX_DEPTH, type ToldBook } from "./core/book-lines.ts";
import { Book } from "./core/book.ts";
import type { ExchangeRecord } from "./core/exchange-record.ts";
import { DEFAULT_LADDER, type LadderLimits } from "./core/ladder.ts";
import type { ClosedOpportunity } from "./core/opportunity-group.ts";
import { Rates } from "./core/rates.ts";
import { TopState } from "./core/top-state.ts";
import { ExchangeHosts } from "./exchange-hosts.ts";
import { ExchangeTable, type ExchangeFacts } from "./exchange-table.ts";
import { FollowedBooks, type BookUse } from "./followed-books.ts";
import { LastTrades } from "./last-trades.ts";
import { ListingTable, type ListingChange } from "./listing-table.ts";
import { Notifier } from "./notifier.ts";
import type { StoredListing } from "./store.ts";
import type { Depth, ExchangeView, Listing, MarketView, Opportunity, TradeBreak } from "./view.ts";

type ClosedBetween = Pick<Opportunity, "buy" | "sell" | "openedMs">;

export interface MarketStateOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly ladder?: LadderLimits;
  /** Is called with every opportunity that is over. */
  readonly onOpportunityClosed?: (closed: ClosedBetween, bestNetPercent: number, closedMs: number) => void;
}

export class MarketState implements MarketView {
  readonly table = new ListingTable();
  readonly hosts = new ExchangeHosts();
  /** Whose whole books are needed here, though another process may keep them. */
  readonly followed = new FollowedBooks();
  readonly lastTrades = new LastTrades();
  readonly #clock: Clock;
  readonly #ladder: LadderLimits;
  readonly #tops: TopState[] = [];
  readonly #books: (Book | undefined)[] = [];
  readonly #exchanges = new ExchangeTable();
  readonly #arbitrage: Arbitrage;
  readonly #rates = new Rates();
  readonly #simulatedRates = new Rates();
  readonly #topNotifier: Notifier;
  readonly #depthNotifier: Notifier;
  #usdRates: ReadonlyMap<string, number> = new Map([["USD", 1]]);

  constructor({ clock, log, ladder = DEFAULT_LADDER, onOpportunityClosed }: MarketStateOptions) {
    this.#clock = clock;
    this.#ladder = ladder;
    this.#topNotifier = new Notifier(clock, log);
    this.#depthNotifier = new Notifier(clock, log);
    this.#arbitrage = new Arbitrage((closed, nowMs) => {
      const shown = this.#withListings(closed);
      if (shown) onOpportunityClosed?.(shown, closed.bestNetPercent, nowMs);
    });
    // First of all, so that notified readers find opportunities in step with the notification.
    this.#topNotifier.add((index) => {
      const top = this.#tops[index];
      this.#arbitrage.update(index, top?.state === "live" ? top : undefined, this.nowMs());
    });
  }

  nowMs(): number {
    return Math.floor(this.#clock.now() / 1000);
  }

  exchanges(): readonly ExchangeView[] {
    return this.#exchanges.views(this.nowMs());
  }

  exchange(code: string): ExchangeView | undefined {
    return this.#exchanges.view(code, this.nowMs());
  }

  listings(): readonly Listing[] {
    return this.table.all;
  }

  listing(code: string): Listing | undefined {
    return this.table.byCode(code);
  }

  top(listing: Listing): TopState {
    return this.#topOf(listing.index);
  }

  depth(listing: Listing, levels: number): Depth {
    const limit = Math.min(MAX_DEPTH, Math.max(1, levels));
    const book = this.book(listing);
    if (book) return { isWhole: true, bids: book.levels("bid", limit), asks: book.levels("ask", limit) };
    return { isWhole: false, ...this.#topOf(listing.index).sides() };
  }

  follow(code: string, use?: BookUse): () => void {
    return this.followed.follow(code, use);
  }

  /** Where this process keeps it, or receives it. Changed in place. */
  book(listing: Listing): Book | undefined {
    return this.#books[listing.index];
  }

  trades(listing: Listing): readonly Trade[] {
    return this.lastTrades.of(listing);
  }

  tradeBreaks(listing: Listing): readonly TradeBreak[] {
    return this.lastTrades.breaks(listing);
  }

  opportunities(limit: number, offset = 0): readonly Opportunity[] {
    return this.#arbitrage.top(limit, offset).flatMap((open) => this.#withListings(open) ?? []);
  }

  opportunityCount(): number {
    return this.#arbitrage.count;
  }

  usdRate(currency: string): number | undefined {
    return this.#usdRates.get(currency);
  }

  usdRates(): ReadonlyMap<string, number> {
    return this.#usdRates;
  }

  get skipped(): number {
    return this.#topNotifier.skipped + this.#depthNotifier.skipped;
  }

  onTop(listener: (listing: Listing) => void): () => void {
    return this.#topNotifier.add(this.#byListing(listener));
  }

  onDepth(listener: (listing: Listing) => void): () => void {
    return this.#depthNotifier.add(this.#byListing(listener));
  }

  onTrade(listener: (listing: Listing, trade: Trade) => void): () => void {
    return this.lastTrades.on(listener);
  }

  addExchange(facts: ExchangeFacts, health: ExchangeHealth): ExchangeRecord {
    return this.#exchanges.add(facts, health, this.nowMs());
  }

  restoreListings(exchange: string, stored: readonly StoredListing[]): void {
    this.table.restore(exchange, stored);
    this.#fit();
    for (const listing of this.table.of(exchange)) this.#addVenue(listing);
  }

  /** Takes what an exchange trades now. Listings that it dropped must not be traded on. */
  readListings(exchange: string, markets: readonly Market[]): ListingChange | undefined {
    const change = this.table.read(exchange, markets, this.nowMs());
    this.#fit();
    for (const listing of this.table.of(exchange)) this.#addVenue(listing);
    for (const { index } of change?.removed ?? []) this.lose(index);
    return change;
  }

  /** Takes the levels of a book that another process keeps. Its best prices and its state are reported separately. */
  mirrorBook(index: number, book: ToldBook): void {
    this.#bookOf(index).load({ ...book, sequence: 0 });
    if (this.#depthNotifier.hasListeners) this.#depthNotifier.note(index);
  }

  /** The levels of a book are no longer sent. */
  dropBook(index: number): void {
    this.#books[index] = undefined;
  }

  /** Replaces a book. */
  load(index: number, snapshot: BookSnapshot): void {
    const top = this.#topOf(index);
    const book = this.#bookOf(index);
    top.hear(this.nowMs());
    top.isLost = false;
    book.load(snapshot);
    this.#show(index, top, book, snapshot.atMs);
  }

  /** Changes levels of a book. Without a book, or after it was lost, this means nothing. */
  change(index: number, change: BookSnapshot): void {
    const top = this.#tops[index];
    const book = this.#books[index];
    if (!top || !book || top.isLost) return;
    top.hear(this.nowMs());
    book.change(change);
    this.#show(index, top, book, change.atMs);
  }

  /** The book was in step at that time: it may be traded on, also where it was quiet for too long. */
  prove(index: number, atMs: number): void {
    const [top, book] = [this.#tops[index], this.#books[index]];
    if (top && book && top.prove(atMs, this.nowMs())) this.#show(index, top, book, top.heardMs);
  }

  trade(index: number, trade: Trade): void {
    const listing = this.table.all[index];
    if (listing) this.lastTrades.push(listing, trade);
  }

  /** The book of a listing may not be used until it is reloaded. */
  lose(index: number): void {
    const top = this.#tops[index];
    if (!top) return;
    top.isLost = true;
    if (top.spoil()) this.noteTop(index);
  }

  /** Marks all prices of an exchange as old, until it reports again. */
  spoil(exchange: string): void {
    for (const { index } of this.table.of(exchange)) {
      if (this.#tops[index]?.spoil() === true) this.noteTop(index);
    }
  }

  /** Forgets the depth of an exchange whose books another process keeps from now on. */
  dropBooks(exchange: string): void {
    for (const { index } of this.table.of(exchange)) {
      this.lose(index);
      this.#books[index] = undefined;
    }
  }

  /** Notifies of a listing's best prices or state, after they changed or were written from elsewhere. */
  noteTop(index: number): void {
    this.#topNotifier.note(index);
    if (this.#depthNotifier.hasListeners) this.#depthNotifier.note(index);
  }

  /** Marks listings without a report for too long, and computes rates again. About once a second. */
  sweep(): void {
    const nowMs = this.nowMs();
    for (const [index, top] of this.#tops.entries()) if (top.isQuiet(nowMs) && top.spoil()) this.noteTop(index);
    // Volume at simulated exchanges counts for nothing where there are real ones.
    this.#usdRates = (this.#exchanges.hasReal ? this.#rates : this.#simulatedRates).compute(this.#tops);
    this.#arbitrage.setRates(this.#usdRates, nowMs);
  }

  close(): void {
    this.#topNotifier.close();
    this.#depthNotifier.close();
    this.lastTrades.close();
  }

  #show(index: number, top: TopState, book: Book, atMs: number): void {
    const { bids, asks } = book;
    if (top.take(bids.bestPrice, bids.bestQuantity, asks.bestPrice, asks.bestQuantity, atMs)) {
      this.#topNotifier.note(index);
    }
    if (this.#depthNotifier.hasListeners) this.#depthNotifier.note(index);
  }

  #bookOf(index: number): Book {
    return (this.#books[index] ??= new Book(this.table.all[index]?.market.tickSize ?? "1", this.#ladder));
  }

  #topOf(index: number): TopState {
    return (this.#tops[index] ??= new TopState());
  }

  #byListing(listener: (listing: Listing) => void): (index: number) => void {
    return (index) => {
      const listing = this.table.all[index];
      if (listing) listener(listing);
    };
  }

  /** Makes room for listings that are new. */
  #fit(): void {
    for (let index = this.#tops.length; index < this.table.all.length; index++) {
      this.#tops.push(new TopState());
      const listing = this.table.all[index];
      if (listing?.market.type !== "spot") continue;
      this.#addVenue(listing);
      const rates = this.#exchanges.isSimulated(listing.exchange) ? this.#simulatedRates : this.#rates;
      rates.add(index, listing.market.base, listing.market.quote);
    }
  }

  /** Only spot markets are compared: a contract is not the thing itself. */
  #addVenue({ index, exchange, market: { type, base, quote, takerFee } }: Listing): void {
    const [isSimulated, source] = [this.#exchanges.isSimulated(exchange), this.#exchanges.sourceOf(exchange)];
    if (type === "spot") this.#arbitrage.add({ index, base, quote, takerFee, isSimulated, source });
  }

  #withListings<Found extends ClosedOpportunity>(open: Found) {
    const [buy, sell] = [this.table.all[open.buy], this.table.all[open.sell]];
    return buy && sell && { ...open, buy, sell };
  }
}
