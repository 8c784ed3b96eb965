/** Keeps trying for a lease, and does one thing for as long as it is held. */
import { invariant } from "../../kit/errors/invariant.ts";
import { fractionFrom } from "../../kit/ids/fraction-from.ts";
import type { Random } from "../../kit/ids/ids.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Queryable } from "../../kit/sql/database.ts";
import { acquireLease, LeaseLost, releaseLease, renewLease, type Lease } from "../../kit/sql/lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { plusMillis, toMillis, type Instant } from "../../kit/time/instant.ts";
import { settled } from "../../kit/time/settled.ts";
import { firstTryMs, nextTryMs, reluctanceMs } from "./core/waits.ts";
import type { SourceTiming } from "./timing.ts";

export interface KeeperDeps {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Names this run of this process. */
  readonly node: string;
  readonly timing: SourceTiming;
  /** What all keepers of the process keep together. */
  readonly kept: { count: number };
}

/**
 * What is done while the lease is held. It ends soon after the signal, and then the lease is let go of. When it ends or
 * fails by itself, the lease is let go of too, and tried for anew.
 */
export type HeldWork = (fence: number, signal: AbortSignal) => Promise<void>;

/** A renewal that failed is tried again after this part of the lease's time. */
const RENEWALS_AT_MOST = 15;

/** The longest that a lease is asked for, and let go of. */
const ANSWER_MS = 5_000;

/** How much of its time a lease is relied on without a renewal: the rest is for the work to notice and to end. */
const RELIED_ON = 0.9;

/**
 * One lease by name. When it is lost, or could not be renewed until it nearly ran out by our own clock, the work's signal is
 * aborted at once: soon another process may have it, and writes without it are refused.
 */
export class LeaseKeeper {
  readonly #name: string;
  readonly #deps: KeeperDeps;
  readonly #work: HeldWork;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #held: AbortController | undefined;
  /** Whether the last try failed, and was told of. */
  #isFailing = false;

  constructor(name: string, deps: KeeperDeps, work: HeldWork) {
    this.#name = name;
    this.#deps = deps;
    this.#work = work;
  }

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  start(): void {
    invariant(this.#running === undefined && !this.#stopping.signal.aborted, "a keeper is started once");
    this.#running = this.#run();
  }

  /** Ends the work, lets go of the lease, and resolves when both is done. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error("the keeper was stopped"));
    this.#held?.abort(new Error("the keeper was stopped"));
    await this.#running;
  }

  /** Ends the work at once, because the lease is known to be lost. */
  lose(): void {
    this.#held?.abort(new LeaseLost(`the lease "${this.#name}" was lost`));
  }

  async #run(): Promise<void> {
    const { timing } = this.#deps;
    await this.#rest(firstTryMs(timing.retryMs, fractionFrom(this.#deps.random)));
    while (!this.#stopping.signal.aborted) {
      await this.#try();
      await this.#rest(nextTryMs(timing.retryMs, fractionFrom(this.#deps.random)));
    }
  }

