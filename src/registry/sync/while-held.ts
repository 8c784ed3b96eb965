/** Holds the right to follow an upstream while work runs, and relies on it no longer than this process's clock says. */
import type { Ids } from "../../kit/ids/ids.ts";
import { LeaseLost } from "../../kit/sql/lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { plusMillis, type Instant } from "../../kit/time/instant.ts";
import type { SyncHold, SyncStore } from "./store.ts";

export interface HoldDeps {
  readonly sync: Pick<SyncStore, "hold">;
  readonly clock: Clock;
  readonly ids: Ids;
}

const LEASE_MS = 120_000;
const RENEW_MS = 30_000;

/** How long the lease is relied on after it was asked for. The rest is for the work to notice and end. */
const RELIED_ON_MS = 108_000;

/** How often the clock is looked at. */
const LOOK_MS = 1_000;

/** The longest that one question to the database may take. */
const ANSWER_MS = 10_000;

/**
 * Runs `work` with the hold. Its signal is aborted with `LeaseLost` when the lease is lost, or was not renewed in time.
 * Time counts from before each question: a slow answer does not make the lease longer.
 *
 * @returns undefined while another process holds it.
 * @throws LeaseLost when the database does not answer in time.
 */
export async function whileHeld<Result>(
  { sync, clock, ids }: HoldDeps,
  signal: AbortSignal,
  work: (hold: SyncHold, signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const over = new AbortController();
  const lost = new AbortController();
  const lose = (why: string): void => lost.abort(new LeaseLost(why));
  let goodUntil = plusMillis(clock.now(), RELIED_ON_MS);
  const asked = sync.hold(ids.next("syn"), LEASE_MS);
  let hold: SyncHold | undefined;
  try {
    hold = await answered(clock, asked);
  } catch (error) {
    // An answer that comes too late would keep the others out until the lease ends.
    void asked.then((late) => late?.release()).catch(() => undefined);
    throw error;
  }
  if (!hold) return undefined;
  const held = hold;
  const look = (): void => {
    if (clock.now() >= goodUntil) lose("the lease could not be renewed in time");
  };
  const renew = async (): Promise<void> => {
    const renewedUntil: Instant = plusMillis(clock.now(), RELIED_ON_MS);
    // A database that cannot be reached now may be in time for the next renewal.
    const outcome = await answered(clock, held.renew(LEASE_MS)).catch(() => "unknown" as const);
    if (outcome === true) goodUntil = renewedUntil;
    if (outcome === false) lose("another process has taken over");
  };
  try {
    look();
    clock.every(LOOK_MS, look, over.signal);
    clock.every(RENEW_MS, renew, over.signal);
    return await work(held, AbortSignal.any([signal, lost.signal]));
  } finally {
    over.abort();
    await answered(clock, held.release()).catch(() => undefined);
  }
}

/** @throws LeaseLost when there is no answer within `ANSWER_MS`. */
async function answered<Answer>(clock: Clock, asked: Promise<Answer>): Promise<Answer> {
  const over = new AbortController();
  const tooLate = new Promise<never>((_resolve, reject) => {
    clock.every(ANSWER_MS, () => reject(new LeaseLost("the database did not answer in time")), over.signal);
  });
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    over.abort();
  }
}
