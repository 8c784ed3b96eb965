/**
 * Holds leases: acquires them, renews them, and ends the work under one that is lost. A lease is relied on no longer
 * than this process's own clock allows, so that a process that stalled, or is cut off, stops before another begins.
 */
import type { Log } from "../log/log.ts";
import type { Clock } from "../time/clock.ts";
import { orAborted } from "../time/or-aborted.ts";
import { settled } from "../time/settled.ts";
import type { Queryable } from "./database.ts";
import { acquireLease, LeaseLost, releaseLease, renewLeases, type Lease } from "./lease.ts";

export interface LeaseHolderDeps {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
  /** Names this run of this process. */
  readonly owner: string;
  /** How long a lease lasts without a renewal: 100 milliseconds to a day. It is renewed at a third of that. */
  readonly ttlMs: number;
  /** How much of its time a lease is relied on, 0.9 by default. The rest is for the work under it to end. */
  readonly reliedOn?: number;
}

/** A lease as its holder works under it, until it is lost, given up or released. */
export interface LeaseHold {
  readonly lease: Lease;
  /** Every write under it asserts this. */
  readonly fence: number;
  /** Aborted when the lease is lost, with `LeaseLost`, or given up. It is not held again afterwards. */
  readonly signal: AbortSignal;
  /** The last moment for what is done under the lease, as far as is known now, by the process's clock. */
  readonly untilMs: number;
  /**
   * Whether the lease is held at this moment. A process that stood still finds out here first, before its timers and the
   * database say so.
   */
  readonly isHeld: () => boolean;
  /** Works under it no longer. The next owner waits until it runs out or is released. */
  abandon(reason?: Error): void;
  /** Lets the next owner have it at once. Where that fails it runs out. */
  release(): Promise<void>;
}

const RELIED_ON = 0.9;
/** While a lease lasts it is looked at this many times, so that work ends soon after it may no longer go on. */
const LOOKS = 30;
/** A renewal that failed is tried again after this part of the lease's time. */
const RETRIES = 15;
/** The longest that acquiring a lease may take. */
const ANSWER_MS = 10_000;
/** The longest that a process which ends waits for the release of one. */
const RELEASE_MS = 5_000;

/** All leases that one part of a process holds. They are renewed together, by one statement, however many they are. */
export class LeaseHolder {
  readonly #deps: LeaseHolderDeps;
  readonly #reliedOnMs: number;
  readonly #holds = new Set<Held>();
  #looking = new AbortController();
  #nextRenewalMs = 0;
  /** Whether the last renewal failed, and was reported. */
  #isFailing = false;

  constructor(deps: LeaseHolderDeps) {
    this.#deps = deps;
    this.#reliedOnMs = deps.ttlMs * (deps.reliedOn ?? RELIED_ON);
  }

  get ttlMs(): number {
    return this.#deps.ttlMs;
  }

  /**
   * The lease, where no other owner has it; undefined where one does. It is given up when `signal` is aborted.
   *
   * @throws LeaseLost when the database does not answer in time; the signal's reason when it is aborted first.
   */
  async hold(name: string, signal?: AbortSignal): Promise<LeaseHold | undefined> {
    const { db, owner, ttlMs } = this.#deps;
    // Time counts from before the question: a slow answer does not make the lease longer.
    const askedMs = this.#nowMs();
    const asked = acquireLease(db, { name, owner, ttlMs });
    let lease: Lease | undefined;
    try {
      lease = await this.#answered(asked, Math.min(this.#reliedOnMs, ANSWER_MS), signal);
    } catch (error) {
      // An answer that comes too late would keep the others out until the lease runs out.
      void settled(asked.then((late) => late && releaseLease(db, late)));
      throw error;
    }
    if (!lease) return undefined;
    const hold = this.#add(lease, askedMs, signal);
    if (!hold.isHeld()) await hold.release();
    hold.signal.throwIfAborted();
    return hold;
  }

