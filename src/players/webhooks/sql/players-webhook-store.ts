import type { Database } from "../../../kit/sql/database.ts";
import { enqueueDeliveries } from "../../../kit/webhooks/sql/enqueue-deliveries.ts";
import { webhookStore } from "../../../kit/webhooks/sql/webhook-store.ts";
import type { WebhookStore } from "../../../kit/webhooks/store.ts";
import type { WebhookEvent } from "../core/happening.ts";
import { deliverWebhook } from "../jobs/index.ts";
import { playersWebhooks } from "../service.ts";

/** The webhooks of players, on PostgreSQL. */
export function playersWebhookStore(db: Database): WebhookStore<WebhookEvent> {
  return webhookStore(db, playersWebhooks, (tx, deliveryId) => enqueueDeliveries(tx, deliverWebhook, [deliveryId]));
}
