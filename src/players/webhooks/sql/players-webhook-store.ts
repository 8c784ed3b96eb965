import { enqueueDeliveries } from "../../../kit/webhooks/sql/enqueue-deliveries.ts";
import { webhookStore, type WebhookDatabase } from "../../../kit/webhooks/sql/webhook-store.ts";
import type { WebhookStore } from "../../../kit/webhooks/store.ts";
import type { WebhookEvent } from "../core/happening.ts";
import { deliverWebhook } from "../jobs/index.ts";
import { playersWebhooks } from "../service.ts";

/** The webhooks of players, on PostgreSQL. */
export function playersWebhookStore(db: WebhookDatabase): WebhookStore<WebhookEvent> {
  return webhookStore(db, playersWebhooks, (tx, deliveryId) => enqueueDeliveries(tx, deliverWebhook, [deliveryId]));
}
