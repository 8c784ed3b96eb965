import { describe, expect, test } from "vitest";
import { fromMillis } from "../../../kit/time/instant.ts";
import { backoffMs, retryAfterMs } from "./waits.ts";

describe("Retry-After", () => {
  const now = fromMillis(Date.UTC(2025, 9, 1, 12, 0, 0));

  test.each([
    [undefined, undefined],
    ["", undefined],
    ["0", 0],
    ["120", 120_000],
    ["999999999", 86_400_000],
    ["-5", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["Wed, 01 Oct 2025 12:00:30 GMT", 30_000],
    ["Wednesday, 01-Oct-25 12:00:30 GMT", 30_000],
    ["Wed, 01 Oct 2025 11:00:00 GMT", 0],
    ["Fri, 01 Oct 2055 12:00:00 GMT", 86_400_000],
    ["Wed, nonsense", undefined],
  ])("%j asks to wait %j ms", (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});

describe("the wait after failures", () => {
  test.each([
    [1, 0, 1_000],
    [2, 0, 2_000],
    [5, 0, 16_000],
    [1, 1, 500],
    [7, 0, 60_000],
    [1_000, 0, 60_000],
    [1_000, 1, 30_000],
  ])("number %i with chance %d is %i ms", (failures, chance, expected) => {
    expect(backoffMs(failures, 1_000, 60_000, chance)).toBe(expected);
  });
});
