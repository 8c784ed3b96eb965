/** The jobs of the webhooks area. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { deliverWebhook } from "./deliver-webhook.ts";
import { trimDeliveries } from "./trim-deliveries.ts";

export { deliverWebhook };

export const webhookJobs = [deliverWebhook, trimDeliveries] as const;

export const webhookSchedules: readonly Schedule[] = [{ job: trimDeliveries, pattern: "17 3 * * *", input: {} }];
