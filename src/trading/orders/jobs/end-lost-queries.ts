import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { ExchangeQueryDeps } from "../store.ts";

/** Longer than any question takes: every request to an exchange has a limit of time. */
const LOST_AFTER_MS = 120_000;

/** Ends questions to exchanges whose process has died. */
export const endLostQueries = job({
  name: "trading.endLostQueries",
  about: "Ends questions to exchanges that were not answered within 2 minutes, such as those of a process that died.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  timeoutMs: 30_000,

  async run({ exchangeQueries, clock }: ExchangeQueryDeps & ClockDeps) {
    const now = clock.now();
    await exchangeQueries.failLost(plusMillis(now, -LOST_AFTER_MS), now);
  },
});
