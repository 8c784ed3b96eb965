import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { watchOnce, type WatchDeps } from "../watch/watch-deposits.ts";

export interface WatchJobDeps extends WatchDeps {
  /** Makes this job due once more, with `{ isSecond: true }`: schedules know only whole minutes. */
  readonly enqueueWatch: (runAt: Instant) => Promise<void>;
}

/** Twice a minute. */
const EVERY_MS = 30_000;

/** A run that fails is followed by the next one soon enough. */
export const watchDeposits = job({
  name: "trading.watchDeposits",
  about: "Finds deposits of BTC, credits them when they are confirmed, and follows what the chain undoes.",
  input: Type.Object({ isSecond: Type.Optional(Type.Boolean()) }),
  retry: { maxAttempts: 1 },
  timeoutMs: 120_000,

  async run(deps: WatchJobDeps, { isSecond }, { signal }) {
    if (!deps.esplora) return;
    if (isSecond !== true) await deps.enqueueWatch(plusMillis(deps.clock.now(), EVERY_MS));
    await watchOnce(deps, signal);
  },
});
