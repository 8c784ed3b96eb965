import { describe, expect, test } from "vitest";
import { randomCandles } from "../../../../test/support/random-candles.ts";
import { HOUR_MS, DAY_MS } from "../../../kit/time/spans.ts";
import { answerOf, historyMs } from "./answer.ts";
import { cutCandles } from "./candles.ts";
import { findPatterns } from "./patterns.ts";
import { select, type Selected } from "./selection.ts";
import { INDICATORS } from "./table.ts";

describe("an answer", () => {
  test("is the same with the history that it asks for as with all of it", () => {
    const candles = randomCandles({ seed: 3, length: 4000 });
    const selected = chosen([]);
    const first = 3900;
    const history = historyMs(selected, candles.ms[first] ?? 0, HOUR_MS) / HOUR_MS;
    const from = first - Math.ceil(history);
    const short = answerOf(cutCandles(candles, from, 4000), first - from, selected);
    const whole = answerOf(candles, first, selected);
    expect(short.patterns).toEqual(whole.patterns);
    expect(Object.keys(short.indicators)).toHaveLength(INDICATORS.length);
    for (const { key } of selected) expectClose(key, short.indicators[key], whole.indicators[key]);
  });

  test("has a value for each candle answered, null while warming up", () => {
    const candles = randomCandles({ seed: 4, length: 30 });
    const { indicators } = answerOf(candles, 10, chosen(["rsi", "macd"]));
    const rsi = indicators["rsi"] as (number | null)[];
    expect(rsi).toHaveLength(20);
    expect(rsi.findIndex((value) => value !== null)).toBe(4);
    expect(indicators["macd"]).toMatchObject({ signal: Array(20).fill(null) });
  });

  test("adds volume up from the first candle answered, not from those before", () => {
    const candles = randomCandles({ seed: 5, length: 50, still: 0 });
    const { indicators } = answerOf(candles, 20, chosen(["obv", "vp"]));
    expect((indicators["obv"] as number[])[0]).toBe(candles.volume[20]);
    const { volume } = indicators["vp"] as { volume: number[] };
    const answered = candles.volume.slice(20).reduce((sum, value) => sum + value, 0);
    expect(volume.reduce((sum, value) => sum + value, 0)).toBeCloseTo(answered, 6);
  });

  test("has the patterns that are complete on its candles, with their times", () => {
    const candles = randomCandles({ seed: 6, length: 300, still: 0 });
    const { patterns } = answerOf(candles, 100, chosen(["sma"]));
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns).toEqual(
      findPatterns(candles)
        .filter(({ index }) => index >= 100)
        .map(({ index, pattern }) => ({ time: candles.ms[index], name: pattern.name, direction: pattern.direction })),
    );
  });

  test("of no candles is empty", () => {
    const { indicators, patterns } = answerOf(randomCandles({ seed: 1, length: 0 }), 0, chosen([]));
    expect(patterns).toEqual([]);
    expect(indicators["rsi"]).toEqual([]);
    expect(indicators["vp"]).toEqual({ from: [], to: [], volume: [], bullish: [], bearish: [] });
  });
});

describe("history", () => {
  test("begins at midnight where an average of the day is asked for", () => {
    const noon = 20_000 * DAY_MS + DAY_MS / 2;
    expect(historyMs(chosen(["sma(2)"]), noon, 60_000)).toBe(15 * 60_000);
    expect(historyMs(chosen(["sma(2)", "vwap"]), noon, 60_000)).toBe(DAY_MS / 2);
  });

  test("is at most 2,000 candles, which is enough for every indicator to begin", () => {
    expect(historyMs(chosen(["wema(500)"]), 0, 60_000)).toBe(2000 * 60_000);
    for (const { indicator } of chosen([])) {
      const warmUp = indicator.warmUp(indicator.parameters.map(({ maximum }) => maximum));
      const slowest = typeof warmUp === "number" ? warmUp : Math.max(...Object.values(warmUp));
      expect(slowest, indicator.name).toBeLessThan(2000);
    }
  });
});

function chosen(asked: readonly string[]): readonly Selected[] {
  const answer = select(asked);
  if (answer.kind === "refused") throw new Error(answer.why);
  return answer.selected;
}

type Values = (number | null)[];

function expectClose(key: string, one: unknown, other: unknown): void {
  if (!Array.isArray(one)) {
    for (const [line, values] of Object.entries(one as Record<string, Values>)) {
      expectClose(`${key} ${line}`, values, (other as Record<string, Values>)[line]);
    }
    return;
  }
  const theirs = other as Values;
  const size = Math.max(...theirs.map((value) => Math.abs(value ?? 0)));
  const wrong = (one as Values)
    .map((value, index) => ({ key, index, one: value, other: theirs[index] }))
    .filter(
      (both) => typeof both.one !== typeof both.other || Math.abs((both.one ?? 0) - (both.other ?? 0)) > 2e-9 * size,
    );
  expect(wrong).toEqual([]);
}
