import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { BillingDeps } from "../deps.ts";

/** Charges months that begin. Each account is a transaction of its own, so one failure keeps no other back. */
export const renewSubscriptions = job({
  name: "trading.renewSubscriptions",
  about: "Charges packages whose month is over; gives up those that could not be charged for seven days.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 300_000,

  async run({ billing, clock }: BillingDeps & ClockDeps, _input, { signal }) {
    const failures: unknown[] = [];
    let after = 0;
    for (;;) {
      const due = await billing.listDue(clock.now(), after);
      for (const ownerUid of due) {
        signal.throwIfAborted();
        await billing.renew(ownerUid, clock.now()).catch((error: unknown) => failures.push(error));
      }
      const last = due.at(-1);
      if (last === undefined) break;
      after = last;
    }
    if (failures.length > 0) throw new AggregateError(failures, "some subscriptions could not be renewed");
  },
});
