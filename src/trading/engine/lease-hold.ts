/** A lease as its holder works under it, until it is lost or released. */
import type { Log } from "../../kit/log/log.ts";
import type { Queryable } from "../../kit/sql/database.ts";
import { acquireLease, releaseLease, renewLease, type Lease } from "../../kit/sql/lease.ts";
import type { Clock } from "../../kit/time/clock.ts";

export interface HoldDeps {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly log: Log;
  /** Names this run of this process. */
  readonly owner: string;
  readonly ttlMs: number;
}

/** How much of its time a lease is relied on without a renewal: the rest is for the work to end. */
const RELIED_ON = 0.8;

export class LeaseHold {
  readonly #deps: HoldDeps;
  readonly #lease: Lease;
  readonly #ended = new AbortController();
  #trustedUntilMs: number;

  /** The lease, where no other owner has it; undefined where one does. */
  static async take(name: string, deps: HoldDeps): Promise<LeaseHold | undefined> {
    const askedMs = deps.clock.now() / 1000;
    const lease = await acquireLease(deps.db, { name, owner: deps.owner, ttlMs: deps.ttlMs });
    return lease && new LeaseHold(lease, askedMs, deps);
  }

  private constructor(lease: Lease, askedMs: number, deps: HoldDeps) {
    this.#deps = deps;
    this.#lease = lease;
    this.#trustedUntilMs = askedMs + deps.ttlMs * RELIED_ON;
    deps.clock.every(deps.ttlMs / 4, () => this.#renew(), this.#ended.signal);
  }

  get fence(): number {
    return this.#lease.fence;
  }

  /** Aborted when the lease is lost, cannot be relied on, or was given up. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** The last moment for what is done under the lease, as far as is known now. */
  get untilMs(): number {
    return this.#trustedUntilMs;
  }

  /**
   * Whether the lease is held at this moment. A process that stood still finds out here first, before its timers and the
   * database say so.
   */
  isHeld(): boolean {
    if (this.#deps.clock.now() / 1000 >= this.#trustedUntilMs) this.abandon();
    return !this.signal.aborted;
  }

  /** Works under it no longer. The next owner waits until it runs out. */
  abandon(): void {
    this.#ended.abort();
  }

  /** Lets the next owner have it at once. */
  async release(): Promise<void> {
    this.abandon();
    await releaseLease(this.#deps.db, this.#lease).catch((error: unknown) =>
      this.#deps.log.warn({ lease: this.#lease.name, err: error }, "a lease was not released; it runs out"),
    );
  }

  async #renew(): Promise<void> {
    const { clock, db, ttlMs } = this.#deps;
    if (!this.isHeld()) return;
    const askedMs = clock.now() / 1000;
    const isRenewed = await renewLease(db, this.#lease, ttlMs).catch(() => undefined);
    if (isRenewed === true && !this.signal.aborted) this.#trustedUntilMs = askedMs + ttlMs * RELIED_ON;
    if (isRenewed === false) this.abandon();
  }
}
