/** The facts about single exchanges, as data. Code asks this table, never which exchange it speaks to. */
import { DAY_MS } from "../../../kit/time/spans.ts";

export interface Quirks {
  /** Options of the library. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Depths of a book that can be asked for, ascending; without a list any up to `maxDepth`. */
  readonly bookDepths?: readonly number[];
  readonly maxDepth?: number;
  /** Books carry checksums, which the library compares. What it calls a checksum elsewhere is a sequence number. */
  readonly hasChecksums?: boolean;
  /** How an order is given the moment after which the exchange refuses it; without a row it takes none. */
  readonly orderExpiry?: OrderExpiry;
  /**
   * Requests of one key may be in progress at the same time: their numbers are times, and may arrive in any order.
   * Without it they leave one after the other, each when the one before it was answered.
   */
  readonly takesOverlap?: boolean;
  /** Spot orders are sent and found as Binance takes them, past the library: `direct-orders.ts`. */
  readonly ordersAsBinance?: boolean;
  /**
   * Stop orders are placed and found as other orders are. Without it none are sent: the library drops the trigger for some
   * exchanges, which would carry the order out at once, and for others places it where it is not found by our id.
   */
  readonly takesStops?: boolean;
  /** Of orders at a price only the plain ones are sent: the library passes their other terms on in words that the exchange ignores. */
  readonly ignoresTerms?: boolean;
  /** How own trades are paged, where a page does not begin with the oldest of its range. */
  readonly fillPages?: FillPages;
  /** The same for contracts that are settled in a currency. */
  readonly contractFillPages?: Readonly<Record<string, FillPages>>;
  /** How open orders are paged, where one answer may not hold them all. */
  readonly openOrderPages?: OpenOrderPages;
  /** A question for more ended orders than these is refused, and the library passes on whatever is asked for. */
  readonly mostEnded?: number;
  /** Ended orders that are asked for without a time are those of so many last days. */
  readonly endedDays?: number;
  /** Own trades are told of so many last days. */
  readonly fillDays?: number;
  /** Own orders are pushed market by market, and never those of all: lists tell of them. */
  readonly pushesByMarket?: boolean;
  /**
   * How the stream of own trades tells fees, where the library does not read them as it reads those of the list. `false`: not
   * those that are booked. Then only orders are followed, and their trades are taken from the list.
   */
  readonly streamedFees?: false | StreamedFees;
  /**
   * The library puts the snapshot that a new connection begins with into the book of the old one, so the old one has to be
   * taken from it. It makes new books for other exchanges, and loses them when they are taken away.
   */
  readonly keepsBooks?: boolean;
  /** Candles of contracts tell their volume in base units, where books and trades count contracts. */
  readonly candlesInBaseUnits?: boolean;
  /**
   * How the exchange reports the permissions of a key: a method of the library without parameters, and members of its
   * answer.
   */
  readonly permissions?: PermissionQuery;
}

export type OrderExpiry =
  /** An option of the library: how long a request is valid from its timestamp, in units of this many milliseconds. */
  | { readonly by: "option"; readonly name: string; readonly unitMs: number }
  /** A parameter of the order: a date, not sooner and not later than so from now. */
  | { readonly by: "parameter"; readonly name: string; readonly leastMs: number; readonly mostMs: number }
  /** A header: milliseconds since 1970. */
  | { readonly by: "header"; readonly name: string };

/** Pages of own trades that begin with the newest. */
export interface FillPages {
  /** This many are asked for. */
  readonly size: number;
  /** The library's name for the end of a range, `until` without a row; null where there is none. */
  readonly until?: string | null;
  /** The parameter for how many of the newest are skipped; without it pages are told apart by their times. */
  readonly offset?: string;
  /** The longest range that is answered. */
  readonly windowMs?: number;
  /** A page is of all markets, whichever is asked for. */
  readonly ofAllMarkets?: boolean;
  /** The parameter that names the market. The library does not send it, and leaves trades of other markets out of each page. */
  readonly market?: string;
}

