/**
 * How fast indicators are over a million candles, against trading-signals over the same candles in the same run. Its
 * indicators take one value at a time, which is another job; what they share is the answer, which is compared.
 */
import { ATR, BollingerBands, EMA, MACD, RSI } from "trading-signals";
import { atr } from "../../src/trading/indicators/core/atr.ts";
import { bb } from "../../src/trading/indicators/core/bb.ts";
import type { Candles } from "../../src/trading/indicators/core/candles.ts";
import { macd } from "../../src/trading/indicators/core/macd.ts";
import { findPatterns } from "../../src/trading/indicators/core/patterns.ts";
import { rsi } from "../../src/trading/indicators/core/rsi.ts";
import { INDICATORS } from "../../src/trading/indicators/core/table.ts";
import { randomCandles } from "../../test/support/random-candles.ts";

const CANDLES = 1_000_000;
const RUNS = 25;
const RUNS_OF_ALL = 7;
const RUNS_OF_THEIRS = 3;

interface Contest {
  readonly name: string;
  /** Computes everything and answers the last value. */
  ours(): number;
  theirs(): number;
}

/** Prints a line for each measurement. Fails where the two do not agree. */
export function run(print: (line: string) => void): void {
  const candles = randomCandles({ seed: 1, length: CANDLES, still: 0, intervalMs: 60_000 });
  const rows = rowsOf(candles);
  for (const contest of contests(candles, rows)) measure(contest, print);
  const all = timesOf(RUNS_OF_ALL, () => {
    for (const { compute, parameters } of INDICATORS)
      compute(
        candles,
        parameters.map((parameter) => parameter.default),
      );
  });
  print(`all indicators, 1,000,000 candles            ${shown(all)}`);
  let found = 0;
  const patterns = timesOf(RUNS_OF_ALL, () => {
    found = findPatterns(candles).length;
  });
  print(`all patterns, 1,000,000 candles              ${shown(patterns)}, ${found.toLocaleString("en-US")} found`);
}

function contests({ high, low, close }: Candles, rows: readonly Row[]): Contest[] {
  const last = (values: Float64Array): number => values.at(-1) ?? Number.NaN;
  return [
    {
      name: "RSI(14)",
      ours: () => last(rsi(close, 14)),
      theirs() {
        const indicator = new RSI(14);
        for (const row of rows) indicator.update(row.close, false);
        return indicator.getResultOrThrow();
      },
    },
    {
      name: "BB(20)",
      ours: () => last(bb(close, 20, 2).upper),
      theirs() {
        const indicator = new BollingerBands(20, 2);
        for (const row of rows) indicator.update(row.close, false);
        return indicator.getResultOrThrow().upper;
      },
    },
    {
      name: "MACD(12, 26, 9)",
      ours: () => last(macd(close, 12, 26, 9).histogram),
      theirs() {
        const indicator = new MACD(new EMA(12), new EMA(26), new EMA(9));
        for (const row of rows) indicator.update(row.close, false);
        return indicator.getResultOrThrow().histogram;
      },
    },
    {
      name: "ATR(14)",
      ours: () => last(atr({ high, low, close }, 14)),
      theirs() {
        const indicator = new ATR(14);
        for (const row of rows) indicator.update(row, false);
        return indicator.getResultOrThrow();
      },
    },
  ];
}

function measure({ name, ours, theirs }: Contest, print: (line: string) => void): void {
  const [answer, expected] = [ours(), theirs()];
  if (!(Math.abs(answer - expected) <= 1e-9 * Math.max(1, Math.abs(expected)))) {
    throw new Error(`${name} is ${answer} here and ${expected} there`);
  }
  const [before, own, after] = [timesOf(RUNS_OF_THEIRS, theirs), timesOf(RUNS, ours), timesOf(RUNS_OF_THEIRS, theirs)];
  const other = quantile([...before, ...after], 0.5);
  const ratio = (other / quantile(own, 0.5)).toFixed(1);
  const title = `${name}, 1,000,000 candles`;
  print(`${title.padEnd(44)} ${shown(own)}   ${ratio} x as fast as trading-signals, ${other.toFixed(1)} ms`);
}

interface Row {
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

function rowsOf({ high, low, close }: Candles): Row[] {
  return Array.from(close, (last, index) => ({ high: high[index] ?? 0, low: low[index] ?? 0, close: last }));
}

/** In milliseconds, after two runs that do not count. */
function timesOf(runs: number, work: () => unknown): number[] {
  work();
  work();
  return Array.from({ length: runs }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
}

function shown(times: readonly number[]): string {
  return `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
