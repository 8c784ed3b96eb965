import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatInstant,
  fromMillis,
  fromSeconds,
  parseInstant,
  plusMillis,
  toMillis,
  toSeconds,
  type Instant,
} from "./instant.ts";

/** Instants that a number holds exactly, with a day to spare for offsets. */
const LAST = Number.MAX_SAFE_INTEGER - 86_400_000_000;
const instant = fc.oneof(
  fc.integer({ min: -8_000_000_000_000_000, max: LAST }),
  fc.constantFrom(0, 1, -1, 999_999, 1_000_000, -1_000_000, LAST),
) as fc.Arbitrary<Instant>;

describe("an instant", () => {
  test("survives writing and reading, to the microsecond", () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(parseInstant(formatInstant(at))).toBe(at);
      }),
    );
  });

  test("is written in one way: without trailing zeros, in UTC", () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(formatInstant(at)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{0,5}[1-9])?Z$/);
      }),
    );
  });

  test("is the same in every offset", () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -1439, max: 1439 }), (at, offsetMinutes) => {
        const local = formatInstant(plusMillis(at, offsetMinutes * 60_000)).slice(0, -1);
        const size = Math.abs(offsetMinutes);
        const offset = `${offsetMinutes < 0 ? "-" : "+"}${String(Math.floor(size / 60)).padStart(2, "0")}:${String(size % 60).padStart(2, "0")}`;
        expect(parseInstant(`${local}${offset}`)).toBe(at);
      }),
    );
  });

  test("agrees with Date to the millisecond", () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date("1700-01-01"), max: new Date("2255-01-01") }),
        (date) => {
          expect(parseInstant(date.toISOString())).toBe(fromMillis(date.getTime()));
          expect(toMillis(fromMillis(date.getTime()))).toBe(date.getTime());
        },
      ),
    );
  });

  test("is the whole second that it lies in, before 1970 too", () => {
    fc.assert(
      fc.property(instant, (at) => {
        const seconds = toSeconds(at);
        expect(Number.isSafeInteger(seconds)).toBe(true);
        expect(fromSeconds(seconds)).toBeLessThanOrEqual(at);
        expect(fromSeconds(seconds + 1)).toBeGreaterThan(at);
      }),
    );
  });

  test("is in order where its text of the same length is", () => {
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        const [a, b] = [formatInstant(one), formatInstant(other)];
        fc.pre(a.length === b.length);
        expect(a < b).toBe(one < other);
      }),
    );
  });
});

describe("reading", () => {
  test("never throws, and answers undefined or a whole number of microseconds", () => {
    const nearly = fc.stringMatching(/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearly), (text) => {
        const read = parseInstant(text);
        expect(read === undefined || Number.isInteger(read)).toBe(true);
      }),
    );
  });

  test.each([
    "2025-10-09T17:05:17.793149Z",
    "2025-09-16T20:30:15.21Z",
    "2025-09-09T07:41:50.5Z",
    "2025-12-31T23:59:59.999999Z",
    "2024-02-29T00:00:00Z",
    "1969-12-31T23:59:59.999999Z",
    "0100-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
  ])("%s is written as it was read", (text) => {
    expect(formatInstant(parseInstant(text) as Instant)).toBe(text);
  });

  test.each([
    ["2025-10-09T17:05:17.793149000Z", "2025-10-09T17:05:17.793149Z"],
    ["2025-10-09T17:05:17.7931499Z", "2025-10-09T17:05:17.793149Z"],
    ["2025-10-09T17:05:17.100Z", "2025-10-09T17:05:17.1Z"],
    ["2025-10-09T17:05:17.000Z", "2025-10-09T17:05:17Z"],
    ["2025-10-09t17:05:17z", "2025-10-09T17:05:17Z"],
    ["2025-10-09T17:05:17+02:00", "2025-10-09T15:05:17Z"],
    ["2025-01-01T00:30:00+05:45", "2024-12-31T18:45:00Z"],
    ["2024-12-31T23:30:00.25-00:45", "2025-01-01T00:15:00.25Z"],
    ["2025-10-09T17:05:17-00:00", "2025-10-09T17:05:17Z"],
  ])("%s is %s", (text, written) => {
    expect(formatInstant(parseInstant(text) as Instant)).toBe(written);
  });

  test.each([
    "0099-12-31T23:59:59Z",
    "2025-02-30T00:00:00Z",
    "2025-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2025-04-31T00:00:00Z",
    "2025-13-01T00:00:00Z",
    "2025-00-01T00:00:00Z",
    "2025-01-00T00:00:00Z",
    "2025-01-01T24:00:00Z",
    "2025-01-01T00:60:00Z",
    "2025-01-01T23:59:60Z",
    "2025-01-01T00:00:00",
    "2025-01-01T00:00:00+2:00",
    "2025-01-01T00:00:00+0200",
    "2025-01-01T00:00:00+24:00",
    "2025-01-01T00:00:00+00:60",
    "2025-01-01T00:00:00.Z",
    "2025-01-01 00:00:00Z",
    "2025-01-01",
    "25-01-01T00:00:00Z",
    "+002025-01-01T00:00:00Z",
    " 2025-01-01T00:00:00Z",
    "2025-01-01T00:00:00Z\n",
    "1760029537",
    "",
  ])("%j is not an instant", (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});
