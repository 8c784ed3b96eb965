/** Waits for what the process that looks after a run answers. */
import type { Clock } from "../../kit/time/clock.ts";
import type { RunNews } from "./deps.ts";

/** How long a request waits, and how often it looks. */
const WAIT_MS = 5_000;
const LOOK_MS = 25;

export function runNews(clock: Clock, wake: () => void): RunNews {
  return {
    async wait(read) {
      const endMs = clock.now() / 1000 + WAIT_MS;
      for (;;) {
        wake();
        const found = await read();
        if (found !== undefined || clock.now() / 1000 >= endMs) return found;
        await clock.sleep(LOOK_MS);
      }
    },
  };
}
