import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatInstant, fromMillis, parseInstant, type Instant } from "./instant.ts";
import { WallClock, type WallTime } from "./wall-clock.ts";

const at = (text: string) => parseInstant(text) as Instant;
/** What a wall shows, written as if it were in UTC. */
const wall = (text: string) => at(`${text}Z`) as number as WallTime;

describe("the clock on a wall", () => {
  test.each([
    ["Europe/Berlin", "2026-01-31T09:00:00Z", "2026-01-31T10:00:00"],
    ["Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29T01:59:59"],
    ["Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00"],
    ["America/New_York", "2026-07-01T03:30:00.000001Z", "2026-06-30T23:30:00.000001"],
    ["Asia/Kathmandu", "2026-07-01T00:00:00Z", "2026-07-01T05:45:00"],
    ["Australia/Lord_Howe", "2026-01-01T00:00:00Z", "2026-01-01T11:00:00"],
    ["UTC", "2026-07-01T00:00:00Z", "2026-07-01T00:00:00"],
    ["Europe/Atlantis", "2026-07-01T00:00:00Z", "2026-07-01T00:00:00"],
  ])("of %s shows at %s the time %s", (zone, instant, shown) => {
    expect(new WallClock(zone).wallOf(at(instant))).toBe(wall(shown));
  });

  test.each([
    ["a time that the wall shows once", "2026-06-01T10:00:00", "2026-06-01T08:00:00Z"],
    ["one that it skips, an hour later", "2026-03-29T02:30:00", "2026-03-29T01:30:00Z"],
    ["the first of one that it shows twice", "2026-10-25T02:30:00", "2026-10-25T00:30:00Z"],
    ["the hour after that", "2026-10-25T03:00:00", "2026-10-25T02:00:00Z"],
  ])("finds %s", (_, shown, instant) => {
    expect(formatInstant(new WallClock("Europe/Berlin").instantOf(wall(shown)))).toBe(instant);
  });

  test("finds a time of a day that its place left out on the day after", () => {
    expect(formatInstant(new WallClock("Pacific/Apia").instantOf(wall("2011-12-30T09:00:00")))).toBe(
      "2011-12-30T19:00:00Z",
    );
  });

  test("shows what it finds, unless the wall skips that, and finds the first of what it shows", () => {
    const zone = fc.constantFrom("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/St_Johns", "UTC");
    const moment = fc
      .date({ noInvalidDate: true, min: new Date("1995-01-01"), max: new Date("2045-01-01") })
      .map((date) => fromMillis(date.getTime()));
    fc.assert(
      fc.property(zone, moment, (name, instant) => {
        const clock = new WallClock(name);
        const found = clock.instantOf(clock.wallOf(instant));
        expect(clock.wallOf(found)).toBe(clock.wallOf(instant));
        expect(found).toBeLessThanOrEqual(instant);
        expect(instant - found).toBeLessThanOrEqual(3_600_000_000);
      }),
    );
  });

  test("goes as the runtime's own clock does, at each quarter of an hour of a year", () => {
    const clock = new WallClock("America/New_York");
    const format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: "America/New_York",
      dateStyle: "short",
      timeStyle: "medium",
    });
    const start = Date.parse("2026-01-01T00:00:00Z");
    const others = Array.from({ length: 365 * 96 }, (_, quarter) => start + quarter * 900_000).filter(
      (ms) => clock.wallOf(fromMillis(ms)) !== wall(format.format(ms).replace(" ", "T")),
    );
    expect(others).toEqual([]);
  });
});
