/** One process at a time is connected to an exchange: the one that holds its lease. The others follow through that one. */
import type { Log } from "../../../kit/log/log.ts";
import type { Queryable } from "../../../kit/sql/database.ts";
import type { LeaseHold, LeaseHolder } from "../../../kit/sql/hold-lease.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { settled } from "../../../kit/time/settled.ts";

export interface Ownership {
  readonly db: Queryable;
  /** Names this run of this process. */
  readonly owner: string;
  /** How long a lease lasts without a renewal, in milliseconds. */
  readonly ttlMs: number;
}

/**
 * A lease as the work of a feed sees it. The work asks whether it is held before it writes or tells anything under it.
 */
export type Hold = Pick<LeaseHold, "fence" | "signal" | "isHeld">;

export interface OwnedWork {
  /** Runs while the lease is held, and ends soon after the hold's signal, and not before. */
  readonly own: (hold: Hold) => Promise<void>;
  /** Runs while another process holds it, or the database cannot be asked. */
  readonly follow: (signal: AbortSignal) => Promise<void>;
}

export interface OwnedFeedDeps {
  readonly leases: LeaseHolder;
  readonly clock: Clock;
  readonly log: Log;
}

/** Does one or the other until the signal is aborted, and then releases the lease. */
export async function ownedFeed(
  name: string,
  work: OwnedWork,
  { leases, clock, log }: OwnedFeedDeps,
  signal: AbortSignal,
): Promise<void> {
  const retryMs = leases.ttlMs / 3;
  const logged = (working: Promise<void>): Promise<void> =>
    working.catch((error: unknown) => log.error({ lease: name, err: error }, "work under a lease failed"));
  while (!signal.aborted) {
    const hold = await followUntilHeld();
    if (!hold) continue;
    await logged(work.own(hold));
    const hasFailed = hold.isHeld();
    await hold.release();
    // Another process may be able to do it; this one does not begin again at once.
    if (hasFailed) await settled(clock.sleep(retryMs, signal));
  }

  async function followUntilHeld(): Promise<LeaseHold | undefined> {
    const acquired = new AbortController();
    const following = logged(work.follow(AbortSignal.any([signal, acquired.signal])));
    let hold: LeaseHold | undefined;
    while (!hold && !signal.aborted) {
      try {
        hold = await leases.hold(name, signal);
      } catch (error) {
        if (!signal.aborted) log.warn({ lease: name, err: error }, "a lease could not be asked for; tried again");
      }
      if (!hold) await settled(clock.sleep(retryMs, signal));
    }
    acquired.abort();
    await following;
    return hold;
  }
}
