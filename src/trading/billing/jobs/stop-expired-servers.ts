import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { BillingDeps } from "../deps.ts";

/** Ends rented servers whose time is over. */
export const stopExpiredServers = job({
  name: "trading.stopExpiredServers",
  about: "Stops rented servers whose time is over, and pays those back that no worker took within 15 minutes.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 120_000,

  async run({ billing, clock }: BillingDeps & ClockDeps, _input, { signal }) {
    for (let stopped = 1; stopped > 0;) {
      signal.throwIfAborted();
      stopped = await billing.stopExpiredServers(clock.now());
    }
  },
});
