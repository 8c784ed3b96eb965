/** How long a process waits before it tries to take a lease. */

/** The extra wait for each lease that is kept already. */
const RELUCTANCE_MS = 100;
/** The first tries of a process spread over this time. */
const FIRST_MS = 500;

/**
 * Milliseconds before trying for a lease that may be free: none for a process that keeps nothing, and 100 more for
 * each lease that it keeps, up to `retryMs`. So when a process goes, those with less to do take what it had.
 */
export function reluctanceMs(kept: number, retryMs: number): number {
  return Math.min(kept * RELUCTANCE_MS, retryMs);
}

/**
 * Milliseconds before a process's first try for one lease. `fraction` is from 0 to 1: processes that start together then
 * share what there is.
 */
export function firstTryMs(retryMs: number, fraction: number): number {
  return Math.min(FIRST_MS, retryMs) * fraction;
}

/** Milliseconds from a try that failed to the next, around `retryMs`. `fraction` is from 0 to 1. */
export function nextTryMs(retryMs: number, fraction: number): number {
  return retryMs * (0.75 + fraction / 2);
}
