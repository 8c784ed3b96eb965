import { DAY_MS } from "../../../kit/time/spans.ts";
import { cutCandles, type Candles } from "./candles.ts";
import type { Columns } from "./indicator.ts";
import { findPatterns, PATTERN_REACH } from "./patterns.ts";
import type { Selected } from "./selection.ts";
import { stretchesOf } from "./stretches.ts";

/** One value for each candle, null while an indicator warms up. */
type Values = (number | null)[];

interface Answer {
  /** By key: values, or values for each line. */
  readonly indicators: Record<string, Values | Record<string, Values>>;
  readonly patterns: { time: number; name: string; direction: "bullish" | "bearish" }[];
}

/** More history than this is never asked for, however long the periods are. */
const MOST_HISTORY = 2000;

/**
 * How long before `fromMs` candles are needed so that values from there on equal those with all history: to about
 * 1e-9, and with periods of many hundreds only as far as 2,000 candles allow.
 */
export function historyMs(selected: readonly Selected[], fromMs: number, intervalMs: number): number {
  const reaches = selected.map(({ indicator, parameters }) => indicator.reach(parameters));
  const candles = Math.min(MOST_HISTORY, Math.max(PATTERN_REACH, ...reaches));
  const sinceMidnight = selected.some(({ indicator }) => indicator.kind === "day") ? fromMs % DAY_MS : 0;
  return Math.max(candles * intervalMs, sinceMidnight);
}

/**
 * Indicators and patterns of the candles from index `first` on; those before it only warm up.
 *
 * @param starts the indexes, 0 first, at which candles follow a gap: there everything but a profile begins again
 */
export function answerOf(
  candles: Candles,
  first: number,
  selected: readonly Selected[],
  starts: readonly number[] = [0],
): Answer {
  const answered = cutCandles(candles, first, candles.ms.length);
  const startsAnswered = [0, ...starts.filter((start) => start > first).map((start) => start - first)];
  const indicators: Answer["indicators"] = {};
  for (const { key, indicator, parameters } of selected) {
    const compute = (part: Candles): Columns => indicator.compute(part, parameters);
    const isWarmed = indicator.kind === "candles" || indicator.kind === "day";
    const columns = isWarmed
      ? byStretch(candles, starts, compute)
      : indicator.kind === "sums"
        ? byStretch(answered, startsAnswered, compute)
        : compute(answered);
    const from = isWarmed ? first : 0;
    indicators[key] =
      columns instanceof Float64Array
        ? valuesOf(columns, from)
        : Object.fromEntries(Object.entries(columns).map(([line, values]) => [line, valuesOf(values, from)]));
  }
  const patterns = stretchesOf(candles, starts)
    .flatMap(({ start, candles: part }) =>
      findPatterns(part).map(({ index, pattern }) => ({ index: index + start, pattern })),
    )
    .filter(({ index }) => index >= first)
    .map(({ index, pattern: { name, direction } }) => ({ time: candles.ms[index] ?? 0, name, direction }));
  return { indicators, patterns };
}

/** The columns of each stretch, one after the other. */
function byStretch(candles: Candles, starts: readonly number[], compute: (part: Candles) => Columns): Columns {
  if (starts.length === 1) return compute(candles);
  const joined: Record<string, Float64Array> = {};
  let isOne = false;
  for (const { start, candles: part } of stretchesOf(candles, starts)) {
    const columns = compute(part);
    isOne = columns instanceof Float64Array;
    const lines = columns instanceof Float64Array ? { [ONE]: columns } : columns;
    for (const [line, values] of Object.entries(lines)) {
      const whole = (joined[line] ??= new Float64Array(candles.ms.length));
      whole.set(values, start);
    }
  }
  return isOne ? (joined[ONE] ?? new Float64Array()) : joined;
}

/** The name of the line of an indicator that has only one. */
const ONE = "";

function valuesOf(column: Float64Array, from: number): Values {
  const values: Values = [];
  for (let index = from; index < column.length; index++) {
    const value = column[index] as number;
    values.push(Number.isFinite(value) ? value : null);
  }
  return values;
}
