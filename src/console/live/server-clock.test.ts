import { expect, test } from "vitest";
import { HOUR_MS } from "../../kit/time/spans.ts";
import { offsetOf } from "./server-clock.ts";

const DATE = "Mon, 23 Nov 2026 12:00:00 GMT";
const SERVER_MS = Date.parse(DATE) + 500;

test.each([
  ["a device two hours behind", -2 * HOUR_MS, 2 * HOUR_MS],
  ["a device two hours ahead", 2 * HOUR_MS, -2 * HOUR_MS],
  ["a device that agrees", 0, 0],
  ["a device that is off by less than can be known", 4_000, 0],
])("the offset of %s is measured in the middle of question and answer", (_what, deviceMs, offsetMs) => {
  const middleMs = SERVER_MS + deviceMs;
  expect(offsetOf(DATE, middleMs - 200, middleMs + 200)).toBe(offsetMs);
});

test.each([
  ["without a date", null, 0],
  ["with a date that cannot be read", "soon", 0],
  ["that took too long", DATE, 60_000],
  ["that came before it was asked for", DATE, -1],
])("an answer %s tells nothing", (_what, date, tookMs) => {
  expect(offsetOf(date, SERVER_MS, SERVER_MS + tookMs)).toBeUndefined();
});
