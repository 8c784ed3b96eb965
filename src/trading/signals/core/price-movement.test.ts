import { describe, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../kit/time/spans.ts";
import { MOST_POINTS, priceMovement, spanOfMovement } from "./price-movement.ts";

describe("the interval of a movement", () => {
  test.each([
    [MINUTE_MS, "1m"],
    [998 * MINUTE_MS, "1m"],
    [999 * MINUTE_MS, "3m"],
    [30 * DAY_MS, "1h"],
    [160 * DAY_MS, "4h"],
  ])("for %s ms is %s, from the beginning on", (lengthMs, interval) => {
    expect(spanOfMovement(5, null, 5 + lengthMs)).toEqual({ interval, fromMs: 5, toMs: 6 + lengthMs });
  });

  test("of one that is too long shows its end", () => {
    const nowMs = 1_000 * DAY_MS;
    const fromMs = nowMs - (MOST_POINTS - 2) * 240 * MINUTE_MS;
    expect(spanOfMovement(0, null, nowMs)).toEqual({ interval: "4h", fromMs, toMs: nowMs + 1 });
  });

  test.each([
    ["within a candle", 90_000, 119_999, 90_000],
    ["in a later candle", 90_000, 185_000, 180_000],
    ["with a candle", 90_000, 180_000, 180_000],
  ])("of one that was closed %s has candles that end by then", (_, openedMs, closedMs, toMs) => {
    expect(spanOfMovement(openedMs, closedMs, DAY_MS)).toEqual({ interval: "1m", fromMs: openedMs, toMs });
  });
});

const candles = {
  ms: [0, 60_000, 120_000],
  high: [101, 115, 111],
  low: [99, 100, 90],
  close: [100, 110, 95],
  gaps: [{ fromMs: 180_000.5, toMs: 240_000.5 }],
};

test("a movement has a profit at each closing price, its extremes, and what is not known", () => {
  expect(priceMovement({ direction: "short", openPrice: "100", feeRate: 0 }, candles)).toEqual({
    points: [
      [0, 100, 0],
      [60_000, 110, -10],
      [120_000, 95, 5],
    ],
    high: { ms: 60_000, price: 115 },
    low: { ms: 120_000, price: 90 },
    gaps: [[180_000, 240_001]],
  });
});

test("without a recording the extremes are missing", () => {
  const none = { ms: [], high: [], low: [], close: [], gaps: [] };
  expect(priceMovement({ direction: "long", openPrice: null, feeRate: 0 }, none)).toEqual({
    points: [],
    high: null,
    low: null,
    gaps: [],
  });
});
