/** Time as a port: what the rest of the program may know of it. */
import type { Instant } from "./instant.ts";

export interface Clock {
  /**
   * Now. Never runs backwards within one process, and never stands still: after the system's time was set back it goes on a
   * twentieth slower until that has caught up.
   */
  now(): Instant;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Runs `task` every `ms` milliseconds until the signal is aborted. Runs never overlap: a slow one delays the next.
   * `task` must handle its own failures. Does not keep the process alive.
   */
  every(ms: number, task: () => Promise<void> | void, signal: AbortSignal): void;
}

/** How far the fine clock, which does not follow corrections of the system's time, may stray from it. */
const MAX_STRAY_MS = 20;
/** How fast time goes while it is ahead of the system's. Leases are relied on for nine tenths of their time: they still end first. */
const SLOWER = 0.95;

/** The real clock, to the microsecond. */
export function systemClock(): Clock {
  let lastMs = -Infinity;
  let readMs = 0;
  let strayMs = 0;
  return {
    now() {
      const wallMs = Date.now();
      const fineMs = performance.timeOrigin + performance.now();
      if (Math.abs(fineMs + strayMs - wallMs) > MAX_STRAY_MS) strayMs = wallMs - fineMs;
      lastMs = Math.max(fineMs + strayMs, lastMs + (fineMs - readMs) * SLOWER);
      readMs = fineMs;
      return Math.floor(lastMs * 1000) as Instant;
    },
    sleep,
    every(ms, task, signal) {
      let timer: NodeJS.Timeout | undefined;
      const run = async (): Promise<void> => {
        await task();
        if (!signal.aborted) arm();
      };
      const arm = (): void => {
        timer = setTimeout(() => void run(), ms).unref();
      };
      signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
      if (!signal.aborted) arm();
    },
  };
}

/** Unlike the sleep of Node, it makes no error with a stack when it is aborted: most sleeps end so, thousands a second. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is the caller's own
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    if (signal?.aborted === true) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}
