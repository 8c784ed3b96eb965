/** The jobs of billing, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { makeInvoices } from "./make-invoices.ts";
import { payReferralShares } from "./pay-referral-shares.ts";
import { renewSubscriptions } from "./renew-subscriptions.ts";
import { stopExpiredServers } from "./stop-expired-servers.ts";

export const billingJobs = [makeInvoices, renewSubscriptions, stopExpiredServers, payReferralShares] as const;

/** Invoices are made every day, so that a first of the month without any process is made up for. */
export const billingSchedules: readonly Schedule[] = [
  { job: makeInvoices, pattern: "17 0 * * *", input: {} },
  { job: renewSubscriptions, pattern: "*/10 * * * *", input: {} },
  { job: stopExpiredServers, pattern: "* * * * *", input: {} },
  { job: payReferralShares, pattern: "*/15 * * * *", input: {} },
];