/** Pages of open orders. */
export interface OpenOrderPages {
  /** The parameters that ask for as many as a page may have. Given past the library, which would cut its own answer too. */
  readonly asks: Readonly<Record<string, number>>;
  /** This many are asked for: a page with fewer is the last, unless pages have a cursor. */
  readonly size: number;
  /** A page has this many of each market. */
  readonly ofEachMarket?: boolean;
  readonly next:
    /** Where the next page begins is a member of an order's message, which the last page does not have. */
    | { readonly by: "cursor"; readonly member: string; readonly parameter: string }
    /** By the smallest id of the page before; `beside` says that smaller ones are wanted. */
    | { readonly by: "id"; readonly parameter: string; readonly beside?: Readonly<Record<string, string>> }
    /** By its number, from 1 on. An order that ends between two pages moves one of the next page out of sight. */
    | { readonly by: "number"; readonly parameter: string };
}

/** The member of a trade's message that tells by how much the balance has changed: below zero where a fee was taken. */
export interface StreamedFees {
  readonly change: string;
}

export interface PermissionQuery {
  readonly method: string;
  readonly read: string;
  readonly trade: string;
  readonly withdraw: string;
  readonly ipRestricted: string;
}

const DEFAULT_MAX_DEPTH = 100;
const WEEK_MS = 7 * DAY_MS;

const RECEIVE_WINDOW: OrderExpiry = { by: "option", name: "recvWindow", unitMs: 1 };

/** Many markets on few connections: the library opens one for almost every market otherwise. */
const FEW_STREAMS = { spot: 10, margin: 10, future: 10, delivery: 10 };
const MANY_SUBSCRIPTIONS = { spot: 500, margin: 500, future: 500, delivery: 500 };

const BINANCE_OPTIONS = {
  fetchMargins: false,
  streamLimits: FEW_STREAMS,
  subscriptionLimitByStream: MANY_SUBSCRIPTIONS,
  warnOnFetchOpenOrdersWithoutSymbol: false,
};
const BINANCE: Quirks = {
  // Single trades, as the stream tells them, and not those of one taker in one.
  options: { ...BINANCE_OPTIONS, fetchTradesMethod: "publicGetTrades" },
  maxDepth: 1000,
  orderExpiry: RECEIVE_WINDOW,
  takesOverlap: true,
  takesStops: true,
  ordersAsBinance: true,
  permissions: {
    method: "sapiGetAccountApiRestrictions",
    read: "enableReading",
    trade: "enableSpotAndMarginTrading",
    withdraw: "enableWithdrawals",
    ipRestricted: "ipRestrict",
  },
};
/** Has neither margin nor futures, and does not report the permissions of a key. */
const BINANCE_US: Quirks = {
  options: { ...BINANCE_OPTIONS, fetchTradesMethod: "publicGetTrades" },
  maxDepth: 1000,
  orderExpiry: RECEIVE_WINDOW,
  takesOverlap: true,
  takesStops: true,
  ordersAsBinance: true,
};
const BINANCE_FUTURES: Quirks = {
  ...BINANCE,
  fillPages: { size: 1000, windowMs: WEEK_MS },
  takesStops: false,
  ordersAsBinance: false,
  options: BINANCE_OPTIONS,
  bookDepths: [5, 10, 20, 50, 100, 500, 1000],
};

/** As many as a page of a unified account has; other accounts take more. */
const KUCOIN_OPEN_ORDERS: OpenOrderPages = {
  asks: { pageSize: 200 },
  size: 200,
  next: { by: "number", parameter: "currentPage" },
};

