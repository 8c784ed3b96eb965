/** Keeps trying for a lease, and does one thing for as long as it is held. */
import { invariant } from "../../kit/errors/invariant.ts";
import { fractionFrom } from "../../kit/ids/fraction-from.ts";
import type { Random } from "../../kit/ids/ids.ts";
import type { Log } from "../../kit/log/log.ts";
import type { LeaseHold, LeaseHolder } from "../../kit/sql/hold-lease.ts";
import { LeaseLost } from "../../kit/sql/lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { settled } from "../../kit/time/settled.ts";
import { firstTryMs, nextTryMs, reluctanceMs } from "./core/waits.ts";
import type { SourceTiming } from "./timing.ts";

export interface KeeperDeps {
  readonly leases: LeaseHolder;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Log, "warn">;
  readonly timing: Pick<SourceTiming, "retryMs">;
  /** The common state of all keepers of the process. */
  readonly kept: { count: number };
}

/**
 * The work while the lease is held. It ends soon after the signal, and then the lease is released. When it ends or
 * fails before, the lease is released too, and tried for again.
 */
export type HeldWork = (fence: number, signal: AbortSignal) => Promise<void>;

/** One lease by name. */
export class LeaseKeeper {
  readonly #name: string;
  readonly #deps: KeeperDeps;
  readonly #work: HeldWork;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #hold: LeaseHold | undefined;
  /** Whether the last try failed, and was reported. */
  #isFailing = false;

  constructor(name: string, deps: KeeperDeps, work: HeldWork) {
    this.#name = name;
    this.#deps = deps;
    this.#work = work;
  }

  start(): void {
    invariant(this.#running === undefined && !this.#stopping.signal.aborted, "a keeper is started once");
    this.#running = this.#run();
  }

  /** Ends the work, releases the lease, and resolves when both is done. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error("the keeper was stopped"));
    await this.#running;
  }

  /** Ends the work at once, because the lease is known to be lost. */
  lose(): void {
    this.#hold?.abandon(new LeaseLost(`the lease "${this.#name}" was lost`));
  }

  async #run(): Promise<void> {
    const { timing, random, kept } = this.#deps;
    await this.#rest(firstTryMs(timing.retryMs, fractionFrom(random)));
    while (!this.#stopping.signal.aborted) {
      await this.#rest(reluctanceMs(kept.count, timing.retryMs));
      await this.#try();
      await this.#rest(nextTryMs(timing.retryMs, fractionFrom(random)));
    }
  }

  async #try(): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    try {
      await this.#deps.leases.whileHeld(this.#name, (hold) => this.#tend(hold), signal);
      this.#isFailing = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!this.#isFailing) {
        const { log } = this.#deps;
        log.warn({ lease: this.#name, err: error }, `${this.#name}: the database could not be asked for the lease`);
      }
      this.#isFailing = true;
    }
  }

  async #tend(hold: LeaseHold): Promise<void> {
    const { kept, log } = this.#deps;
    this.#hold = hold;
    kept.count++;
    try {
      await this.#work(hold.fence, hold.signal);
    } catch (error) {
      const isOver = hold.signal.aborted || error instanceof LeaseLost;
      if (!isOver) log.warn({ lease: this.#name, err: error }, `${this.#name}: given up; tried again soon`);
    } finally {
      kept.count--;
      this.#hold = undefined;
    }
  }

  async #rest(ms: number): Promise<void> {
    const { signal } = this.#stopping;
    if (!signal.aborted && ms > 0) await settled(this.#deps.clock.sleep(ms, signal));
  }
}
