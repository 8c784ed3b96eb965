import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { ReferralDeps } from "../../accounts/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { BillingDeps } from "../deps.ts";

/** Shares that could not be paid for this long lapse. */
const LOOK_BACK_MS = 60 * DAY_MS;

export const payReferralShares = job({
  name: "trading.payReferralShares",
  about: "Pays users who referred others their share of what those have paid.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 300_000,

  async run({ billing, clock, referralPercent }: BillingDeps & ReferralDeps & ClockDeps) {
    if (referralPercent > 0) await billing.payReferralShares(referralPercent, plusMillis(clock.now(), -LOOK_BACK_MS));
  },
});