const QUIRKS: Readonly<Record<string, Quirks>> = {
  binance: BINANCE,
  binancecoinm: BINANCE_FUTURES,
  binanceus: BINANCE_US,
  binanceusdm: BINANCE_FUTURES,
  bitfinex: { bookDepths: [1, 25, 100], hasChecksums: true, keepsBooks: true },
  bitget: {
    hasChecksums: true,
    takesOverlap: true,
    fillPages: { size: 100 },
    mostEnded: 100,
    endedDays: 90,
    fillDays: 90,
    openOrderPages: { asks: { limit: 100 }, size: 100, next: { by: "id", parameter: "idLessThan" } },
  },
  bitstamp: {
    takesOverlap: true,
    ignoresTerms: true,
    fillPages: { size: 1000, until: null, offset: "offset" },
    pushesByMarket: true,
  },
  bybit: {
    // The library asks for contracts where no market is named.
    options: { defaultType: "spot" },
    maxDepth: 200,
    orderExpiry: RECEIVE_WINDOW,
    takesOverlap: true,
    fillPages: { size: 100, windowMs: WEEK_MS },
    mostEnded: 50,
    endedDays: 7,
    fillDays: 730,
    openOrderPages: {
      asks: { limit: 50 },
      size: 50,
      next: { by: "cursor", member: "nextPageCursor", parameter: "cursor" },
    },
  },
  deribit: { keepsBooks: true },
  gate: {
    maxDepth: 100,
    orderExpiry: { by: "header", name: "x-gate-exptime" },
    takesOverlap: true,
    fillPages: { size: 1000, windowMs: WEEK_MS },
    endedDays: 7,
    openOrderPages: { asks: { limit: 100 }, size: 100, ofEachMarket: true, next: { by: "number", parameter: "page" } },
  },
  hitbtc: { takesOverlap: true, fillPages: { size: 1000, until: "till" } },
  htx: {
    bookDepths: [5, 10, 20, 150],
    candlesInBaseUnits: true,
    takesOverlap: true,
    fillPages: { size: 500, windowMs: 2 * DAY_MS },
    mostEnded: 100,
    endedDays: 2,
    fillDays: 120,
    openOrderPages: {
      asks: { size: 500 },
      size: 500,
      next: { by: "id", parameter: "from", beside: { direct: "next" } },
    },
    // Not a fee that is taken in the exchange's own coin.
    streamedFees: false,
  },
  // Numbers of requests must grow from one to the next.
  kraken: {
    maxDepth: 500,
    orderExpiry: { by: "parameter", name: "deadline", leastMs: 2_000, mostMs: 60_000 },
    fillPages: { size: 50, offset: "ofs", ofAllMarkets: true },
  },
  kucoin: {
    bookDepths: [20, 100],
    takesOverlap: true,
    fillPages: { size: 100, windowMs: WEEK_MS },
    endedDays: 7,
    openOrderPages: KUCOIN_OPEN_ORDERS,
    streamedFees: false,
  },
  kucoinfutures: {
    bookDepths: [20, 100],
    takesOverlap: true,
    fillPages: { size: 1000, windowMs: WEEK_MS },
    endedDays: 7,
    openOrderPages: KUCOIN_OPEN_ORDERS,
    streamedFees: false,
  },
  mexc: { orderExpiry: RECEIVE_WINDOW, takesOverlap: true, fillPages: { size: 100 }, endedDays: 7, fillDays: 30 },
  okx: {
    maxDepth: 400,
    orderExpiry: { by: "header", name: "expTime" },
    candlesInBaseUnits: true,
    takesOverlap: true,
    fillPages: { size: 100 },
    endedDays: 7,
    fillDays: 90,
    openOrderPages: { asks: { limit: 100 }, size: 100, next: { by: "id", parameter: "after" } },
    // The library takes it for what was paid.
    streamedFees: { change: "fillFee" },
  },
  phemex: {
    orderExpiry: { by: "option", name: "x-phemex-request-expiry", unitMs: 1_000 },
    takesOverlap: true,
    ignoresTerms: true,
    fillPages: { size: 200, until: "end" },
    // Their list takes no times.
    contractFillPages: { USDT: { size: 200, until: null, offset: "offset", market: "symbol" } },
    mostEnded: 200,
  },
  poloniex: { bookDepths: [5, 10, 20, 50, 100, 150] },
};

/** The quirks of an exchange; most have none. */
export function quirksOf(code: string): Quirks {
  return QUIRKS[code] ?? {};
}

/** The most levels of a book that an exchange gives. */
export function maxDepthOf(code: string): number {
  const { bookDepths, maxDepth } = quirksOf(code);
  return bookDepths?.at(-1) ?? maxDepth ?? DEFAULT_MAX_DEPTH;
}

/** The smallest depth that can be asked for and holds as many levels as are wanted, or the greatest. */
export function askedDepth(code: string, wanted: number): number {
  const { bookDepths } = quirksOf(code);
  if (!bookDepths) return Math.min(wanted, maxDepthOf(code));
  return bookDepths.find((depth) => depth >= wanted) ?? maxDepthOf(code);
}
