import { expect, test } from "vitest";
import { combinedMs, roundTrips } from "./round-trips.ts";

test("figures are of what was answered, and the loss is of all", () => {
  const some = roundTrips([10, undefined, 20.004, 12]);
  expect(some).toEqual({ minimumMs: 10, averageMs: 14, maximumMs: 20, lossPercent: 25, samples: 4 });
  expect(combinedMs(some, roundTrips([1]))).toBe(15);
});

test("without an answer the figures are missing", () => {
  const none = roundTrips([undefined, undefined]);
  expect(none).toEqual({ minimumMs: null, averageMs: null, maximumMs: null, lossPercent: 100, samples: 2 });
  expect(combinedMs(none, roundTrips([1]))).toBeNull();
});
