// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, Paged } from "../../operation.ts";
import type { Delivery, DeliveryPage, MadeWebhook, NewWebhook, RemovedWebhook, Webhook, WebhookChange, WebhookList } from "./schemas.ts";

export interface CreateWebhookParams {
  body: NewWebhook;
}

export interface EditWebhookParams {
  /** As in the list of webhooks. */
  id: string;
  body: WebhookChange;
}

export interface DeleteWebhookParams {
  /** As in the list of webhooks. */
  id: string;
}

export interface ListDeliveriesParams {
  /** `metadata.nextCursor` of the page before, exactly as returned. */
  cursor?: string;
  /** Entries on a page. 1 to 100. Default: 50. */
  limit?: number;
  /** To this webhook alone. */
  webhook?: string;
}

export interface RedeliverParams {
  /** As in the list of deliveries. 1 to 9007199254740991. */
  id: number;
}

export interface WebhooksOperations {
  /**
   * Add a webhook. The URL must be https and lead to a public address; the operator names others in
   * `TRIPOD_ALLOW_PRIVATE_OUTBOUND`. The host is looked up at each delivery: the list of deliveries shows what came
   * of it.
   */
  createWebhook(params: CreateWebhookParams, options?: CallOptions): Promise<MadeWebhook>;
  /** Webhooks. All of them, oldest first. Keys of signatures are kept sealed and not shown. */
  listWebhooks(params?: Record<string, never>, options?: CallOptions): Promise<WebhookList>;
  /**
   * Enable or disable a webhook. Changes of servers that happen while it is disabled are not sent later, and what
   * waits is given up.
   */
  editWebhook(params: EditWebhookParams, options?: CallOptions): Promise<Webhook>;
  /** Remove a webhook. With its deliveries, also those that wait, for good. */
  deleteWebhook(params: DeleteWebhookParams, options?: CallOptions): Promise<RemovedWebhook>;
  /**
   * Deliveries to webhooks. Newest first. They are kept for 30 days. A delivery that fails is tried twelve times in
   * some 16 hours, and then given up.
   */
  listDeliveries: Paged<ListDeliveriesParams | undefined, DeliveryPage, Delivery>;
  /** Send a delivery again. It is due at once, with the same id and body, and attempted as often as a new one. */
  redeliver(params: RedeliverParams, options?: CallOptions): Promise<Delivery>;
}
