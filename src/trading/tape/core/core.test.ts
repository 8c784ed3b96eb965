import { describe, expect, test } from "vitest";
import { aggregateCandles, emptyCandles, mergeCandles, type CandleColumns } from "./candle-intervals.ts";
import { dayStart, daysBetween } from "./days.ts";
import { fileName, isCovered, parseFileName, uncovered, type TapeFile } from "./file-names.ts";
import { joinSegments } from "./join-segments.ts";
import { exchangeOf, parseCombination } from "./service-code.ts";

describe("a combination", () => {
  const parsed = { ask: "binance-btcusdt", bid: "kraken-btcusd" };

  test.each(["binance-btcusdt+kraken-btcusd", "binance-btcusdt kraken-btcusd", " Binance-BTCUSDT+kraken-btcusd\n"])(
    "is read from %j",
    (text) => {
      expect(parseCombination(text)).toEqual(parsed);
    },
  );

  test.each([
    "",
    "+",
    "binance-btcusdt",
    "binance-btcusdt+",
    "a-b+c-d+e-f",
    "a-b  c-d",
    "a/../b-c+d-e",
    "a-b+c-d/e",
    "a-+b-c",
  ])("is not %j", (text) => {
    expect(parseCombination(text)).toBeUndefined();
  });
});

describe("a service code", () => {
  test.each([
    ["binance-btcusdt", "binance"],
    ["binance_paper-btcusdt", "binance_paper"],
    ["Binance-btcusdt", undefined],
    ["binance", undefined],
    ["../x-btc", undefined],
    ["a-b/../c", undefined],
    [`${"a".repeat(41)}-b`, undefined],
  ])("%j is on %j", (code, exchange) => {
    expect(exchangeOf(code)).toBe(exchange);
  });
});

describe("a day", () => {
  test("is one of the calendar", () => {
    expect(dayStart("2026-02-28")).toBe(Date.UTC(2026, 1, 28));
    for (const no of ["2026-02-30", "2026-13-01", "26-01-01", "2026-1-1", ""]) expect(dayStart(no)).toBeUndefined();
  });

  test("is listed when a range touches it", () => {
    const midnight = Date.UTC(2026, 1, 28);
    expect(daysBetween(midnight - 1, midnight + 1)).toEqual(["2026-02-27", "2026-02-28"]);
    expect(daysBetween(midnight, midnight)).toEqual([]);
  });
});

describe("files", () => {
  const file = (stage: TapeFile["stage"], from: number, to: number): TapeFile => ({
    stage,
    from,
    to,
    firstMs: 1,
    lastMs: 2,
  });

  test("say by their names what they hold", () => {
    const one = { stage: "p1" as const, from: 3, to: 4, firstMs: 5, lastMs: 6 };
    expect(parseFileName(fileName(one))).toEqual(one);
    for (const no of ["p1-3-4-5.parquet", "p9-3-4-5-6.parquet", "p1-3-4-5-6.parquet.tmp", "12-1"]) {
      expect(parseFileName(no)).toBeUndefined();
    }
  });

  test.each([
    [file("p0", 3, 3), file("p1", 1, 5), true],
    [file("p0", 6, 6), file("p1", 1, 5), false],
    [file("p1", 1, 5), file("p0", 3, 3), false],
    [file("day", 1, 5), file("day", 1, 9), true],
    [file("day", 1, 9), file("day", 1, 9), false],
    [file("p2", 1, 9), file("day", 1, 9), true],
    [file("import", 3, 3), file("day", 1, 9), false],
    [file("p0", 3, 3), file("import", 1, 9), false],
  ])("%j is covered by %j: %s", (part, whole, expected) => {
    expect(isCovered(part, whole)).toBe(expected);
  });

  test("count unless another covers them", () => {
    const whole = file("p1", 1, 5);
    expect(uncovered([file("p0", 1, 1), file("p0", 5, 5), whole, file("p0", 6, 6)])).toEqual([whole, file("p0", 6, 6)]);
  });
});

describe("segments", () => {
  const segment = (...ms: number[]): Float64Array[] => [Float64Array.from(ms), Float64Array.from(ms, (at) => at * 10)];

  test("are put in the order of time", () => {
    expect(joinSegments([segment(1, 2), segment(), segment(3)], 2)).toEqual(segment(1, 2, 3));
    expect(joinSegments([segment(3, 5), segment(1, 4)], 2)).toEqual(segment(1, 3, 4, 5));
    expect(joinSegments([], 2)).toEqual(segment());
  });
});

describe("candles", () => {
  const of = (rows: readonly (readonly number[])[]): CandleColumns => {
    const candles = emptyCandles(rows.length);
    for (const [row, [ms = 0, open = 0, high = 0, low = 0, close = 0, volume = 0]] of rows.entries()) {
      candles.ms[row] = ms * 60_000;
      candles.open[row] = open;
      candles.high[row] = high;
      candles.low[row] = low;
      candles.close[row] = close;
      candles.volume[row] = volume;
    }
    return candles;
  };

  test("of longer intervals begin at multiples of them, and leave out what has no trades", () => {
    const minutes = of([
      [4, 10, 12, 9, 11, 1],
      [5, 20, 21, 15, 16, 2],
      [6, 16, 30, 16, 17, 3],
      [20, 1, 1, 1, 1, 1],
    ]);
    expect(aggregateCandles(minutes, "5m")).toEqual(
      of([
        [0, 10, 12, 9, 11, 1],
        [5, 20, 30, 15, 17, 5],
        [20, 1, 1, 1, 1, 1],
      ]),
    );
    expect(aggregateCandles(minutes, "1m")).toBe(minutes);
  });

  test("of one minute that were recorded twice are the one with more volume", () => {
    const merged = mergeCandles(
      of([
        [1, 5, 5, 5, 5, 2],
        [1, 6, 6, 6, 6, 1],
        [3, 7, 7, 7, 7, 1],
      ]),
      of([
        [2, 8, 8, 8, 8, 1],
        [3, 9, 9, 9, 9, 4],
      ]),
    );
    expect(merged).toEqual(
      of([
        [1, 5, 5, 5, 5, 2],
        [2, 8, 8, 8, 8, 1],
        [3, 9, 9, 9, 9, 4],
      ]),
    );
  });
});
