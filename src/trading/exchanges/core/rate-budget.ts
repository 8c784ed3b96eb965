/**
 * How much an exchange may be asked: four fifths of its published limit. Of those a fifth is kept for requests that
 * cannot wait: cancels, and looking up an order that may exist.
 *
 * Costs are in the exchange's own units. One budget is shared by all that speaks to an exchange from one address.
 */

/** The part of the published limit that is used. */
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

/** A place that a request has booked. */
export interface Place {
  /** Milliseconds until the request may be sent; 0 for at once. Above `maxWaitMs` nothing was booked. */
  readonly waitMs: number;
  /** The same as it is later: a stop or a smaller share delay a place that was booked before. */
  leftMs(nowMs: number): number;
}

/**
 * A weighted bucket with a reserve. Requests are booked when they ask, and get their wait at once. So they leave in
 * the order in which they came, and cheap requests do not starve an expensive one. Several processes may each have a
 * share of one limit. Knows no clock: `nowMs` may not run backwards.
 */
export class RateBudget {
  readonly #general: Lane;
  readonly #reserve: Lane;
  #stopped: Stop = NO_STOP;
  #told: Stop = NO_STOP;
  #share = 1;
  #asked = 0;

  /** @param unitsPerSecond the limit as the exchange publishes it */
  constructor(unitsPerSecond: number) {
    const used = unitsPerSecond * USED_SHARE;
    this.#general = new Lane(used * (1 - RESERVED_SHARE));
    this.#reserve = new Lane(used * RESERVED_SHARE);
  }

  /** The part of the limit that this process has: 1 unless `setShare` was called. With 0 nothing may be sent. */
  get share(): number {
    return this.#share;
  }

  /** From now on this part of the limit, from 0 to 1. A greater share comes without a burst of its own. */
  setShare(share: number, nowMs: number): void {
    this.#advance(nowMs);
    this.#share = share;
    for (const lane of [this.#general, this.#reserve]) lane.setShare(share);
  }

  /** Units that were asked for since this was last called, whether they were booked or not. */
  takeAsked(): number {
    const asked = this.#asked;
    this.#asked = 0;
    return asked;
  }

  /** Books a request. One that would have to wait for more than `maxWaitMs` is not booked and must not be sent. */
  take({ cost, urgent, maxWaitMs }: RateRequest, nowMs: number): Place {
    this.#asked += cost;
    this.#advance(nowMs);
    const isReserved = urgent && this.#reserve.waitMs(cost) <= this.#general.waitMs(cost);
    const lane = isReserved ? this.#reserve : this.#general;
    const stopMs = (atMs: number): number => Math.max(0, this.#stopped.untilMs - atMs);
    const waitMs = stopMs(nowMs) + lane.waitMs(cost);
    if (waitMs > maxWaitMs) return { waitMs, leftMs: () => waitMs };
    const turn = lane.book(cost);
    const leftMs = (atMs: number): number => {
      this.#advance(atMs);
      return stopMs(atMs) + lane.leftMs(turn);
    };
    return { waitMs, leftMs };
  }

  /** The exchange told us to stop: nothing is sent until then. A later end counts, an earlier one does not. */
  stop(reason: StopReason, untilMs: number): void {
    if (untilMs > this.#told.untilMs) this.#told = { reason, untilMs };
    this.noteStop(reason, untilMs);
  }

  /** The exchange told another process with the same limit to stop. */
  noteStop(reason: StopReason, untilMs: number): void {
    if (untilMs > this.#stopped.untilMs) this.#stopped = { reason, untilMs };
  }

  /** Why nothing may be sent now, and for how long; undefined when it may. */
  stopped(nowMs: number): { readonly reason: StopReason; readonly forMs: number } | undefined {
    return lasting(this.#stopped, nowMs);
  }

  /** For how long it has banned this address; 0 for not at all. */
  bannedMs(nowMs: number): number {
    const stopped = this.stopped(nowMs);
    return stopped?.reason === "banned" ? stopped.forMs : 0;
  }

  /** The same as far as the exchange has told this process itself. */
  toldToStop(nowMs: number): { readonly reason: StopReason; readonly forMs: number } | undefined {
    return lasting(this.#told, nowMs);
  }

  /** Nothing is earned while everything is stopped, so that nothing gathers in it. */
  #advance(nowMs: number): void {
    for (const lane of [this.#general, this.#reserve]) lane.advance(nowMs, this.#stopped.untilMs);
  }
}

interface Stop {
  readonly reason: StopReason;
  readonly untilMs: number;
}

const NO_STOP: Stop = { reason: "rateLimited", untilMs: 0 };

function lasting({ reason, untilMs }: Stop, nowMs: number) {
  const forMs = untilMs - nowMs;
  return forMs > 0 ? { reason, forMs } : undefined;
}

/** A bucket: what was booked is owed, and worked off at the lane's pace. */
class Lane {
  readonly #wholePerMs: number;
  #perMs: number;
  #burst: number;
  /** Units that were booked and are not earned yet. */
  #owed = 0;
  /** Units that were earned while something was owed, since the start: requests leave at such marks. */
  #earned = 0;
  #atMs = 0;

  constructor(perSecond: number) {
    this.#wholePerMs = perSecond / 1000;
    this.#perMs = this.#wholePerMs;
    this.#burst = burstOf(this.#perMs);
  }

  setShare(share: number): void {
    this.#perMs = this.#wholePerMs * share;
    const burst = burstOf(this.#perMs);
    this.#owed += Math.max(0, burst - this.#burst);
    this.#burst = burst;
  }

  advance(nowMs: number, stoppedUntilMs: number): void {
    const fromMs = Math.max(this.#atMs, Math.min(stoppedUntilMs, nowMs));
    const earned = Math.min(this.#owed, Math.max(0, nowMs - fromMs) * this.#perMs);
    this.#owed -= earned;
    this.#earned += earned;
    this.#atMs = Math.max(this.#atMs, nowMs);
  }

  waitMs(cost: number): number {
    return this.#msFor(this.#over(cost));
  }

  /** The mark at which the request may leave. One dearer than the burst leaves when the bucket is full. */
  book(cost: number): number {
    const mark = this.#earned + this.#over(cost);
    this.#owed += cost;
    return mark;
  }

  leftMs(mark: number): number {
    return this.#msFor(mark - this.#earned);
  }

  #over(cost: number): number {
    return Math.max(0, this.#owed - (this.#burst - Math.min(cost, this.#burst)));
  }

  /** A rounding error is not a wait. */
  #msFor(units: number): number {
    return units <= 1e-9 ? 0 : Math.ceil(units / this.#perMs - 1e-6);
  }
}

/** The requests that come in within `BURST_MS`, at least one. */
function burstOf(perMs: number): number {
  return Math.max(1, perMs * BURST_MS);
}
