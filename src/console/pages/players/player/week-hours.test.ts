import { expect, test } from "vitest";
import { shadeOf, weekHours } from "./week-hours.ts";

/** 1970-01-05 was a Monday. */
const utc = (ms: number): readonly [number, number] => {
  const date = new Date(ms);
  return [(date.getUTCDay() + 6) % 7, date.getUTCHours()];
};

test("a session counts in each hour that it touches, over midnight too", () => {
  const week = weekHours([{ Start: "2026-11-22T22:30:00Z", Seconds: 2 * 3600 + 600 }], utc);
  expect([week[6]?.[22], week[6]?.[23], week[0]?.[0], week[0]?.[1]]).toEqual([1800, 3600, 2400, 0]);
});

test("hours of several weeks add up", () => {
  const sessions = ["2026-11-09", "2026-11-16"].map((day) => ({ Start: `${day}T10:00:00Z`, Seconds: 60 }));
  expect(weekHours(sessions, utc)[0]?.[10]).toBe(120);
});

test("a session without an end that can be read counts nothing", () => {
  expect(weekHours([{ Start: "unknown", Seconds: 60 }], utc).flat()).toEqual(Array.from({ length: 168 }, () => 0));
});

test.each([
  [0, 100, 0],
  [1, 100, 1],
  [50, 100, 3],
  [100, 100, 5],
])("%d seconds of %d are of the shade %d", (seconds, most, shade) => {
  expect(shadeOf(seconds, most)).toBe(shade);
});
