/** A clock that a test moves. */
import type { Clock } from "../../src/kit/time/clock.ts";
import { fromMillis, plusMillis, type Instant } from "../../src/kit/time/instant.ts";

export interface ManualClock extends Clock {
  /**
   * Lets this much time pass, and everything happen that was due in it, in order, each at its own time. Resolves when
   * everything that this started has come to rest too, if it waits only for promises and this clock.
   */
  advance(ms: number): Promise<void>;
  /** It is later at once, as after a machine has slept: what was due meanwhile happens with the next `advance`. */
  jump(ms: number): void;
  /** How many sleeps and repetitions are waiting. */
  readonly pending: number;
}

interface Timer {
  readonly at: Instant;
  readonly fire: () => void;
}

/** A clock that stands at a round moment until it is moved. */
export function manualClock(startMs = 1_700_000_000_000): ManualClock {
  let now = fromMillis(startMs);
  const timers = new Set<Timer>();

  const clock: ManualClock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const fire = (): void => {
          signal?.removeEventListener("abort", stop);
          resolve();
        };
        const timer = { at: plusMillis(now, ms), fire };
        const stop = (): void => {
          timers.delete(timer);
          reject(signal?.reason instanceof Error ? signal.reason : new Error("the sleep was cut short"));
        };
        if (signal?.aborted === true) stop();
        else {
          timers.add(timer);
          signal?.addEventListener("abort", stop, { once: true });
        }
      }),
    every(ms, task, signal) {
      const loop = async (): Promise<void> => {
        while (!signal.aborted) {
          await clock.sleep(ms, signal);
          await task();
        }
      };
      loop().catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
    jump(ms) {
      now = plusMillis(now, ms);
    },
    async advance(ms) {
      const end = plusMillis(now, ms);
      await rest();
      for (let next = due(timers, end); next; next = due(timers, end)) {
        timers.delete(next);
        now = Math.max(now, next.at) as Instant;
        next.fire();
        await rest();
      }
      now = end;
      await rest();
    },
    get pending() {
      return timers.size;
    },
  };
  return clock;
}

/** The first that is due by `end`; of those of one moment, the one that was asked for first. */
function due(timers: ReadonlySet<Timer>, end: Instant): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers) if (timer.at <= end && (!first || timer.at < first.at)) first = timer;
  return first;
}

/** Promises that follow from each other settle before the next turn of the event loop. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
