/**
 * How much an exchange may be asked: its published limit, of which we use four fifths, and of those a fifth is kept for
 * requests that cannot wait (cancels, and looking up an order that may exist).
 *
 * Costs are in the exchange's own units. One budget is shared by all that speaks to an exchange from one address.
 */

/** The part of the published limit that is used at all. */
const USED_SHARE = 0.8;
/** The part of what is used that only urgent requests may use. */
const RESERVED_SHARE = 0.2;
/** How much may be sent at once after a rest: what comes in in this time, and one request at least. */
const BURST_MS = 1000;

export type StopReason = "rateLimited" | "banned";

export interface RateRequest {
  /** In the exchange's units; above 0. */
  readonly cost: number;
  /** Cancels and lookups. They use what is kept for them, and the rest too where it is free sooner. */
  readonly urgent: boolean;
  /** Longer than this is not waited: nothing is booked then. */
  readonly maxWaitMs: number;
}

/**
 * A weighted bucket with a reserve (GCRA, the generic cell rate algorithm). Requests are booked when they ask, and told
 * how long to wait, so that they leave in the order in which they came and a dear one is not starved by cheap ones.
 * Knows no clock: `nowMs` may not run backwards.
 */
export class RateBudget {
  readonly #general: Lane;
  readonly #reserve: Lane;
  #stoppedUntilMs = 0;
  #stopReason: StopReason = "rateLimited";

  /** @param unitsPerSecond the limit as the exchange publishes it */
  constructor(unitsPerSecond: number) {
    const used = unitsPerSecond * USED_SHARE;
    this.#general = lane(used * (1 - RESERVED_SHARE));
    this.#reserve = lane(used * RESERVED_SHARE);
  }

  /**
   * Books a request and answers how many milliseconds it has to wait before it is sent: 0 for at once. More than
   * `maxWaitMs` means that it was not booked and must not be sent.
   */
  take({ cost, urgent, maxWaitMs }: RateRequest, nowMs: number): number {
    const startMs = Math.max(nowMs, this.#stoppedUntilMs);
    const isReserved = urgent && waitOf(this.#reserve, cost, startMs) <= waitOf(this.#general, cost, startMs);
    const booked = isReserved ? this.#reserve : this.#general;
    const waitMs = startMs - nowMs + waitOf(booked, cost, startMs);
    if (waitMs > maxWaitMs) return waitMs;
    booked.freeAtMs = Math.max(booked.freeAtMs, startMs) + cost / booked.perMs;
    return waitMs;
  }

  /** The exchange told us to stop: nothing is sent until then. A later end counts, an earlier one does not. */
  stop(reason: StopReason, untilMs: number): void {
    if (untilMs <= this.#stoppedUntilMs) return;
    this.#stoppedUntilMs = untilMs;
    this.#stopReason = reason;
  }

  /** Why nothing may be sent now, and for how long; undefined when it may. */
  stopped(nowMs: number): { readonly reason: StopReason; readonly forMs: number } | undefined {
    const forMs = this.#stoppedUntilMs - nowMs;
    return forMs > 0 ? { reason: this.#stopReason, forMs } : undefined;
  }
}

interface Lane {
  readonly perMs: number;
  readonly burst: number;
  /** When all that was booked will have been earned. */
  freeAtMs: number;
}

function lane(perSecond: number): Lane {
  return { perMs: perSecond / 1000, burst: Math.max(1, (perSecond * BURST_MS) / 1000), freeAtMs: 0 };
}

/** A request dearer than the burst leaves when the bucket is full, and those after it wait for the rest. */
function waitOf(of: Lane, cost: number, nowMs: number): number {
  const owedMs = Math.max(of.freeAtMs, nowMs) - nowMs;
  const spareMs = (of.burst - Math.min(cost, of.burst)) / of.perMs;
  return Math.max(0, Math.ceil(owedMs - spareMs));
}
