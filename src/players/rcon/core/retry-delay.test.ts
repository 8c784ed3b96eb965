import { expect, test } from "vitest";
import { retryDelayMs } from "./retry-delay.ts";

test.each([
  [1, 500, 1_000],
  [2, 1_000, 2_000],
  [5, 8_000, 16_000],
  [7, 30_000, 60_000],
  [1_000_000, 30_000, 60_000],
])("after %d failures the pause is between %d and %d ms", (failures, least, most) => {
  expect(retryDelayMs(failures, false, 0)).toBe(least);
  expect(retryDelayMs(failures, false, 1)).toBe(most);
});

test("after a wrong password the pause is 60 s to 15 minutes, and up to a quarter more", () => {
  expect([1, 2, 5, 99].map((failures) => retryDelayMs(failures, true, 0))).toEqual([60_000, 120_000, 900_000, 900_000]);
  expect(retryDelayMs(1, true, 1)).toBe(75_000);
});
