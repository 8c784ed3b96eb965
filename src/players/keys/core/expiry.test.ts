import { expect, test } from "vitest";
import { formatInstant, parseInstant, type Instant } from "../../../kit/time/instant.ts";
import { parseExpiry } from "./expiry.ts";

const now = parseInstant("2026-03-01T12:00:00Z") as Instant;

test.each([
  ["now", "2026-03-01T12:00:00Z"],
  ["90s", "2026-03-01T12:01:30Z"],
  ["15m", "2026-03-01T12:15:00Z"],
  ["12h", "2026-03-02T00:00:00Z"],
  ["30d", "2026-03-31T12:00:00Z"],
  ["36500d", "2126-02-05T12:00:00Z"],
  ["2030-12-31", "2030-12-31T00:00:00Z"],
  ["2020-01-01", "2020-01-01T00:00:00Z"],
  ["2030-12-31T18:00:00+02:00", "2030-12-31T16:00:00Z"],
])("%s is %s", (text, at) => {
  const read = parseExpiry(text, now);
  expect(typeof read === "number" ? formatInstant(read) : read).toBe(at);
});

test("never means no expiry", () => {
  expect(parseExpiry("never", now)).toBeNull();
});

test.each([
  ["nothing", ""],
  ["a bare number", "30"],
  ["an unknown unit", "30y"],
  ["a sign", "-30d"],
  ["a fraction", "1.5d"],
  ["a blank", "30 d"],
  ["a day that is not", "2030-02-30"],
  ["a time without zone", "2030-12-31T18:00:00"],
  ["more than 100 years", "36600d"],
  ["a number beyond all bounds", "9999999999d"],
  ["a day beyond all bounds", "9999-12-31"],
  ["a day long gone", "1900-01-01"],
  ["words", "tomorrow"],
])("%s is not understood", (_, text) => {
  expect(parseExpiry(text, now)).toBeUndefined();
});
