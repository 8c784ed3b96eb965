/** Waits for work that may hang, and leaves no timer behind that would keep the process alive. */
import type { Clock } from "./clock.ts";

/** One for all: an abort without a reason makes an error with a stack. */
const OVER = new Error("the wait is over");

/**
 * Resolves when `work` has ended, or after `ms` milliseconds.
 *
 * @throws what `work` rejects with before that. A later rejection is not reported.
 */
export async function orAfter(work: Promise<unknown>, ms: number, clock: Clock): Promise<void> {
  const ended = new AbortController();
  const late = clock.sleep(ms, ended.signal).catch(() => undefined);
  try {
    await Promise.race([work, late]);
  } finally {
    ended.abort(OVER);
  }
}
