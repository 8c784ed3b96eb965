/** The real clock, shifted by the test: it sleeps as long as the real one. */
import { systemClock, type Clock } from "../../src/kit/time/clock.ts";
import { plusMillis } from "../../src/kit/time/instant.ts";

export interface ShiftedClock extends Clock {
  /** Shifts the clock this much further ahead. */
  skip(ms: number): void;
}

export function shiftedClock(): ShiftedClock {
  const real = systemClock();
  let aheadMs = 0;
  return {
    now: () => plusMillis(real.now(), aheadMs),
    sleep: (ms, signal) => real.sleep(ms, signal),
    every: (ms, task, signal) => real.every(ms, task, signal),
    skip: (ms) => void (aheadMs += ms),
  };
}
