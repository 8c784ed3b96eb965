import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { systemClock } from "./clock.ts";
import { toMillis } from "./instant.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("now", () => {
  test("never runs backwards, even when the system's time is set back", () => {
    const real = Date.now;
    try {
      const clock = systemClock();
      let last = clock.now();
      for (const shiftMs of [0, 5_000, -60_000, 3, -3, 0]) {
        Date.now = () => real() + shiftMs;
        for (let read = 0; read < 1000; read++) {
          const now = clock.now();
          expect(now).toBeGreaterThanOrEqual(last);
          last = now;
        }
      }
    } finally {
      Date.now = real;
    }
  });

  test("goes on a little slower while the system's time that was set back catches up, and then goes with it", () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: 1_700_000_000_000 });
    try {
      vi.spyOn(performance, "timeOrigin", "get").mockReturnValue(Date.now() - performance.now());
      let setBackMs = 0;
      const real = Date.now;
      vi.spyOn(Date, "now").mockImplementation(() => real() - setBackMs);
      const clock = systemClock();
      const began = toMillis(clock.now());
      setBackMs = 60_000;
      // As leases are looked at: their holder finds out that they have run out, a twentieth too late at most.
      const passed = [600_000, 600_000, 60_000].map((ms) => {
        vi.advanceTimersByTime(ms);
        return toMillis(clock.now()) - began;
      });
      expect(passed).toEqual([570_000, 1_140_000, 1_200_000]);
    } finally {
      vi.restoreAllMocks();
      vi.useRealTimers();
    }
  });

  test("follows the system's time when that is set forward", () => {
    const real = Date.now;
    try {
      const clock = systemClock();
      clock.now();
      Date.now = () => real() + 3_600_000;
      expect(Math.abs(toMillis(clock.now()) - Date.now())).toBeLessThan(1_000);
    } finally {
      Date.now = real;
    }
  });

  test("is a whole number of microseconds, finer than milliseconds", () => {
    const clock = systemClock();
    const reads = Array.from({ length: 2_000 }, () => clock.now());
    expect(reads.every(Number.isSafeInteger)).toBe(true);
    expect(reads.some((at) => at % 1000 !== 0)).toBe(true);
  });
});

describe("sleep", () => {
  test("ends, or is cut short by its signal", async () => {
    const clock = systemClock();
    await clock.sleep(1);
    const stop = new AbortController();
    const sleeping = clock.sleep(1_000_000, stop.signal);
    stop.abort();
    await expect(sleeping).rejects.toMatchObject({ name: "AbortError" });
    await expect(clock.sleep(1_000_000, AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
    const reason = new Error("enough");
    await expect(clock.sleep(1_000_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test("leaves nothing at a signal that outlives it", async () => {
    const clock = systemClock();
    const { signal } = new AbortController();
    for (let each = 0; each < 5; each++) await clock.sleep(1, signal);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("every", () => {
  test("never runs a task beside itself: a slow one delays the next", async () => {
    const stop = new AbortController();
    const open: (() => void)[] = [];
    let running = 0;
    let most = 0;
    let runs = 0;
    systemClock().every(
      1,
      async () => {
        runs++;
        running++;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => open.push(resolve));
        running--;
      },
      stop.signal,
    );
    for (let round = 1; round <= 5; round++) {
      while (runs < round) await systemClock().sleep(1);
      // Time enough for several more, if they could overlap.
      await systemClock().sleep(10);
      expect(runs).toBe(round);
      open.shift()?.();
    }
    stop.abort();
    expect(most).toBe(1);
  });

  test("stops when its signal is aborted: between runs, during one, and before the first", async () => {
    const stop = new AbortController();
    let runs = 0;
    systemClock().every(1, () => void runs++, stop.signal);
    while (runs < 2) await systemClock().sleep(1);
    stop.abort();
    const between = runs;

    const during = new AbortController();
    let finish: (() => void) | undefined;
    let slowRuns = 0;
    systemClock().every(
      1,
      () => {
        slowRuns++;
        return new Promise<void>((resolve) => (finish = resolve));
      },
      during.signal,
    );
    while (!finish) await systemClock().sleep(1);
    during.abort();
    finish();

    let never = 0;
    systemClock().every(1, () => void never++, AbortSignal.abort());
    await systemClock().sleep(20);
    await turn();
    expect([runs - between, slowRuns, never]).toEqual([0, 1, 0]);
  });
});
