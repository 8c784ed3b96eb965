import { expect, test } from "vitest";
import { minutesOf, withBreaks } from "./spread-minutes.ts";

function minute(ms: number) {
  const candle = { open: 1, high: 2, low: 0, close: 1, time: String(ms) };
  return { price: candle, ratio: candle };
}

test("minutes that are missing are counted, and break the line", () => {
  const { minutes, missing } = minutesOf({
    data: [minute(0), minute(60_000), minute(240_000)],
    gaps: [{ from: 120_000, to: 240_000, reason: "not_recorded" }],
  });
  expect(missing).toBe(2);
  expect(withBreaks(minutes).map(({ ms, price }) => [ms, price?.close])).toEqual([
    [0, 1],
    [60_000, 1],
    [120_000, undefined],
    [240_000, 1],
  ]);
});
