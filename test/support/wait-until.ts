import { setTimeout as delay } from "node:timers/promises";

/** How long a test waits for a condition. Far beyond the need of a busy machine: only a hang lasts this long. */
export const PATIENCE_MS = 300_000;

/** Looks often at first, for what comes at once. Looks cost processor that what is waited for needs. */
const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 80;

/** Repeats `check` until it no longer throws, and answers what it answers. */
export async function waitUntil<T>(check: () => T | Promise<T>): Promise<T> {
  const endMs = performance.now() + PATIENCE_MS;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 1.5, LONGEST_WAIT_MS)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
    await delay(waitMs);
  }
}
