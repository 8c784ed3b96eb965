/** The jobs of the webhooks area. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { deliverWebhookJob, giveUpDeliveriesJob, trimDeliveriesJob } from "../../../kit/webhooks/jobs.ts";
import { registryWebhooks } from "../service.ts";

export const deliverWebhook = deliverWebhookJob(registryWebhooks);

const giveUpDeliveries = giveUpDeliveriesJob(registryWebhooks);

const trimDeliveries = trimDeliveriesJob(registryWebhooks, "Forgets webhook deliveries that are a month old.");

export const webhookJobs = [deliverWebhook, trimDeliveries, giveUpDeliveries] as const;

export const webhookSchedules: readonly Schedule[] = [
  { job: giveUpDeliveries, pattern: "*/5 * * * *", input: {} },
  { job: trimDeliveries, pattern: "17 3 * * *", input: {} },
];
