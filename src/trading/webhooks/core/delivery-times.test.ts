import { expect, test } from "vitest";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { MOST_TRIES, postponedMs, restMs } from "./delivery-times.ts";

test("a delivery is attempted for some 14 hours", () => {
  const waits = Array.from({ length: MOST_TRIES - 1 }, (_, at) => postponedMs(at + 1));
  expect(waits.slice(0, 3)).toEqual([30_000, 60_000, 120_000]);
  const hours = waits.reduce((sum, each) => sum + each, 0) / HOUR_MS;
  expect(hours).toBeGreaterThan(13);
  expect(hours).toBeLessThan(15);
});

test("a webhook rests from the third failure on, for a quarter of an hour at most", () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(restMs)).toEqual([0, 0, 0, 10_000, 20_000, 40_000, 900_000]);
});
