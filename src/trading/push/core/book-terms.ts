/** How much of a book a caller gets, and how often. */
import type { PlanLimits } from "../../billing/index.ts";

/** Levels of each side, without a key or session and with one. */
const PUBLIC_LEVELS = 10;
const LEVELS = 50;

/** No plan gets messages more often than this, in milliseconds. */
const LEAST_PACE_MS = 100;

export interface BookTerms {
  /** Of each side. */
  readonly levels: number;
  /** Least time between two changes, in milliseconds. */
  readonly paceMs: number;
}

/** @param limits of the caller's plan; undefined without a key or session, where the connection has a pace of its own */
export function bookTerms(limits: Pick<PlanLimits, "strategies"> | undefined): BookTerms {
  if (!limits) return { levels: PUBLIC_LEVELS, paceMs: LEAST_PACE_MS };
  return { levels: LEVELS, paceMs: Math.max(LEAST_PACE_MS, limits.strategies.orderbook_refresh) };
}
