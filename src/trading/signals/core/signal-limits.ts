/** A package's limits for signals. */
import { MINUTE_MS } from "../../../kit/time/spans.ts";

export interface SignalLimits {
  /** Signals that the users of an account may publish together. */
  readonly signals: number;
  /** Signals that they may follow together. */
  readonly subscriptions: number;
  /** How long after a trigger the account learns of it, whichever way, milliseconds. */
  readonly delayMs: number;
}

const FREE: SignalLimits = { signals: 1, subscriptions: 1, delayMs: 15 * MINUTE_MS };
const BASIC: SignalLimits = { signals: 10, subscriptions: 10, delayMs: MINUTE_MS };
const BY_PLAN: Readonly<Record<string, SignalLimits>> = {
  free: FREE,
  basic: BASIC,
  pro: { signals: 100, subscriptions: 100, delayMs: 0 },
};

/** Of the package with that id. One with changed settings has what `basic` has. */
export function signalLimits(planId: string): SignalLimits {
  return BY_PLAN[planId] ?? BASIC;
}

/** Every package allows as many signals to be followed. */
export const LEAST_SUBSCRIPTIONS = FREE.subscriptions;

/** How late callers without a key see a trigger, milliseconds. */
export const STRANGER_DELAY_MS = FREE.delayMs;
