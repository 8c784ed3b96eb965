import { describe, expect, test } from "vitest";
import { TopState } from "./top-state.ts";

describe("best prices", () => {
  test("keep the time of each side's own last change", () => {
    const top = new TopState();
    expect(top.take(99, 1, 100, 2, 10)).toBe(true);
    expect(top.take(99, 1, 100, 3, 20)).toBe(true);
    expect(top.take(99, 1, 100, 3, 30)).toBe(false);
    expect([top.state, top.bidMs, top.askMs, top.changes]).toEqual(["live", 10, 20, 2]);
  });

  test("are crossed when the bid is not below the ask, and live again afterwards", () => {
    const top = new TopState();
    top.take(100, 1, 100, 2, 10);
    expect(top.state).toBe("crossed");
    top.take(99, 1, 100, 2, 10);
    expect(top.state).toBe("live");
    top.take(99, 1, 0, 0, 10);
    expect(top.state).toBe("live");
  });

  test("come back unchanged after they were spoiled, which is reported but is not a change of prices", () => {
    const top = new TopState();
    expect(top.spoil()).toBe(false);
    top.take(99, 1, 100, 2, 10);
    expect([top.spoil(), top.spoil()]).toEqual([true, false]);
    expect(top.state).toBe("stale");
    expect(top.take(99, 1, 100, 2, 20)).toBe(true);
    expect([top.state, top.changes]).toEqual(["live", 1]);
  });

  test.each([
    [100, 5_000],
    [1_000, 20_000],
    [600_000, 1_200_000],
  ])("of a listing with a report every %d ms are old after %d ms", (gapMs, limitMs) => {
    const top = new TopState();
    let now = 1_000_000;
    for (let word = 0; word < 200; word++) top.hear((now += gapMs));
    expect(top.isQuiet(now + limitMs - 1)).toBe(false);
    expect(top.isQuiet(now + limitMs + 1)).toBe(true);
  });

  test("of a quiet listing are not old while they are proved, and come back with the next proof", () => {
    const top = new TopState();
    expect(top.prove(500, 500)).toBe(false);
    top.hear(1_000);
    top.take(99, 1, 100, 2, 1_000);
    for (let now = 2_000; now <= 60_000; now += 1_000) {
      expect(top.prove(now, now)).toBe(false);
      expect(top.isQuiet(now + 4_000)).toBe(false);
    }
    expect(top.isQuiet(66_000)).toBe(true);
    top.spoil();
    expect(top.prove(60_500, 66_000)).toBe(false);
    expect(top.prove(65_000, 66_000)).toBe(true);
    // Only a new book proves a lost one.
    top.isLost = true;
    expect(top.prove(67_000, 67_000)).toBe(false);
  });

  test("do not take an outage for a usual silence", () => {
    const top = new TopState();
    top.hear(1_000);
    top.isLost = true;
    top.hear(900_000);
    expect(top.isQuiet(905_001)).toBe(true);
  });
});
