/** The layouts of public dumps of trades and candles, as selections that turn them into our rows. */
import type { TapeKind } from "../core/kinds.ts";

export const IMPORT_LAYOUTS = [
  "binance-trades",
  "binance-klines",
  "kraken-trades",
  "kraken-ohlcvt",
  "parquet",
] as const;

export type ImportLayout = (typeof IMPORT_LAYOUTS)[number];

/** A layout that others publish. */
export type DumpLayoutName = Exclude<ImportLayout, "parquet">;

interface DumpColumn {
  readonly name: string;
  /** In DuckDB's words. */
  readonly type: string;
  /** The names in Parquet files; those without any are not needed. In small letters, without underscores. */
  readonly called: readonly string[];
  /** A Parquet file may do without it. */
  readonly isOptional?: boolean;
}

export interface DumpLayout {
  readonly kind: TapeKind;
  /** In the order of text files, of which some have not the last ones; `fewest` are always there. */
  readonly columns: readonly DumpColumn[];
  readonly fewest: number;
  /** The kind's columns, of those of the file and `line`, its rows counted from 1. */
  readonly select: string;
  /** The rules of each row, beside those of every row of the kind. */
  readonly checks: readonly Check[];
  /** A column of moments, for which Parquet has types, as the number that texts have. */
  readonly moment: (column: string) => string;
}

/** A rule of a row, and the message where it is broken. */
export type Check = readonly [holds: string, otherwise: string];

const isPlausible = (column: string): string => `${column} > 0 and isfinite(${column})`;
const NO_MINUTE = "not a candle of one minute";

/** The rules of every row that comes onto the tape. */
export const CHECKS: Readonly<Record<TapeKind, readonly Check[]>> = {
  tops: ["bid", "bid_quantity", "ask", "ask_quantity"].map((column): Check => {
    return [`${column} >= 0 and isfinite(${column})`, `${column} is not a price or quantity`];
  }),
  trades: [
    [isPlausible("price"), "the price is missing"],
    [isPlausible("quantity"), "the quantity is missing"],
    ["n is not null and id is not null and side in ('buy', 'sell', '')", "the trade has no id or side"],
  ],
  candles: [
    [
      `${isPlausible("low")} and isfinite(high) and low <= least(open, close) and high >= greatest(open, close)`,
      "low, open, close and high do not fit together",
    ],
    ["volume >= 0 and isfinite(volume)", "the volume is missing"],
    ["ms % 60000 = 0", NO_MINUTE],
  ],
};

const TIME = ["timestamp", "time", "date", "datetime"];
const PRICES = ["open", "high", "low", "close"].map((name) => ({ name, type: "DOUBLE", called: [name] }));

/** Newer dumps of Binance have microseconds where the older ones have milliseconds. */
const binanceMs = (column: string): string => `if(${column} > 100000000000000, ${column} // 1000, ${column})`;
const inMillis = (column: string): string => `epoch_ms(${column})`;

export const DUMP_LAYOUTS: Readonly<Record<DumpLayoutName, DumpLayout>> = {
  "binance-trades": {
    kind: "trades",
    columns: [
      { name: "trade_id", type: "BIGINT", called: ["tradeid", "id"] },
      { name: "price", type: "DOUBLE", called: ["price"] },
      { name: "quantity", type: "DOUBLE", called: ["quantity", "qty"] },
      { name: "quote_quantity", type: "DOUBLE", called: [] },
      { name: "traded_at", type: "BIGINT", called: [...TIME, "tradetime", "transacttime"] },
      { name: "is_buyer_maker", type: "BOOLEAN", called: ["isbuyermaker"] },
      { name: "is_best_match", type: "BOOLEAN", called: [] },
    ],
    fewest: 6,
    select: `${binanceMs("traded_at")} as ms, trade_id as n, cast(trade_id as varchar) as id, price, quantity,
             case is_buyer_maker when true then 'sell' when false then 'buy' end as side`,
    checks: [],
    moment: inMillis,
  },
  "binance-klines": {
    kind: "candles",
    columns: [
      { name: "opened_at", type: "BIGINT", called: ["opentime", ...TIME] },
      ...PRICES,
      { name: "volume", type: "DOUBLE", called: ["volume"] },
      { name: "closed_at", type: "BIGINT", called: ["closetime"], isOptional: true },
      { name: "quote_volume", type: "DOUBLE", called: [] },
      { name: "trades", type: "BIGINT", called: [] },
      { name: "taker_volume", type: "DOUBLE", called: [] },
      { name: "taker_quote_volume", type: "DOUBLE", called: [] },
      { name: "unused", type: "VARCHAR", called: [] },
    ],
    fewest: 12,
    select: `${binanceMs("opened_at")} as ms, open, high, low, close, volume,
             ${binanceMs("closed_at")} - ${binanceMs("opened_at")} as length`,
    // Where it is not said when they end, the distances between them tell it.
    checks: [["length = 59999 or length is null", NO_MINUTE]],
    moment: inMillis,
  },
  "kraken-trades": {
    kind: "trades",
    columns: [
      { name: "traded_at", type: "DECIMAL(24, 6)", called: TIME },
      { name: "price", type: "DOUBLE", called: ["price"] },
      { name: "quantity", type: "DOUBLE", called: ["volume", "quantity", "amount"] },
    ],
    fewest: 3,
    // They have no ids: one is made of what they say, and how many before it say the same.
    select: `cast(floor(traded_at * 1000) as bigint) as ms, line as n,
             concat(traded_at, ':', price, ':', quantity, ':',
                    row_number() over (partition by traded_at, price, quantity)) as id,
             price, quantity, '' as side`,
    checks: [],
    moment: (column) => `epoch_us(${column}) * 0.000001::decimal(7, 6)`,
  },
  "kraken-ohlcvt": {
    kind: "candles",
    columns: [
      { name: "opened_at", type: "BIGINT", called: TIME },
      ...PRICES,
      { name: "volume", type: "DOUBLE", called: ["volume"] },
      { name: "trades", type: "BIGINT", called: [] },
    ],
    fewest: 7,
    select: "opened_at * 1000 as ms, open, high, low, close, volume",
    checks: [],
    moment: (column) => `cast(epoch(${column}) as bigint)`,
  },
};

/** Kraken's files are named after their pair and the minutes of their candles: `XBTUSD_15.csv`. Undefined for other names. */
export function minutesInName(name: string): number | undefined {
  const minutes = /_(\d{1,5})\.(?:csv(?:\.gz)?|zip|parquet)$/i.exec(name)?.[1];
  return minutes === undefined ? undefined : Number(minutes);
}
