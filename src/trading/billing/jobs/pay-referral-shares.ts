import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import type { ReferralJobDeps } from "./job-deps.ts";

/** Shares that could not be paid for so long are paid no more. */
const LOOK_BACK_MS = 60 * 24 * 3_600_000;

export const payReferralShares = job({
  name: "trading.payReferralShares",
  about: "Pays those who have brought others their share of what these have paid.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 300_000,

  async run({ billing, clock, referralPercent }: ReferralJobDeps) {
    if (referralPercent > 0) await billing.payReferralShares(referralPercent, plusMillis(clock.now(), -LOOK_BACK_MS));
  },
});
