import { expect, test } from "vitest";
import { localOfSeconds, secondsOfLocal } from "./local-time.ts";

test("a field shows the minute of a time, and gives the same time back", () => {
  const seconds = 1_782_909_000;
  expect(localOfSeconds(seconds)).toMatch(/^2026-0[67]-\d\dT\d\d:\d\d$/);
  expect(secondsOfLocal(localOfSeconds(seconds))).toBe(seconds);
});
