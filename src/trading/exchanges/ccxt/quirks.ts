/** The facts about single exchanges, as data. Code asks this table, never which exchange it speaks to. */
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { OpenOrderPages, OrderExpiry, Quirks } from "./quirk-shapes.ts";

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
    streamedOrders: { filled: ["accBaseVolume", "cumExecQty"] },
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
  hitbtc: {
    takesOverlap: true,
    fillPages: { size: 1000, until: "till" },
    streamedOrders: { filled: ["quantity_cumulative"] },
  },
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
    streamedOrders: { filled: ["cum_qty"], clientOrderId: "cl_ord_id" },
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
  mexc: {
    orderExpiry: RECEIVE_WINDOW,
    takesOverlap: true,
    fillPages: { size: 100 },
    endedDays: 7,
    fillDays: 30,
    streamedOrders: { cost: ["cumulativeAmount"] },
    streamedMaker: "isMaker",
  },
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
