import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Breaker } from "./breaker.ts";

const PUBLIC = { isPublic: true };
const PRIVATE = { isPublic: false };

/** A breaker that opened at 4000. */
function opened(): Breaker {
  const breaker = new Breaker();
  for (const atMs of [0, 1000, 2000, 3000, 4000]) breaker.failed(atMs);
  return breaker;
}

describe("a breaker", () => {
  test("opens at the fifth error within 30 seconds", () => {
    const breaker = new Breaker();
    for (const atMs of [0, 10_000, 20_000, 29_000]) breaker.failed(atMs);
    expect(breaker.admits(PRIVATE, 29_500)).toBe(true);
    breaker.failed(29_999);
    expect(breaker.isOpen).toBe(true);
    expect(breaker.admits(PUBLIC, 30_000)).toBe(false);
    expect(breaker.retryAfterMs(30_000)).toBe(4_999);
  });

  test("stays closed while errors are further apart", () => {
    const breaker = new Breaker();
    for (let error = 0; error < 50; error++) breaker.failed(error * 7_501);
    expect(breaker.isOpen).toBe(false);
  });

  test("lets one public request through after a pause, and no orders", () => {
    const breaker = opened();
    expect(breaker.admits(PRIVATE, 9_000)).toBe(false);
    expect(breaker.admits(PUBLIC, 9_000)).toBe(true);
    expect(breaker.admits(PUBLIC, 9_001)).toBe(false);
  });

  test("closes when the probe is answered, and forgets the errors", () => {
    const breaker = opened();
    breaker.admits(PUBLIC, 9_000);
    breaker.answered();
    expect(breaker.admits(PRIVATE, 9_010)).toBe(true);
    for (let error = 0; error < 4; error++) breaker.failed(9_020 + error);
    expect(breaker.isOpen).toBe(false);
  });

  test("waits twice as long after each probe that fails, up to a minute", () => {
    const breaker = opened();
    let nowMs = 4000;
    const pauses: number[] = [];
    for (let probe = 0; probe < 6; probe++) {
      pauses.push(breaker.retryAfterMs(nowMs));
      nowMs += breaker.retryAfterMs(nowMs);
      expect(breaker.admits(PUBLIC, nowMs)).toBe(true);
      breaker.failed(nowMs);
    }
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  test("tries again when a probe never reported back", () => {
    const breaker = opened();
    expect(breaker.admits(PUBLIC, 9_000)).toBe(true);
    expect(breaker.admits(PUBLIC, 39_000)).toBe(true);
  });
});

test("an open breaker always admits a public request within a minute and a half", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ afterMs: fc.nat(20_000), fails: fc.boolean() }), { maxLength: 50 }), (steps) => {
      const breaker = new Breaker();
      let nowMs = 0;
      for (const { afterMs, fails } of steps) {
        nowMs += afterMs;
        if (!breaker.admits(PUBLIC, nowMs)) continue;
        if (fails) breaker.failed(nowMs);
      }
      expect(breaker.admits(PUBLIC, nowMs + 90_000)).toBe(true);
    }),
  );
});
