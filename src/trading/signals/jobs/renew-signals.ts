import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { SubscriptionDeps } from "../deps.ts";
import type { PausedBeyondPlans } from "../subscription-store.ts";

/** Pauses what a package does not allow any more, then pays months that begin. Each subscription is a transaction of its own, so one failure keeps no other back. */
export const renewSignals = job({
  name: "trading.renewSignals",
  about:
    "Pays authors for the months of subscriptions to signals that begin; pauses those that cannot be paid, and those that a package does not allow any more.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 300_000,

  async run({ signalSubscriptions, clock }: SubscriptionDeps & ClockDeps, _input, { signal }) {
    const failures: unknown[] = [];
    let owner: number | undefined = 0;
    while (owner !== undefined) {
      signal.throwIfAborted();
      const paused: PausedBeyondPlans = await signalSubscriptions.pauseBeyondPlans(clock.now(), owner);
      failures.push(...paused.failures);
      owner = paused.last;
    }
    let after: number | undefined = 0;
    while (after !== undefined) {
      const due: readonly number[] = await signalSubscriptions.listDue(clock.now(), after);
      for (const id of due) {
        signal.throwIfAborted();
        await signalSubscriptions.renew(id, clock.now()).catch((error: unknown) => failures.push(error));
      }
      after = due.at(-1);
    }
    if (failures.length > 0) throw new AggregateError(failures, "some subscriptions to signals could not be renewed");
  },
});
