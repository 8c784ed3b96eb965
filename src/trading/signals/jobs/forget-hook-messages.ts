import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { HookDeps } from "../deps.ts";
import { MESSAGES_KEPT_MS } from "../hook-store.ts";

/** Forgets messages of charting tools when they cannot come again. */
export const forgetHookMessages = job({
  name: "trading.forgetHookMessages",
  about: "Forgets messages of charting tools that are too old to come again.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 600_000,

  async run({ signalHooks, clock }: HookDeps & ClockDeps, _input, { signal }) {
    const before = plusMillis(clock.now(), -MESSAGES_KEPT_MS);
    while (!signal.aborted && (await signalHooks.forgetMessages(before)) > 0);
  },
});
