/**
 * The market as the rest of the platform sees it: every listing of every connected exchange, its best prices, depth
 * and last trades, and the figures computed from them. In the connected process these are the books themselves; in
 * others, what the bus sends of them.
 */
import type { BookUse } from "./followed-books.ts";
import type { ExchangeHealth, ExchangeKind, Market, Trade } from "../exchanges/index.ts";

export interface ExchangeView {
  readonly code: string;
  readonly name: string;
  readonly kind: ExchangeKind;
  readonly health: ExchangeHealth;
  /** When something was last wrong, in milliseconds; 0 for never since the start. */
  readonly lastIssueMs: number;
  /** When it was last looked at, in milliseconds. */
  readonly lastCheckedMs: number;
  /** Shares of the time since the start that it was `ok`, from 0 to 1. */
  readonly uptime: number;
  /** Median of the last round trips in milliseconds; undefined before the first. */
  readonly latencyMs: number | undefined;
}

/** A pair on an exchange. */
export interface Listing {
  /** Its place in `listings()`, which never changes while the process lives: the handle of hot paths. */
  readonly index: number;
  /** Service code: `binance-btcusdt`. */
  readonly code: string;
  readonly exchange: string;
  readonly market: Market;
  /** When it was first and last seen on its exchange, in milliseconds. */
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
}

/**
 * - `none`: no report yet, or the market is not followed.
 * - `live`: in step with the exchange.
 * - `stale`: no report and no proof for too long, or the sequence was lost: the last known prices, not to be traded
 *   on.
 * - `crossed`: the best bid is at or above the best ask, which a real book never shows for long: not to be traded on.
 */
export type BookState = "none" | "live" | "stale" | "crossed";

/** The best prices of a listing. Changed in place: copy what is kept. Zero where a side is empty. */
export interface Top {
  readonly state: BookState;
  readonly bidPrice: number;
  readonly bidQuantity: number;
  /** When the best bid last changed, by the exchange's clock, in milliseconds. */
  readonly bidMs: number;
  readonly askPrice: number;
  readonly askQuantity: number;
  readonly askMs: number;
  /** When the exchange last reported this listing, by our clock, in milliseconds. Age is now less this. */
  readonly heardMs: number;
  /** Counts the changes of this listing's best prices since the start. */
  readonly changes: number;
}

/** Levels best first: price, quantity, price, quantity. */
export interface Depth {
  /**
   * Whether the book is here, as deep as its exchange shows it: this process keeps it, or receives it from the one
   * that does (see `follow`). Otherwise only the best prices are here, and a level that is missing may exist.
   */
  readonly isWhole: boolean;
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}

/** Where the stream of a listing's trades broke. */
export interface TradeBreak {
  /** Trades may be missing from then on, until those that came after it; by our clock, in milliseconds. */
  readonly sinceMs: number;
  /** How many of the kept trades came before it. */
  readonly place: number;
}

/** Buy at one listing's ask, sell at another's bid. */
export interface Opportunity {
  readonly buy: Listing;
  readonly sell: Listing;
  /** The prices to buy and to sell at, each in the quote currency of its market: the return is computed from them. */
  readonly askPrice: number;
  readonly bidPrice: number;
  /** (bid - ask) / ask x 100, both converted into one quote currency, before fees. */
  readonly returnPercent: number;
  /** Taker fees of both, in percent of the value. */
  readonly feesPercent: number;
  /** The rest after fees. */
  readonly netPercent: number;
  /** Base units that both best levels hold. */
  readonly quantity: number;
  /** Since when it is there, and when it was last computed, by our clock, in milliseconds. */
  readonly openedMs: number;
  readonly atMs: number;
}

export interface MarketView {
  exchanges(): readonly ExchangeView[];
  exchange(code: string): ExchangeView | undefined;
  /** By index; a listing that its exchange has dropped stays, with an old `lastSeenMs`. */
  listings(): readonly Listing[];
  listing(code: string): Listing | undefined;
  /** The listing's best prices; the same object for ever. */
  top(listing: Listing): Top;
  /** At most `levels` (1 to 100) of each side. Only best prices where the book is not here: see `isWhole`. */
  depth(listing: Listing, levels: number): Depth;
  /**
   * Asks for the whole book of a service code, where another process keeps it, until the answered function is called.
   * It is here soon after, as long as that process lives. A process receives at most 500 books of an exchange: those
   * for trading first, and 100 that are only shown.
   *
   * @param use default: trading
   */
  follow(code: string, use?: BookUse): () => void;
  /** Newest last; at most 100 are kept. */
  trades(listing: Listing): readonly Trade[];
  /** The breaks among them, oldest first. */
  tradeBreaks(listing: Listing): readonly TradeBreak[];
  /**
   * Every pair of markets with a return above 0 and up to 10 percent, between live books: the highest return first, at
   * most `limit` after the first `offset`.
   */
  opportunities(limit: number, offset?: number): readonly Opportunity[];
  /** How many there are. */
  opportunityCount(): number;
  /** The value of one unit of a currency in US dollars by the deepest live path; undefined when no path is live. */
  usdRate(currency: string): number | undefined;
  /** Every currency that has a rate. */
  usdRates(): ReadonlyMap<string, number>;
  /** Updates that were skipped because a newer one had come, since the start. */
  readonly skipped: number;
  /**
   * Calls `listener` for each listing whose best prices or whose state have changed, once a turn of the event loop, with
   * the newest. It must be quick and must not throw.
   */
  onTop(listener: (listing: Listing) => void): () => void;
  /** Calls `listener` for each trade. */
  onTrade(listener: (listing: Listing, trade: Trade) => void): () => void;
  /** The same after changes of depth, of best prices or of the state. For the few that push whole books. */
  onDepth(listener: (listing: Listing) => void): () => void;
}
