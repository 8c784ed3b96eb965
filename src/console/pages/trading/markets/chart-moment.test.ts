import { expect, test } from "vitest";
import { endOfChart, momentIn } from "./chart-moment.ts";

test("a chart at a moment shows a third of its candles behind it, and none that is to come", () => {
  const [moment, now] = [1_593_561_600, 1_600_000_000_999];
  expect(endOfChart(moment, "1m", now)).toBe(moment + 6_000);
  expect(endOfChart(now / 1_000 - 60, "1h", now)).toBe(1_600_000_000);
  expect(endOfChart(undefined, "1m", now)).toBeUndefined();
});

test("what is not a time is no moment", () => {
  expect(["", "soon", "-1", "1e9", "1593561600"].map(momentIn)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    1_593_561_600,
  ]);
});
