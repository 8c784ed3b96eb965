// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";
import type { Gap } from "./schemas.ts";

export interface FetchScriptParams {
  /** The version that the include names: with it, browsers keep the file. */
  v?: string;
}

export interface ListCandlesParams {
  /** A market: exchange code, hyphen, pair id. */
  symbol: string;
  /** Default: "1m". */
  interval?: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h";
  /** How many intervals back. 1 to 1000. Default: 300. */
  limit?: number;
  /** Seconds since 1970: back from the interval of that moment. Default: now. 0 to 253402300799. */
  to?: number;
}

export interface ListCandlesResult {
  symbol: string;
  /** Pair and exchange, for people. */
  name: string;
  interval: string;
  /** Places of prices. 0 to 12. */
  precision: number;
  /** First millisecond, open, high, low, close and volume; oldest first. */
  candles: number[][];
  /** Times that are missing, oldest first. Where there is neither a gap nor a candle, nothing was traded. */
  gaps: Gap[];
}

export interface ChartsOperations {
  /**
   * The script that draws a chart. public/tradingview-charts tells how to include it. With the library, under its
   * licence, in one file.
   */
  fetchScript(params?: FetchScriptParams, options?: CallOptions): Promise<string>;
  /**
   * The last candles of a market, of now or until a moment. What charts in pages begin with. Intervals in which
   * nothing was traded may be absent; what is missing is named in `gaps`.
   */
  listCandles(params: ListCandlesParams, options?: CallOptions): Promise<ListCandlesResult>;
}
