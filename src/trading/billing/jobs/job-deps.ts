import type { Clock } from "../../../kit/time/clock.ts";
import type { BillingStore } from "../store.ts";

/** What the jobs of billing are given. */
export interface BillingJobDeps {
  readonly billing: BillingStore;
  readonly clock: Clock;
}

export interface ReferralJobDeps extends BillingJobDeps {
  /** Share of each payment that goes to who brought the payer, in percent. */
  readonly referralPercent: number;
}
