/** The jobs of the webhooks area. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { deliverWebhookJob, giveUpDeliveriesJob, trimDeliveriesJob } from "../../../kit/webhooks/jobs.ts";
import { playersWebhooks } from "../service.ts";

export const deliverWebhook = deliverWebhookJob(playersWebhooks);

const giveUpDeliveries = giveUpDeliveriesJob(playersWebhooks);

const trimDeliveries = trimDeliveriesJob(
  playersWebhooks,
  "Forgets webhook deliveries that are older than the settings say.",
);

export const webhookJobs = [deliverWebhook, trimDeliveries, giveUpDeliveries] as const;

export const webhookSchedules: readonly Schedule[] = [
  { job: giveUpDeliveries, pattern: "*/5 * * * *", input: {} },
  { job: trimDeliveries, pattern: "23 3 * * *", input: {} },
];
