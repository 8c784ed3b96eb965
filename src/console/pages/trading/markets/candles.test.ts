import { expect, test } from "vitest";
import { candlesOf, indicatorsIn, intervalOf, linesOf, missingTimes, withTrades } from "./candles.ts";

const MINUTE = 60_000;
const CANDLES = candlesOf([
  [0, 10, 12, 9, 11, 5],
  [MINUTE, 11, 11, 11, 11, 1],
]);

test("only complete candles have a volume", () => {
  expect(CANDLES.map(({ volume }) => volume)).toEqual([5, undefined]);
});

test("trades carry the last candle on and begin new ones", () => {
  const trades = [
    [99, 1, MINUTE - 1, "old"],
    [13, 1, MINUTE + 10, "a"],
    [8, 1, MINUTE + 20, "b"],
    [20, 1, 3 * MINUTE + 5, "c"],
  ] as const;
  const once = withTrades(CANDLES, trades, MINUTE);
  expect(once.slice(1)).toEqual([
    { ms: MINUTE, open: 11, high: 13, low: 8, close: 8, volume: undefined },
    { ms: 3 * MINUTE, open: 20, high: 20, low: 20, close: 20, volume: undefined },
  ]);
  // The platform sends the last hundred again after a break.
  expect(withTrades(once, trades, MINUTE)).toEqual(once);
  expect(withTrades([], [], MINUTE)).toEqual([]);
});

test("missing candles are those of gaps that are not there", () => {
  expect(missingTimes(CANDLES, [{ from: 30_000, to: 4 * MINUTE }], MINUTE)).toEqual([2 * MINUTE, 3 * MINUTE]);
});

test("lines are named as they were asked for, and know what is a price", () => {
  const lines = linesOf([0, MINUTE], {
    "sma(2)": [null, 10.5],
    macd: { macd: [1, 2], signal: [null, null] },
    vp: { from: [1, 2, 3], to: [2, 3, 4] },
  });
  expect(lines.map(({ title, isPrice, values }) => [title, isPrice, ...values])).toEqual([
    ["sma(2)", true, [MINUTE, 10.5]],
    ["macd", false, [0, 1], [MINUTE, 2]],
    ["macd signal", false],
  ]);
});

test.each([
  ["4h", "4h"],
  ["", "1m"],
  ["constructor", "1m"],
])("the interval of %j is %s", (text, interval) => {
  expect(intervalOf(text)).toBe(interval);
});

test("the address names indicators with blanks between them", () => {
  expect(indicatorsIn(" SMA(50)  bb(20,2.5) sma(50)")).toEqual(["sma(50)", "bb(20,2.5)"]);
});
