import { cutCandles, type Candles } from "./candles.ts";
import { findPatterns, PATTERN_REACH } from "./patterns.ts";
import type { Selected } from "./selection.ts";

/** One value for each candle, null while an indicator warms up. */
type Values = (number | null)[];

interface Answer {
  /** By key: values, or values for each line. */
  readonly indicators: Record<string, Values | Record<string, Values>>;
  readonly patterns: { time: number; name: string; direction: "bullish" | "bearish" }[];
}

const DAY_MS = 86_400_000;

/** More history than this is never asked for, however long the periods are. */
const MOST_HISTORY = 2000;

/**
 * How long before `fromMs` candles are needed so that values from there on are what they would be with all history: to
 * about 1e-9, and with periods of many hundreds only as far as 2,000 candles tell.
 */
export function historyMs(selected: readonly Selected[], fromMs: number, intervalMs: number): number {
  const reaches = selected.map(({ indicator, parameters }) => indicator.reach(parameters));
  const candles = Math.min(MOST_HISTORY, Math.max(PATTERN_REACH, ...reaches));
  const sinceMidnight = selected.some(({ indicator }) => indicator.kind === "day") ? fromMs % DAY_MS : 0;
  return Math.max(candles * intervalMs, sinceMidnight);
}

/** Indicators and patterns of the candles from index `first` on; those before it only warm up. */
export function answerOf(candles: Candles, first: number, selected: readonly Selected[]): Answer {
  const answered = cutCandles(candles, first, candles.ms.length);
  const indicators: Answer["indicators"] = {};
  for (const { key, indicator, parameters } of selected) {
    const isWarmed = indicator.kind === "candles" || indicator.kind === "day";
    const columns = indicator.compute(isWarmed ? candles : answered, parameters);
    const from = isWarmed ? first : 0;
    indicators[key] =
      columns instanceof Float64Array
        ? valuesOf(columns, from)
        : Object.fromEntries(Object.entries(columns).map(([line, values]) => [line, valuesOf(values, from)]));
  }
  const patterns = findPatterns(candles)
    .filter(({ index }) => index >= first)
    .map(({ index, pattern: { name, direction } }) => ({ time: candles.ms[index] ?? 0, name, direction }));
  return { indicators, patterns };
}

function valuesOf(column: Float64Array, from: number): Values {
  const values: Values = [];
  for (let index = from; index < column.length; index++) {
    const value = column[index] as number;
    values.push(Number.isFinite(value) ? value : null);
  }
  return values;
}
