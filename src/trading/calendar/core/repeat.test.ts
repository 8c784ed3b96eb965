import { expect, test } from "vitest";
import { formatInstant, parseInstant, type Instant } from "../../../kit/time/instant.ts";
import { WallClock } from "../../../kit/time/wall-clock.ts";
import { nextOccurrence, occurrencesBetween, type Repeat } from "./repeat.ts";

const UTC = new WallClock("UTC");
const at = (text: string) => parseInstant(text) as Instant;

test.each<[first: string, repeat: Repeat, after: string, next: string | undefined]>([
  ["2026-01-31T09:00:00Z", "monthly", "2026-01-31T09:00:00Z", "2026-02-28T09:00:00Z"],
  ["2026-01-31T09:00:00Z", "monthly", "2026-02-28T09:00:00Z", "2026-03-31T09:00:00Z"],
  ["2028-01-30T09:00:00Z", "monthly", "2028-02-01T00:00:00Z", "2028-02-29T09:00:00Z"],
  ["2026-08-31T23:59:59Z", "monthly", "2026-09-30T23:59:58Z", "2026-09-30T23:59:59Z"],
  ["2026-12-15T00:00:00Z", "monthly", "2026-12-15T00:00:00Z", "2027-01-15T00:00:00Z"],
  ["2026-12-30T10:00:00Z", "weekly", "2026-12-30T10:00:00Z", "2027-01-06T10:00:00Z"],
  ["2026-02-28T10:00:00Z", "daily", "2026-03-05T09:00:00Z", "2026-03-05T10:00:00Z"],
  ["2026-02-28T10:00:00Z", "none", "2026-02-28T10:00:00Z", undefined],
  ["2026-02-28T10:00:00Z", "monthly", "2025-01-01T00:00:00Z", "2026-02-28T10:00:00Z"],
])("from %s, %s, the next after %s is %s", (first, repeat, after, next) => {
  const found = nextOccurrence(at(first), repeat, at(after), UTC);
  expect(found === undefined ? undefined : formatInstant(found)).toBe(next);
});

test("a window includes both its ends", () => {
  const window = { from: at("2026-05-01T10:00:00Z"), to: at("2026-05-03T10:00:00Z"), limit: 10 };
  const times = occurrencesBetween(at("2026-01-01T10:00:00Z"), "daily", window, UTC).map(formatInstant);
  expect(times).toEqual(["2026-05-01T10:00:00Z", "2026-05-02T10:00:00Z", "2026-05-03T10:00:00Z"]);
});

test.each([
  ["daily", ["2026-03-28T08:00:00Z", "2026-03-29T07:00:00Z", "2026-03-30T07:00:00Z"]],
  ["weekly", ["2026-03-28T08:00:00Z", "2026-04-04T07:00:00Z", "2026-04-11T07:00:00Z"]],
  ["monthly", ["2026-03-28T08:00:00Z", "2026-04-28T07:00:00Z", "2026-05-28T07:00:00Z"]],
] as const)("at nine in Berlin, %s, stays at nine when summer begins", (repeat, expected) => {
  const window = { from: at("2026-03-28T00:00:00Z"), to: at("2027-01-01T00:00:00Z"), limit: 3 };
  const times = occurrencesBetween(at("2026-03-28T08:00:00Z"), repeat, window, new WallClock("Europe/Berlin"));
  expect(times.map(formatInstant)).toEqual(expected);
});

test("in the hour that comes twice, it comes once", () => {
  const window = { from: at("2026-10-24T00:00:00Z"), to: at("2026-10-27T00:00:00Z"), limit: 10 };
  const times = occurrencesBetween(at("2026-10-01T00:30:00Z"), "daily", window, new WallClock("Europe/Berlin"));
  expect(times.map(formatInstant)).toEqual(["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"]);
});
