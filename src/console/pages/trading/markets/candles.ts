/** Candles of a chart: how trades carry them on, what is missing, and the lines of indicators. */
import { HOUR_MS, MINUTE_MS } from "../../../../kit/time/spans.ts";
import type { Trade } from "../../../../../clients/typescript/src/trading.ts";

export interface Candle {
  /** Its first millisecond. */
  readonly ms: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Undefined while the candle is not complete: trades may have come since it was asked for. */
  readonly volume: number | undefined;
}

export const INTERVAL_MS = {
  "1m": MINUTE_MS,
  "3m": 3 * MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": HOUR_MS,
  "2h": 2 * HOUR_MS,
  "4h": 4 * HOUR_MS,
} as const;
export type Interval = keyof typeof INTERVAL_MS;

/** The interval that a text names; one minute for any other text. */
export function intervalOf(text: string): Interval {
  return Object.hasOwn(INTERVAL_MS, text) ? (text as Interval) : "1m";
}

/** Rows of the service, oldest first. The last candle is taken for incomplete. */
export function candlesOf(rows: readonly (readonly number[])[]): readonly Candle[] {
  return rows.map(([ms = 0, open = 0, high = 0, low = 0, close = 0, volume = 0], at) => ({
    ms,
    open,
    high,
    low,
    close,
    volume: at === rows.length - 1 ? undefined : volume,
  }));
}

/** The candles with newer trades, oldest first. A trade that is known already changes nothing. */
export function withTrades(
  candles: readonly Candle[],
  trades: readonly Trade[],
  intervalMs: number,
): readonly Candle[] {
  let last = candles.at(-1);
  const added: Candle[] = [];
  for (const [price, , tradedMs] of trades) {
    const ms = tradedMs - (tradedMs % intervalMs);
    if (last && ms < last.ms) continue;
    if (!last || ms > last.ms) {
      if (last) added.push(last);
      last = { ms, open: price, high: price, low: price, close: price, volume: undefined };
    } else last = { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price };
  }
  return last ? [...candles.slice(0, -1), ...added, last] : candles;
}

interface Missing {
  readonly from: number;
  readonly to: number;
}

/** First milliseconds of candles that are missing. They keep their room in the chart, so that no neighbours are pretended. */
export function missingTimes(
  candles: readonly Candle[],
  gaps: readonly Missing[],
  intervalMs: number,
): readonly number[] {
  const known = new Set(candles.map(({ ms }) => ms));
  const missing: number[] = [];
  for (const { from, to } of gaps) {
    for (let ms = Math.ceil(from / intervalMs) * intervalMs; ms < to; ms += intervalMs) {
      if (!known.has(ms)) missing.push(ms);
    }
  }
  return missing;
}

export interface Line {
  /** As it was asked for, and which of its lines: `bb(20,2) upper`. */
  readonly title: string;
  /** Whether it is drawn over the candles: its values are prices. */
  readonly isPrice: boolean;
  /** By the first millisecond of the candle. Times without a value are not there. */
  readonly values: ReadonlyMap<number, number>;
}

/** Indicators whose values are prices. */
const OF_PRICES = new Set("sma ema wma wema bb psar vwap typical_price ichimoku highest lowest".split(" "));

type Values = readonly (number | null)[];

/** Lines to draw. An indicator that has no value for each candle, such as a volume profile, has none. */
export function linesOf(
  times: readonly number[],
  indicators: Readonly<Record<string, Values | Readonly<Record<string, Values>>>>,
): readonly Line[] {
  return Object.entries(indicators).flatMap(([name, found]) => {
    const isPrice = OF_PRICES.has(name.split("(", 1)[0] ?? "");
    const lines = isList(found) ? [[name, found] as const] : namedLines(name, found);
    return lines
      .filter(([, values]) => values.length === times.length)
      .map(([title, values]) => ({ title, isPrice, values: valuesAt(times, values) }));
  });
}

function isList(found: Values | Readonly<Record<string, Values>>): found is Values {
  return Array.isArray(found);
}

function namedLines(name: string, lines: Readonly<Record<string, Values>>): (readonly [string, Values])[] {
  return Object.entries(lines).map(([line, values]) => [line === name ? name : `${name} ${line}`, values]);
}

function valuesAt(times: readonly number[], values: Values): ReadonlyMap<number, number> {
  return new Map(
    times.flatMap((ms, at) => {
      const value = values[at];
      return value === null || value === undefined ? [] : [[ms, value] as const];
    }),
  );
}

/** The indicators that the address names, such as `sma(50) bb(20,2.5)`, each once. */
export function indicatorsIn(text: string): readonly string[] {
  return [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))];
}
