/** One process at a time is connected to an exchange: whoever holds its lease. The others follow through that one. */
import type { Log } from "../../../kit/log/log.ts";
import type { Queryable } from "../../../kit/sql/database.ts";
import { acquireLease, releaseLease, renewLease, type Lease } from "../../../kit/sql/lease.ts";
import type { Clock } from "../../../kit/time/clock.ts";

export interface Ownership {
  readonly db: Queryable;
  /** Names this run of this process. */
  readonly owner: string;
  /** How long a lease lasts without a renewal, in milliseconds; it is renewed at a third of it. */
  readonly ttlMs: number;
}

/** A lease as its holder works under it. */
export interface Hold {
  readonly fence: number;
  /** Aborted when the lease is lost, or given up. */
  readonly signal: AbortSignal;
  /**
   * Whether the lease is held at this moment. A process that has stood still finds out here first, before its timers and
   * the database tell it: whatever is written or told under the lease asks before.
   */
  isHeld(): boolean;
}

export interface OwnedWork {
  /** Runs while the lease is held, and ends soon after the hold's signal, and not before. */
  readonly own: (hold: Hold) => Promise<void>;
  /** Runs while somebody else holds it, or nobody can be asked. */
  readonly follow: (signal: AbortSignal) => Promise<void>;
}

/** How much of its time a lease is relied on without a renewal: the rest is for the work to end. */
const RELIED_ON = 0.9;

/** Does one or the other until the signal is aborted, and then lets go of the lease. */
export async function ownedFeed(
  name: string,
  work: OwnedWork,
  { db, owner, ttlMs, clock, log }: Ownership & { readonly clock: Clock; readonly log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const follow = during(signal);
    const following = settled(work.follow(follow.signal), log, name);
    let askedMs = 0;
    let lease: Lease | undefined;
    while (!lease && !signal.aborted) {
      askedMs = msOf(clock);
      lease = await acquireLease(db, { name, owner, ttlMs }).catch((error: unknown) => {
        log.warn({ lease: name, err: error }, "a lease could not be asked for; tried again");
        return undefined;
      });
      if (!lease) await clock.sleep(ttlMs / 3, signal).catch(() => undefined);
    }
    follow.abort();
    await following;
    if (lease) await hold(lease, askedMs);
  }

  async function hold(lease: Lease, askedMs: number): Promise<void> {
    const held = during(signal);
    const trust = { untilMs: askedMs + ttlMs * RELIED_ON };
    const isHeld = (): boolean => {
      if (msOf(clock) >= trust.untilMs) held.abort();
      return !held.signal.aborted;
    };
    const working = settled(work.own({ fence: lease.fence, signal: held.signal, isHeld }), log, name);
    await renew(lease, trust, held);
    await working;
    await releaseLease(db, lease).catch((error: unknown) =>
      log.warn({ lease: name, err: error }, "a lease was not let go"),
    );
  }

  /** Resolves when the lease is lost, or can no longer be relied on, or the hold was aborted; then it is. */
  async function renew(lease: Lease, trust: { untilMs: number }, controller: AbortController): Promise<void> {
    const held = controller.signal;
    for (;;) {
      await clock.sleep(Math.min(ttlMs / 3, Math.max(0, trust.untilMs - msOf(clock))), held).catch(() => undefined);
      if (held.aborted) break;
      const asked = msOf(clock);
      // A database that does not answer must not keep us from noticing that our time is over.
      const isRenewed = await Promise.race([
        renewLease(db, lease, ttlMs).catch(() => undefined),
        clock.sleep(Math.max(0, trust.untilMs - asked), held).catch(() => undefined),
      ]);
      // What was found out until then is final, even if the renewal still came in time.
      if (held.aborted) break;
      if (isRenewed === true) trust.untilMs = asked + ttlMs * RELIED_ON;
      if (isRenewed === false || msOf(clock) >= trust.untilMs) break;
    }
    controller.abort();
    if (!signal.aborted) log.warn({ lease: name }, "a lease was lost; another process may be connected in our place");
  }
}

function msOf(clock: Clock): number {
  return clock.now() / 1000;
}

/** A controller of its own that is aborted with `signal`, and forgets it afterwards. */
function during(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  controller.signal.addEventListener("abort", () => signal.removeEventListener("abort", abort), { once: true });
  return controller;
}

async function settled(work: Promise<void>, log: Log, name: string): Promise<void> {
  await work.catch((error: unknown) => log.error({ lease: name, err: error }, "work under a lease failed"));
}
