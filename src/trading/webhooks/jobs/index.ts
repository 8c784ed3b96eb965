/** The jobs of webhooks, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { trimDeliveriesJob } from "../../../kit/webhooks/jobs.ts";
import { tradingWebhooks } from "../service.ts";
import { boundDeliveries } from "./bound-deliveries.ts";

const trimDeliveries = trimDeliveriesJob(
  tradingWebhooks,
  "Forgets deliveries of users' webhooks that are older than the settings say.",
);

export const webhookJobs = [trimDeliveries, boundDeliveries] as const;

export const webhookSchedules: readonly Schedule[] = [
  { job: trimDeliveries, pattern: "37 3 * * *", input: {} },
  { job: boundDeliveries, pattern: "* * * * *", input: {} },
];