  async #try(): Promise<void> {
    const { db, clock, kept, node, timing } = this.#deps;
    await this.#rest(reluctanceMs(kept.count, timing.retryMs));
    if (this.#stopping.signal.aborted) return;
    const askedAt = clock.now();
    let lease: Lease | undefined;
    try {
      const asked = acquireLease(db, { name: this.#name, owner: node, ttlMs: timing.leaseMs });
      lease = await this.#answered(asked);
      this.#noteTry();
    } catch (error) {
      this.#noteTry(error);
    }
    if (lease) await this.#hold(lease, plusMillis(askedAt, timing.leaseMs * RELIED_ON));
  }

  async #hold(lease: Lease, until: Instant): Promise<void> {
    const { kept } = this.#deps;
    const held = new AbortController();
    if (this.#stopping.signal.aborted) held.abort(this.#stopping.signal.reason);
    this.#held = held;
    kept.count++;
    const renewing = this.#renew(lease, until, held);
    try {
      if (!held.signal.aborted) await this.#work(lease.fence, held.signal);
    } catch (error) {
      const isOver = held.signal.aborted || error instanceof LeaseLost;
      if (!isOver) this.#deps.log.warn({ lease: this.#name, err: error }, `${this.#name}: given up; tried again soon`);
    } finally {
      held.abort();
      await renewing;
      // Held until here: a lease that runs out by itself keeps everybody waiting.
      await this.#release(lease);
      kept.count--;
      this.#held = undefined;
    }
  }

  /** Resolves when the work is over. Ends it when the lease is. */
  async #renew(lease: Lease, until: Instant, held: AbortController): Promise<void> {
    const { clock, timing, log } = this.#deps;
    let goodUntil = until;
    let waitMs = timing.leaseMs / 3;
    for (;;) {
      await settled(clock.sleep(waitMs, held.signal));
      if (held.signal.aborted) return;
      const askedAt = clock.now();
      const outcome = await this.#askRenewal(lease, goodUntil, held.signal);
      if (held.signal.aborted) return;
      if (outcome === "renewed") {
        goodUntil = plusMillis(askedAt, timing.leaseMs * RELIED_ON);
        waitMs = timing.leaseMs / 3;
      } else if (outcome === "lost" || clock.now() >= goodUntil) {
        const why = outcome === "lost" ? "is another process's now" : "could not be renewed in time";
        log.warn({ lease: this.#name }, `${this.#name}: the lease ${why}; everything under it stops`);
        held.abort(new LeaseLost(`the lease "${this.#name}" ${why}`));
        return;
      } else {
        waitMs = timing.leaseMs / RENEWALS_AT_MOST;
      }
    }
  }

  /** An answer that does not come until the lease has run out is none. */
  async #askRenewal(lease: Lease, until: Instant, signal: AbortSignal): Promise<"renewed" | "lost" | "failed"> {
    const { db, clock, timing } = this.#deps;
    const over = new AbortController();
    const end = (): void => over.abort();
    signal.addEventListener("abort", end, { once: true });
    const leftMs = Math.max(toMillis(until) - toMillis(clock.now()), 0);
    try {
      const tooLate = settled(clock.sleep(leftMs, over.signal)).then(() => "failed" as const);
      const asked = renewLease(db, lease, timing.leaseMs).then((isHeld) => (isHeld ? "renewed" : "lost"));
      const outcome = await Promise.race([asked, tooLate]);
      if (outcome !== "failed") this.#noteTry();
      return outcome;
    } catch (error) {
      this.#noteTry(error);
      return "failed";
    } finally {
      signal.removeEventListener("abort", end);
      over.abort();
    }
  }

  async #release(lease: Lease): Promise<void> {
    try {
      await this.#answered(releaseLease(this.#deps.db, lease));
    } catch (error) {
      this.#deps.log.debug({ lease: this.#name, err: error }, `${this.#name}: not let go of; it will run out`);
    }
  }

  /** A database that falls silent must not keep the process from ending. */
  async #answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
    const { clock, timing } = this.#deps;
    const over = new AbortController();
    const limitMs = Math.min(timing.leaseMs / 3, ANSWER_MS);
    const tooLate = async (): Promise<never> => {
      await clock.sleep(limitMs, over.signal);
      throw new Error(`the database did not answer within ${limitMs} ms`);
    };
    try {
      return await Promise.race([asked, tooLate()]);
    } finally {
      over.abort();
    }
  }

  #noteTry(error?: unknown): void {
    const { log } = this.#deps;
    if (error !== undefined && !this.#isFailing) {
      log.warn({ lease: this.#name, err: error }, `${this.#name}: the database could not be asked for the lease`);
    }
    this.#isFailing = error !== undefined;
  }

  async #rest(ms: number): Promise<void> {
    const { signal } = this.#stopping;
    if (!signal.aborted && ms > 0) await settled(this.#deps.clock.sleep(ms, signal));
  }
}
