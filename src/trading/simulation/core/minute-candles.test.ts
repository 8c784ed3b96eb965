import fc from "fast-check";
import { expect, test } from "vitest";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { MinuteCandles } from "./minute-candles.ts";

const START = Date.parse("2026-01-01T00:00:00Z");
/** At least so many minutes are kept. */
const KEPT = 2_880;

test("a minute without a trade has the price before it", () => {
  const candles = new MinuteCandles(START, 100);
  candles.add(START + 1_000, 101, 2);
  candles.add(START + 3 * MINUTE_MS, 99, 1);
  const at = (minute: number) => candles.between(START + minute * MINUTE_MS, START + (minute + 1) * MINUTE_MS);
  expect(at(0)).toEqual({ startMs: START, open: 100, high: 101, low: 100, close: 101, volume: 2 });
  expect(at(2)).toEqual({ startMs: START + 2 * MINUTE_MS, open: 101, high: 101, low: 101, close: 101, volume: 0 });
  expect(at(3)).toEqual({ startMs: START + 3 * MINUTE_MS, open: 99, high: 99, low: 99, close: 99, volume: 1 });
});

test("a clock that jumps by a thousand years makes two days of candles, not all of them", () => {
  const candles = new MinuteCandles(START, 100);
  const later = START + 1_000 * 365 * 1_440 * MINUTE_MS;
  candles.add(later, 120, 1);
  expect(candles.firstMs).toBeGreaterThanOrEqual(later - 2 * KEPT * MINUTE_MS);
  expect(candles.between(later - KEPT * MINUTE_MS, later)).toMatchObject({
    open: 100,
    high: 100,
    close: 100,
    volume: 0,
  });
  expect(candles.between(later, later + MINUTE_MS)).toMatchObject({ open: 120, close: 120, volume: 1 });
});

test("two days of minutes are known after any gap, and are those of a twin that makes each of them", () => {
  const gap = fc.oneof(fc.nat(5 * MINUTE_MS), fc.nat(2 * KEPT * MINUTE_MS));
  const trade = fc.record({ gap, price: fc.integer({ min: 1, max: 50 }), quantity: fc.nat(9) });
  fc.assert(
    fc.property(fc.array(trade, { minLength: 1, maxLength: 8 }), (trades) => {
      const candles = new MinuteCandles(START, 25);
      const closes = new Map([[START, 25]]);
      let [nowMs, price, minute] = [START, 25, START];
      for (const each of trades) {
        nowMs += each.gap;
        candles.add(nowMs, each.price, each.quantity);
        for (; minute <= nowMs - (nowMs % MINUTE_MS); minute += MINUTE_MS) closes.set(minute, price);
        minute -= MINUTE_MS;
        price = each.price;
        closes.set(minute, price);
      }
      const known = [...closes].filter(([startMs]) => startMs > nowMs - KEPT * MINUTE_MS);
      const found = known.map(([startMs]) => candles.between(startMs, startMs + MINUTE_MS)?.close);
      expect(found).toEqual(known.map(([, close]) => close));
    }),
    { numRuns: 30 },
  );
});
