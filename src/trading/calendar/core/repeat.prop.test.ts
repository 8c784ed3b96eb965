import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromMillis, toMillis, type Instant } from "../../../kit/time/instant.ts";
import { WallClock } from "../../../kit/time/wall-clock.ts";
import { nextOccurrence, occurrencesBetween, type Repeat } from "./repeat.ts";

const instant = fc
  .tuple(fc.date({ noInvalidDate: true, min: new Date("1995-01-01"), max: new Date("2045-01-01") }), fc.nat(999))
  .map(([date, micros]) => (fromMillis(date.getTime()) + micros) as Instant);
const UTC = new WallClock("UTC");
const repeating = fc.constantFrom<Repeat>("daily", "weekly", "monthly");

const daysInMonth = (date: Readonly<Date>) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** A slow twin: walks day by day and asks of each whether the repetition falls on it. */
function slowNext(first: Instant, repeat: Repeat, after: Instant): Instant {
  const firstDate = new Date(toMillis(first));
  const micros = first - fromMillis(toMillis(first));
  const time = [firstDate.getUTCHours(), firstDate.getUTCMinutes(), firstDate.getUTCSeconds()] as const;
  const start = first > after ? firstDate : new Date(toMillis(after) - 86_400_000 * 2);
  for (let days = 0; ; days++) {
    const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + days];
    const date = new Date(Date.UTC(year, month, day, ...time, firstDate.getUTCMilliseconds()));
    const at = (fromMillis(date.getTime()) + micros) as Instant;
    if (at < first || at <= after) continue;
    if (repeat === "daily") return at;
    if (repeat === "weekly" && date.getUTCDay() === firstDate.getUTCDay()) return at;
    const wanted = Math.min(firstDate.getUTCDate(), daysInMonth(date));
    if (repeat === "monthly" && date.getUTCDate() === wanted) return at;
  }
}

describe("the next time of a repetition", () => {
  test("is what a walk through the calendar finds", () => {
    fc.assert(
      fc.property(
        instant,
        repeating,
        fc.integer({ min: -40, max: 900 }),
        fc.nat(86_400_000),
        (first, repeat, days, ms) => {
          const after = (first + (days * 86_400_000 + ms) * 1000) as Instant;
          expect(nextOccurrence(first, repeat, after, UTC)).toBe(slowNext(first, repeat, after));
        },
      ),
    );
  });

  test("is later than the given time, and no other repetition is between", () => {
    fc.assert(
      fc.property(instant, repeating, instant, fc.nat(), (first, repeat, after, part) => {
        const next = nextOccurrence(first, repeat, after, UTC) as Instant;
        expect(next).toBeGreaterThan(after);
        expect(next).toBeGreaterThanOrEqual(first);
        const between = (after + (part % (next - after))) as Instant;
        expect(nextOccurrence(first, repeat, between, UTC)).toBe(next);
      }),
    );
  });

  test("keeps the time of day, and in months with enough days the day", () => {
    fc.assert(
      fc.property(instant, repeating, instant, (first, repeat, after) => {
        const next = nextOccurrence(first, repeat, after, UTC) as Instant;
        expect(next % 86_400_000_000).toBe(first % 86_400_000_000);
        const [firstDate, date] = [new Date(toMillis(first)), new Date(toMillis(next))];
        if (repeat === "monthly") {
          expect(date.getUTCDate()).toBe(Math.min(firstDate.getUTCDate(), daysInMonth(date)));
        }
      }),
    );
  });

  test("of one that does not repeat is its only time, or none", () => {
    fc.assert(
      fc.property(instant, instant, (first, after) => {
        expect(nextOccurrence(first, "none", after, UTC)).toBe(first > after ? first : undefined);
      }),
    );
  });
});

/** One place of each kind: an hour ahead in summer, in the south, half an hour, and none. */
const PLACES = ["Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Asia/Kathmandu"] as const;

describe.each(PLACES)("on the clock of %s, the next time of a repetition", (place) => {
  const clock = new WallClock(place);
  const timeOfDay = (at: Instant): number => clock.wallOf(at) % 86_400_000_000;

  test("is later than the given time, and no other repetition is between", () => {
    fc.assert(
      fc.property(instant, repeating, instant, fc.nat(), (first, repeat, after, part) => {
        const next = nextOccurrence(first, repeat, after, clock) as Instant;
        expect(next).toBeGreaterThan(after);
        expect(next).toBeGreaterThanOrEqual(first);
        const between = (after + (part % (next - after))) as Instant;
        expect(nextOccurrence(first, repeat, between, clock)).toBe(next);
      }),
    );
  });

  test("keeps the time of day, unless the wall skips it", () => {
    fc.assert(
      fc.property(instant, repeating, instant, (first, repeat, after) => {
        const next = nextOccurrence(first, repeat, after, clock) as Instant;
        if (timeOfDay(next) === timeOfDay(first)) return;
        // Just before it, the wall went forward: the hours before are further away than it shows.
        const hoursAgo = (next - 2 * 3_600_000_000) as Instant;
        expect(clock.wallOf(next) - clock.wallOf(hoursAgo)).toBeGreaterThan(2 * 3_600_000_000);
      }),
    );
  });
});

describe("the times within a window", () => {
  test("are those that stepping from the first gives, in order and within the limit", () => {
    fc.assert(
      fc.property(instant, repeating, fc.nat(400), fc.nat(400), fc.nat(40), (first, repeat, skip, length, limit) => {
        const from = (first + (skip - 100) * 86_400_000_000) as Instant;
        const to = (from + length * 86_400_000_000) as Instant;
        const all: Instant[] = [];
        for (
          let at: Instant | undefined = first;
          at !== undefined && at <= to;
          at = nextOccurrence(first, repeat, at, UTC)
        ) {
          if (at >= from) all.push(at);
        }
        expect(occurrencesBetween(first, repeat, { from, to, limit }, UTC)).toEqual(all.slice(0, limit));
      }),
    );
  });
});
