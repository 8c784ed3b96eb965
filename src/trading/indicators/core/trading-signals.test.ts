/**
 * Our indicators against those of the library trading-signals, on random candles. Seeds differ in places, so values are
 * compared once no seed matters any more. Left out: its parabolic SAR, which differs from Wilder's and TA-Lib's, and its
 * TRIX, which divides by the newer value.
 */
import {
  AD,
  ADX,
  AO,
  ATR,
  BollingerBands,
  CCI,
  EMA,
  ForceIndex,
  KST,
  MACD,
  MFI,
  ROC,
  RSI,
  SMA,
  StochasticOscillator,
  StochasticRSI,
  WilliamsR,
  WMA,
  WSMA,
} from "trading-signals";
import { expect, test } from "vitest";
import { randomCandles } from "../../../../test/support/random-candles.ts";
import { INDICATORS } from "./table.ts";

interface Row {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

type Feed = (row: Row) => number | null;

const LENGTH = 4000;
const SETTLED = 3000;
const CLOSE = (indicator: { update(price: number, replace: boolean): number | null }): Feed => {
  return ({ close }) => indicator.update(close, false);
};
const CANDLE = (indicator: { update(candle: Row, replace: boolean): number | null }): Feed => {
  return (row) => indicator.update(row, false);
};

const adx = (): { all: ADX; feed: (of: (all: ADX) => number) => Feed } => {
  const all = new ADX(14);
  return { all, feed: (of) => (row) => (all.update(row, false) === null ? null : of(all)) };
};

const bands = (line: "upper" | "middle" | "lower"): Feed => {
  const all = new BollingerBands(20, 2);
  return ({ close }) => all.update(close, false)?.[line] ?? null;
};

const macd = (line: "macd" | "signal" | "histogram"): Feed => {
  const all = new MACD(new EMA(12), new EMA(26), new EMA(9));
  return ({ close }) => all.update(close, false)?.[line] ?? null;
};

const stochastic = (line: "stochK" | "stochD"): Feed => {
  const all = new StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 3 });
  return (row) => all.update(row, false)?.[line] ?? null;
};

const times = (factor: number, feed: Feed): Feed => {
  return (row) => {
    const value = feed(row);
    return value === null ? null : factor * value;
  };
};

/** Ours, a line of it, theirs. */
const CASES: readonly (readonly [name: string, line: string, theirs: Feed])[] = [
  ["adl", "", CANDLE(new AD())],
  ["adx", "adx", adx().feed((all) => all.getResult() ?? Number.NaN)],
  // A share of 1 there, percent here.
  [
    "adx",
    "plus_di",
    times(
      100,
      adx().feed((all) => Number(all.pdi)),
    ),
  ],
  [
    "adx",
    "minus_di",
    times(
      100,
      adx().feed((all) => Number(all.mdi)),
    ),
  ],
  ["atr", "", CANDLE(new ATR(14))],
  ["ao", "", CANDLE(new AO(5, 34))],
  ["bb", "upper", bands("upper")],
  ["bb", "middle", bands("middle")],
  ["bb", "lower", bands("lower")],
  ["cci", "", CANDLE(new CCI(20))],
  ["fi", "", CANDLE(new ForceIndex(13))],
  ["kst", "kst", CLOSE(new KST())],
  ["mfi", "", CANDLE(new MFI(14))],
  ["macd", "macd", macd("macd")],
  ["macd", "signal", macd("signal")],
  ["macd", "histogram", macd("histogram")],
  ["roc", "", times(100, CLOSE(new ROC(10)))],
  ["rsi", "", CLOSE(new RSI(14))],
  ["sma", "", CLOSE(new SMA(20))],
  ["stochastic", "k", stochastic("stochK")],
  ["stochastic", "d", stochastic("stochD")],
  ["stoch_rsi", "k", times(100, CLOSE(new StochasticRSI(14)))],
  ["ema", "", CLOSE(new EMA(20))],
  ["wma", "", CLOSE(new WMA(20))],
  ["wema", "", CLOSE(new WSMA(14))],
  ["williams_r", "", CANDLE(new WilliamsR(14))],
];

const candles = randomCandles({ seed: 20_240_917, length: LENGTH, still: 0 });

test.each(CASES)("%s %s is what trading-signals says", (name, line, theirs) => {
  const entry = INDICATORS.find((each) => each.name === name);
  if (!entry) throw new Error(`there is no ${name}`);
  const computed = entry.compute(
    candles,
    entry.parameters.map((parameter) => parameter.default),
  );
  const ours = computed instanceof Float64Array ? computed : computed[line];
  const answers = Array.from({ length: LENGTH }, (_, index) => theirs(rowAt(index))).slice(SETTLED);
  const size = Math.max(...answers.map((value) => Math.abs(value ?? 0)));
  const wrong = answers
    .map((value, index) => ({ index, theirs: value, ours: ours?.[SETTLED + index] }))
    .filter((both) => !(Math.abs((both.theirs ?? Number.NaN) - (both.ours ?? Number.NaN)) <= 1e-9 * size));
  expect(wrong.slice(0, 3)).toEqual([]);
});

function rowAt(index: number): Row {
  const { open, high, low, close, volume } = candles;
  return {
    open: open[index] ?? 0,
    high: high[index] ?? 0,
    low: low[index] ?? 0,
    close: close[index] ?? 0,
    volume: volume[index] ?? 0,
  };
}
