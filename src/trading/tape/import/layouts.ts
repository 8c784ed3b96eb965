/** The layouts of public dumps of trades and candles, as selections from a text file that make rows of ours of theirs. */
import type { TapeKind } from "../core/kinds.ts";

export const IMPORT_LAYOUTS = [
  "binance-trades",
  "binance-klines",
  "kraken-trades",
  "kraken-ohlcvt",
  "parquet",
] as const;

export type ImportLayout = (typeof IMPORT_LAYOUTS)[number];

/** A layout of text files. */
export interface TextLayout {
  readonly kind: TapeKind;
  /** Columns and their types in DuckDB's words; the last ones may be absent in some dumps, `fewest` are always there. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  readonly fewest: number;
  /** The kind's columns, of those of the file. */
  readonly select: string;
  /** What is true of every row of a dump that is what it should be, and what is said when it is not. */
  readonly holds: string;
  readonly otherwise: string;
}

const PLAUSIBLE_TRADE = "price > 0 and quantity > 0";
const PLAUSIBLE_CANDLE =
  "low > 0 and low <= least(open, close) and high >= greatest(open, close) and volume >= 0 and ms % 60000 = 0";
const NOT_TRADES = "a row has no price or no quantity";
const NOT_MINUTES = "a row is no candle of one minute";

/** Newer dumps of Binance have microseconds where the older ones have milliseconds. */
const binanceMs = (column: string): string => `if(${column} > 100000000000000, ${column} // 1000, ${column})`;

export const TEXT_LAYOUTS: Readonly<Record<Exclude<ImportLayout, "parquet">, TextLayout>> = {
  "binance-trades": {
    kind: "trades",
    columns: [
      ["trade_id", "BIGINT"],
      ["price", "DOUBLE"],
      ["quantity", "DOUBLE"],
      ["quote_quantity", "DOUBLE"],
      ["traded_at", "BIGINT"],
      ["is_buyer_maker", "BOOLEAN"],
      ["is_best_match", "BOOLEAN"],
    ],
    fewest: 6,
    select: `${binanceMs("traded_at")} as ms, trade_id as n, cast(trade_id as varchar) as id, price, quantity,
             if(is_buyer_maker, 'sell', 'buy') as side`,
    holds: PLAUSIBLE_TRADE,
    otherwise: NOT_TRADES,
  },
  "binance-klines": {
    kind: "candles",
    columns: [
      ["opened_at", "BIGINT"],
      ["open", "DOUBLE"],
      ["high", "DOUBLE"],
      ["low", "DOUBLE"],
      ["close", "DOUBLE"],
      ["volume", "DOUBLE"],
      ["closed_at", "BIGINT"],
      ["quote_volume", "DOUBLE"],
      ["trades", "BIGINT"],
      ["taker_volume", "DOUBLE"],
      ["taker_quote_volume", "DOUBLE"],
      ["unused", "VARCHAR"],
    ],
    fewest: 12,
    select: `${binanceMs("opened_at")} as ms, open, high, low, close, volume,
             ${binanceMs("closed_at")} - ${binanceMs("opened_at")} as length`,
    holds: `${PLAUSIBLE_CANDLE} and length = 59999`,
    otherwise: NOT_MINUTES,
  },
  "kraken-trades": {
    kind: "trades",
    columns: [
      ["traded_at", "DECIMAL(24, 6)"],
      ["price", "DOUBLE"],
      ["quantity", "DOUBLE"],
    ],
    fewest: 3,
    // They have no ids: one is made of what they say, and how many before it say the same.
    select: `cast(floor(traded_at * 1000) as bigint) as ms, row_number() over () as n,
             concat(traded_at, ':', price, ':', quantity, ':',
                    row_number() over (partition by traded_at, price, quantity)) as id,
             price, quantity, '' as side`,
    holds: PLAUSIBLE_TRADE,
    otherwise: NOT_TRADES,
  },
  "kraken-ohlcvt": {
    kind: "candles",
    columns: [
      ["opened_at", "BIGINT"],
      ["open", "DOUBLE"],
      ["high", "DOUBLE"],
      ["low", "DOUBLE"],
      ["close", "DOUBLE"],
      ["volume", "DOUBLE"],
      ["trades", "BIGINT"],
    ],
    fewest: 7,
    select: "opened_at * 1000 as ms, open, high, low, close, volume",
    holds: PLAUSIBLE_CANDLE,
    otherwise: NOT_MINUTES,
  },
};

/** Kraken's files are named after their pair and the minutes of their candles: `XBTUSD_15.csv`. Undefined for other names. */
export function minutesInName(name: string): number | undefined {
  const minutes = /_(\d{1,5})\.csv(?:\.gz)?$/i.exec(name)?.[1];
  return minutes === undefined ? undefined : Number(minutes);
}
