import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ClockOffset, readClock } from "./clock-offset.ts";

/** Five samples of a clock that is `offsetMs` ahead of ours, over a line with these round trips. */
function samples(offsetMs: number, roundTripsMs = [20, 22, 18, 400, 21]) {
  return roundTripsMs.map((tripMs, index) => ({
    sentMs: index * 1000,
    receivedMs: index * 1000 + tripMs,
    theirsMs: index * 1000 + tripMs / 2 + offsetMs,
  }));
}

describe("the offset of an exchange's clock", () => {
  test("is near the median of the samples, each less half of its round trip", () => {
    const uneven = samples(-1500);
    // The one slow answer had spent all of its time on the way there.
    uneven[3] = { sentMs: 3000, receivedMs: 3400, theirsMs: 3400 - 1500 };
    expect(readClock(uneven)).toEqual({ offsetMs: -1500, uncertaintyMs: 9 });
  });

  test("is that of one quick answer where all others are slow", () => {
    const busy = samples(0, [1458, 1400, 20, 1500, 900]).map((each, at) =>
      // Each of the slow ones has waited on one of its ways only.
      at === 2 ? each : { ...each, theirsMs: each.sentMs + (at % 2 === 0 ? 300 : each.receivedMs - each.sentMs - 300) },
    );
    const reading = readClock(busy);
    expect(reading?.offsetMs).toBe(0);
    expect(reading?.uncertaintyMs).toBeLessThan(500);
  });

  test("is what was measured, as long as it is measured every five minutes", () => {
    const clock = new ClockOffset();
    expect(clock.isDue(0)).toBe(true);
    expect(clock.problem).toContain("not been measured");
    clock.measured(samples(12_000), 0);
    expect(clock.offsetMs).toBe(12_000);
    expect(clock.problem).toBeUndefined();
    expect(clock.isDue(299_999)).toBe(false);
    expect(clock.isDue(300_000)).toBe(true);
  });

  test("is not traded by after a jump of more than 500 ms, until the next measurement agrees", () => {
    const clock = new ClockOffset();
    clock.measured(samples(0), 0);
    clock.measured(samples(500), 1000);
    expect(clock.problem).toBeUndefined();
    clock.measured(samples(1100), 2000);
    expect(clock.problem).toContain("600 ms");
    expect(clock.driftMs).toBe(600);
    clock.measured(samples(1090), 3000);
    expect(clock.problem).toBeUndefined();
    expect(clock.driftMs).toBeLessThan(500);
  });

  test("is not traded by when the line is too slow to know it", () => {
    const clock = new ClockOffset();
    clock.measured(samples(0, [1200, 1300, 1250, 1400, 1100]), 0);
    expect(clock.problem).toContain("only known to");
  });

  test("stays as it was when nothing could be measured", () => {
    const clock = new ClockOffset();
    clock.measured(samples(70), 0);
    clock.measured([], 400_000);
    expect(clock.offsetMs).toBe(70);
    expect(clock.isDue(400_000)).toBe(true);
  });
});

test("the truth is never further away than it says, where every answer has the right time", () => {
  const trip = fc.record({ there: fc.nat(5_000), back: fc.nat(5_000) });
  fc.assert(
    fc.property(
      fc.integer({ min: -5000, max: 5000 }),
      fc.array(trip, { minLength: 1, maxLength: 5 }),
      (offsetMs, trips) => {
        const series = trips.map(({ there, back }, at) => {
          const sentMs = at * 20_000;
          return { sentMs, receivedMs: sentMs + there + back, theirsMs: sentMs + there + offsetMs };
        });
        const reading = readClock(series);
        expect(Math.abs((reading?.offsetMs ?? Number.NaN) - offsetMs)).toBeLessThanOrEqual(
          reading?.uncertaintyMs ?? Number.NaN,
        );
      },
    ),
  );
});

test("no single wild sample moves the offset beyond the other four", () => {
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 5000 }), fc.integer(), fc.nat(4), (offsetMs, wildMs, at) => {
      const series = samples(offsetMs, [20, 20, 20, 20, 20]);
      const wild = series[at];
      if (wild) series[at] = { ...wild, theirsMs: wild.theirsMs + wildMs };
      expect(readClock(series)?.offsetMs).toBe(offsetMs);
    }),
  );
});
