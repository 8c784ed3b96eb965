import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { ExchangeFailure } from "../core/failure.ts";
import type { RateBudget, RateRequest } from "../core/rate-budget.ts";

/** A place is looked at again this often while it is waited for: shares of processes change. */
const LOOK_MS = 500;
/** A process that has no share yet gets one soon. */
const SHARE_MS = 50;

/**
 * Takes a place in the rate budget, and waits until the request may be sent. Fails at once where that would take longer than `maxWaitMs`, and
 * later where a stop of the exchange makes it longer.
 *
 * @returns whether it has waited
 * @throws ExchangeFailure of kind `unavailable`
 */
export async function takePlace(budget: RateBudget, clock: Clock, request: RateRequest): Promise<boolean> {
  const nowMs = (): number => toMillis(clock.now());
  const endMs = nowMs() + request.maxWaitMs;
  let hasWaited = false;
  while (budget.share === 0 && nowMs() < endMs) {
    hasWaited = true;
    await clock.sleep(SHARE_MS);
  }
  const place = budget.take({ ...request, maxWaitMs: endMs - nowMs() }, nowMs());
  for (let leftMs = place.waitMs; leftMs > 0; leftMs = place.leftMs(nowMs())) {
    if (leftMs > endMs - nowMs()) throw tooLong(budget, nowMs(), leftMs);
    hasWaited = true;
    await clock.sleep(budget.share < 1 ? Math.min(LOOK_MS, leftMs) : leftMs);
  }
  return hasWaited;
}

function tooLong(budget: RateBudget, nowMs: number, retryAfterMs: number): ExchangeFailure {
  const reason = budget.stopped(nowMs)?.reason ?? "rateLimited";
  const longest = Number.isFinite(retryAfterMs) ? { retryAfterMs } : {};
  return new ExchangeFailure("unavailable", reason, "No more requests may be sent to the exchange now", longest);
}