  /** Runs `work` under the lease, and releases it when that ends. Undefined, and nothing is run, where it is not to be had. */
  async whileHeld<Result>(
    name: string,
    work: (hold: LeaseHold) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result | undefined> {
    const hold = await this.hold(name, signal);
    if (!hold) return undefined;
    try {
      return await work(hold);
    } finally {
      await hold.release();
    }
  }

  #add(lease: Lease, askedMs: number, signal: AbortSignal | undefined): Held {
    const { clock, ttlMs } = this.#deps;
    const held = new Held(lease, askedMs + this.#reliedOnMs, {
      nowMs: () => this.#nowMs(),
      release: () => this.#release(lease),
      onEnd: () => this.#remove(held),
    });
    const giveUp = (): void => held.abandon(signal?.reason instanceof Error ? signal.reason : undefined);
    if (signal?.aborted === true) giveUp();
    else signal?.addEventListener("abort", giveUp, { once: true, signal: held.signal });
    if (held.signal.aborted) return held;
    if (this.#holds.size === 0) {
      this.#looking = new AbortController();
      this.#nextRenewalMs = askedMs + ttlMs / 3;
      clock.every(ttlMs / LOOKS, () => this.#look(), this.#looking.signal);
    }
    this.#holds.add(held);
    return held;
  }

  #remove(held: Held): void {
    const { log } = this.#deps;
    const { lease, signal } = held;
    if (signal.reason instanceof LeaseLost) {
      log.warn({ lease: lease.name, err: signal.reason }, `a lease was lost: ${lease.name}; work under it ends`);
    }
    if (this.#holds.delete(held) && this.#holds.size === 0) this.#looking.abort();
  }

  #look(): void {
    const held = [...this.#holds].filter((each) => each.isHeld());
    // The answer is not waited for: time goes on, whatever became of the question.
    if (held.length > 0 && this.#nowMs() >= this.#nextRenewalMs) void this.#renew(held);
  }

  async #renew(held: readonly Held[]): Promise<void> {
    const { db, ttlMs, log } = this.#deps;
    const askedMs = this.#nowMs();
    this.#nextRenewalMs = askedMs + ttlMs / 3;
    try {
      const leases = held.map(({ lease }) => lease);
      const renewed = await renewLeases(db, leases, ttlMs);
      this.#isFailing = false;
      for (const each of held) {
        if (renewed.has(each.lease)) each.extend(askedMs + this.#reliedOnMs);
        else each.abandon(new LeaseLost("another process has taken over, or the lease had run out"));
      }
    } catch (error) {
      this.#nextRenewalMs = Math.min(this.#nextRenewalMs, this.#nowMs() + ttlMs / RETRIES);
      if (!this.#isFailing)
        log.warn({ leases: held.length, err: error }, "the leases could not be renewed; tried again");
      this.#isFailing = true;
    }
  }

  async #release(lease: Lease): Promise<void> {
    const { db, ttlMs, log } = this.#deps;
    try {
      await this.#answered(releaseLease(db, lease), Math.min(ttlMs / 3, RELEASE_MS));
    } catch (error) {
      log.warn({ lease: lease.name, err: error }, `a lease was not released: ${lease.name}; it runs out`);
    }
  }

  /** A database that falls silent must not keep the process from going on, or from ending. */
  async #answered<Answer>(asked: Promise<Answer>, limitMs: number, signal?: AbortSignal): Promise<Answer> {
    const over = new AbortController();
    const late = new AbortController();
    const end = (): void => late.abort(new LeaseLost("the database did not answer in time"));
    this.#deps.clock.every(limitMs, end, over.signal);
    try {
      return await orAborted(asked, signal ? AbortSignal.any([signal, late.signal]) : late.signal);
    } finally {
      over.abort();
    }
  }

  #nowMs(): number {
    return this.#deps.clock.now() / 1000;
  }
}

interface HeldHands {
  nowMs(): number;
  release(): Promise<void>;
  onEnd(): void;
}

class Held implements LeaseHold {
  readonly lease: Lease;
  readonly #hands: HeldHands;
  readonly #ended = new AbortController();
  #untilMs: number;

  constructor(lease: Lease, untilMs: number, hands: HeldHands) {
    this.lease = lease;
    this.#untilMs = untilMs;
    this.#hands = hands;
  }

  get fence(): number {
    return this.lease.fence;
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get untilMs(): number {
    return this.#untilMs;
  }

  readonly isHeld = (): boolean => {
    if (this.#hands.nowMs() >= this.#untilMs) this.abandon(new LeaseLost("the lease could not be renewed in time"));
    return !this.signal.aborted;
  };

  abandon(reason = new Error("the lease was given up")): void {
    if (this.signal.aborted) return;
    this.#ended.abort(reason);
    this.#hands.onEnd();
  }

  async release(): Promise<void> {
    this.abandon();
    await this.#hands.release();
  }

  /** An earlier renewal that is answered after a later one changes nothing. One that comes after the end is too late. */
  extend(untilMs: number): void {
    this.#untilMs = Math.max(this.#untilMs, untilMs);
  }
}
