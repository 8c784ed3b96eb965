/**
 * Times that one machine sends to another: those of our own clock are converted to the database's clock, which both
 * know. Times of exchanges are sent unchanged.
 */
import type { ExchangeHealth } from "../../exchanges/index.ts";

/** A time by a clock that is `aheadMs` ahead of the clock that gave it. 0 means never, and stays 0. */
export function shiftMs(ms: number, aheadMs: number): number {
  return ms === 0 ? 0 : ms + Math.round(aheadMs);
}

export interface ExchangeTimes {
  readonly health: ExchangeHealth;
  readonly lastIssueMs: number;
  readonly lastCheckedMs: number;
}

/** The same with all times by a clock that is `aheadMs` ahead. */
export function shiftView<View extends ExchangeTimes>(view: View, aheadMs: number): View {
  return {
    ...view,
    health: shiftHealth(view.health, aheadMs),
    lastIssueMs: shiftMs(view.lastIssueMs, aheadMs),
    lastCheckedMs: shiftMs(view.lastCheckedMs, aheadMs),
  };
}

export function shiftHealth(health: ExchangeHealth, aheadMs: number): ExchangeHealth {
  return { ...health, sinceMs: shiftMs(health.sinceMs, aheadMs) };
}
