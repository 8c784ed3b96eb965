import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis, toMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { SignalTrimDeps } from "../deps.ts";

/** Takes away what no result needs. It may run twice, and be stopped after any batch. */
export const trimSignals = job({
  name: "trading.trimSignals",
  about:
    "Removes what signals keep of longer ago than the setting says and no result is computed from: what strategies of " +
    "subscribers did, iterations from before a reset, revoked addresses, and deleted signals.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 600_000,

  async run({ signalTrim, signalRetentionDays, clock }: SignalTrimDeps & ClockDeps, _input, { signal }) {
    const beforeMs = Math.floor(toMillis(plusMillis(clock.now(), -signalRetentionDays * DAY_MS)));
    while (!signal.aborted && (await signalTrim.trim(beforeMs)) > 0);
  },
});
