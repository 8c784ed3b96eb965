import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../kit/time/spans.ts";
import { chooseCodes } from "./choose-codes.ts";
import { priceChange, usualMove, zValue, type RecordedMarketTops } from "./impact.ts";
import { naivePriceChange } from "./impact.naive.ts";
import { relevanceOf } from "./relevance.ts";

const row = fc.record({
  gap: fc.integer({ min: 1, max: 40_000 }),
  bid: fc.oneof(fc.constant(0), fc.double({ min: 0.000_1, max: 90_000, noNaN: true })),
  width: fc.double({ min: -0.01, max: 5, noNaN: true }),
});
const market: fc.Arbitrary<RecordedMarketTops> = fc
  .record({
    rows: fc.array(row, { maxLength: 40 }),
    volume: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e6, noNaN: true })),
  })
  .map(({ rows, volume }) => {
    let at = 0;
    const ms = rows.map(({ gap }) => (at += gap));
    return {
      volume,
      tops: {
        count: rows.length,
        ms,
        bid: rows.map(({ bid }) => bid),
        ask: rows.map(({ bid, width }) => (bid === 0 ? 0 : bid + width)),
      },
    };
  });

test("the change of a price is that of the obvious version, to the digit", () => {
  fc.assert(
    fc.property(fc.array(market, { maxLength: 4 }), fc.nat(600_000), fc.nat(600_000), (markets, from, length) => {
      const args = [markets, from, from + length, MINUTE_MS] as const;
      expect(priceChange(...args)).toEqual(naivePriceChange(...args));
    }),
    { numRuns: 2_000 },
  );
});

describe("the change of a price", () => {
  const tops = (...rows: [ms: number, bid: number, ask: number][]): RecordedMarketTops["tops"] => ({
    count: rows.length,
    ms: rows.map(([ms]) => ms),
    bid: rows.map(([, bid]) => bid),
    ask: rows.map(([, , ask]) => ask),
  });

  test("is weighted by volume", () => {
    const markets = [
      { volume: 3, tops: tops([0, 99, 101], [100_000, 109, 111]) },
      { volume: 1, tops: tops([0, 103, 105], [100_000, 103, 105]) },
    ];
    expect(priceChange(markets, 10, 100_010, MINUTE_MS)).toEqual({
      before: "101.00000000",
      after: "108.50000000",
      difference: "7.50000000",
    });
  });

  test("counts only markets that are in step at both moments, so that no difference comes from another set of them", () => {
    const markets = [
      { volume: 1, tops: tops([0, 99, 101], [100_000, 100, 102]) },
      { volume: 9, tops: tops([0, 199, 201], [100_000, 0, 0]) },
    ];
    expect(priceChange(markets, 10, 100_010, MINUTE_MS)?.difference).toBe("1.00000000");
  });

  test("is not known where the last row is older than a minute, and nothing is put in its place", () => {
    const markets = [{ volume: 1, tops: tops([0, 99, 101], [100_000, 100, 102]) }];
    expect(priceChange(markets, 70_000, 100_010, MINUTE_MS)).toBeUndefined();
  });

  test("does not see the moment itself: a row of that millisecond comes after the article", () => {
    const markets = [{ volume: 1, tops: tops([0, 99, 101], [1_000, 199, 201], [50_000, 199, 201]) }];
    expect(priceChange(markets, 1_000, 50_001, MINUTE_MS)?.before).toBe("100.00000000");
  });
});

test("the usual move is the median of the moves in the same hour of the days before", () => {
  const starts = [0, 24 * HOUR_MS];
  const day = (startMs: number, step: number) => {
    const count = 130;
    return {
      count,
      ms: Array.from({ length: count }, (_, at) => startMs - MINUTE_MS + at * MINUTE_MS),
      close: Array.from({ length: count }, (_, at) => 100 + at * step),
    };
  };
  expect(usualMove([day(0, 1), day(24 * HOUR_MS, -3)], starts, 600)).toBe(20);
  expect(usualMove([day(0, 1)], [0], 600)).toBeUndefined();
  expect(zValue("-40.00000000", 20)).toBe(-1.35);
  expect(zValue("1.0", 0)).toBeUndefined();
});

test("an article is measured at the largest pairs and at those of the coins that it names, each with its largest markets", () => {
  const at = (code: string, symbol: string, volume: number) => {
    const [base = ""] = symbol.split("/");
    return { code, pair: symbol.replace("/", "").toLowerCase(), symbol, base, volume };
  };
  const all = [
    at("a-btcusdt", "BTC/USDT", 5),
    at("b-btcusdt", "BTC/USDT", 9),
    at("a-ethusdt", "ETH/USDT", 8),
    at("a-ltcusdt", "LTC/USDT", 1),
    at("a-ltcbtc", "LTC/BTC", 2),
  ];
  expect(chooseCodes(all, 1, [])).toEqual(["b-btcusdt", "a-btcusdt"]);
  expect(chooseCodes(all, 1, ["LTC", "BTC", "XYZ"])).toEqual(["b-btcusdt", "a-btcusdt", "a-ltcbtc"]);
  expect(chooseCodes(all, ["ETH/USDT"], [])).toEqual(["a-ethusdt"]);
});

test("an article is more relevant when it is newer, names the coin in its title, and the price moved", () => {
  const facts = { ageMs: HOUR_MS, isInTitle: true, weight: 1, z: 0, echoes: 0 };
  const base = relevanceOf(facts);
  expect(relevanceOf({ ...facts, ageMs: 2 * HOUR_MS })).toBeLessThan(base);
  expect(relevanceOf({ ...facts, isInTitle: false })).toBeLessThan(base);
  expect(relevanceOf({ ...facts, z: -4 })).toBeGreaterThan(base);
  expect(relevanceOf({ ...facts, weight: 2, echoes: 3 })).toBeGreaterThan(base);
});
