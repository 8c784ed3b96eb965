/** The jobs of the market, and when they are due. */
import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import type { Schedule } from "../../../kit/jobs/job.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { OpportunityLifeDeps } from "../deps.ts";

interface OpportunityLifeRule {
  readonly opportunityLifeDays: number;
}

/** Forgets old opportunities. */
const forgetOpportunities = job({
  name: "trading.forgetOpportunities",
  about: "Forgets how long opportunities lived that ended longer ago than the setting says.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 600_000,

  async run({ opportunityLives, opportunityLifeDays, clock }: OpportunityLifeDeps & OpportunityLifeRule & ClockDeps) {
    await opportunityLives.removeLivesBefore(toMillis(clock.now()) - opportunityLifeDays * DAY_MS);
  },
});

export const marketJobs = [forgetOpportunities] as const;

export const marketSchedules: readonly Schedule[] = [{ job: forgetOpportunities, pattern: "41 3 * * *", input: {} }];
