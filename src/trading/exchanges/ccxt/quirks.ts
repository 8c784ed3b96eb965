/** What has to be known of single exchanges, as data. Code asks this table, never which exchange it speaks to. */

export interface Quirks {
  /** Options of the library. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Depths of a book that can be asked for, ascending; without a list any up to `maxDepth`. */
  readonly bookDepths?: readonly number[];
  readonly maxDepth?: number;
  /** Books carry checksums, which the library compares. What it calls a checksum elsewhere is a number in a sequence. */
  readonly hasChecksums?: boolean;
  /** How the exchange tells what a key may do: a method of the library without parameters, and members of its answer. */
  readonly permissions?: PermissionQuery;
}

export interface PermissionQuery {
  readonly method: string;
  readonly read: string;
  readonly trade: string;
  readonly withdraw: string;
  readonly ipRestricted: string;
}

const DEFAULT_MAX_DEPTH = 100;

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
  permissions: {
    method: "sapiGetAccountApiRestrictions",
    read: "enableReading",
    trade: "enableSpotAndMarginTrading",
    withdraw: "enableWithdrawals",
    ipRestricted: "ipRestrict",
  },
};
const BINANCE_FUTURES: Quirks = {
  ...BINANCE,
  options: BINANCE_OPTIONS,
  bookDepths: [5, 10, 20, 50, 100, 500, 1000],
};

const QUIRKS: Readonly<Record<string, Quirks>> = {
  binance: BINANCE,
  binancecoinm: BINANCE_FUTURES,
  binanceusdm: BINANCE_FUTURES,
  bitfinex: { bookDepths: [1, 25, 100], hasChecksums: true },
  bitget: { hasChecksums: true },
  bybit: { maxDepth: 200 },
  gate: { maxDepth: 100 },
  htx: { bookDepths: [5, 10, 20, 150] },
  kraken: { maxDepth: 500 },
  kucoin: { bookDepths: [20, 100] },
  kucoinfutures: { bookDepths: [20, 100] },
  okx: { maxDepth: 400 },
  poloniex: { bookDepths: [5, 10, 20, 50, 100, 150] },
};

/** What is known of an exchange; nothing of most. */
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
