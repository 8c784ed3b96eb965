import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { AlertTrimDeps } from "../deps.ts";

/** Forgets old alerts. */
export const trimAlerts = job({
  name: "trading.trimAlerts",
  about: "Forgets alerts and Telegram messages that are older than the settings say.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 60_000,

  async run({ alertTrim, alertRetentionDays, clock }: AlertTrimDeps & ClockDeps) {
    await alertTrim.trim(plusMillis(clock.now(), -alertRetentionDays * DAY_MS));
  },
});
