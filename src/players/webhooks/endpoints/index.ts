/** The endpoints of the webhooks area. */
import { createWebhook } from "./create-webhook.ts";
import { deleteWebhook } from "./delete-webhook.ts";
import { editWebhook } from "./edit-webhook.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { redeliver } from "./redeliver.ts";

export const webhookEndpoints = [
  listWebhooks,
  createWebhook,
  listDeliveries,
  redeliver,
  editWebhook,
  deleteWebhook,
] as const;
