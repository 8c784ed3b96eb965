import { describe, expect, test } from "vitest";
import { fromMillis, plusMillis, utcDay } from "../../../kit/time/instant.ts";
import { callsToday, dailyCalls, keyIdOf } from "./quota.ts";

const now = fromMillis(Date.UTC(2026, 4, 1, 23, 59, 59, 999));

describe("the quota", () => {
  test.each([
    [100, 100_000],
    [80, 80_000],
    [1, 1000],
  ])("%i percent of a key are %i calls", (percent, calls) => expect(dailyCalls(percent)).toBe(calls));

  test("restarts at midnight in UTC", () => {
    const counted = { day: utcDay(now), calls: 7 };
    expect(counted.day).toBe("2026-05-01");
    expect(callsToday(counted, now)).toBe(7);
    expect(callsToday(counted, plusMillis(now, 1))).toBe(0);
    expect(callsToday(undefined, now)).toBe(0);
  });

  test("is kept under a name that differs by key and does not hold it", () => {
    expect(keyIdOf("KEY1")).toMatch(/^[0-9a-f]{16}$/);
    expect(keyIdOf("KEY1")).not.toBe(keyIdOf("KEY2"));
  });
});
