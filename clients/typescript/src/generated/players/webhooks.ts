// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, Paged } from "../../operation.ts";
import type { DeletedWebhook, Delivery, MadeWebhook, Webhook } from "./schemas.ts";

export interface CreateWebhookParams {
  body: {
    Url: string;
    /** All by default. */
    Events?: ("join" | "leave" | "tribe" | "ban")[];
    /** Whose events: `*` (the default), `server/KEY` or `tribe/NUMBER`. */
    Pattern?: string;
    /** `signed`: JSON with a signature. `discord`: a message in a Discord channel. */
    Format?: "signed" | "discord";
  };
}

export interface ListDeliveriesParams {
  /** As in `/Webhooks`. */
  webhook?: string;
  /** Most deliveries to answer. 1 to 1000. Default: 50. */
  limit?: number;
  /** Only deliveries with a lower `Number`. 1 to 9007199254740991. */
  before?: number;
}

export interface RedeliverParams {
  /** Its `Number` in `/Webhooks/Deliveries`. 1 to 9007199254740991. */
  id: number;
}

export interface EditWebhookParams {
  /** As in `/Webhooks`. */
  id: string;
  body: {
    Enabled: boolean;
  };
}

export interface DeleteWebhookParams {
  /** As in `/Webhooks`. */
  id: string;
}

export interface WebhooksOperations {
  /** Webhooks. Oldest first. Signing keys, and the tokens of Discord's addresses, are kept sealed and not shown. */
  listWebhooks(params?: Record<string, never>, options?: CallOptions): Promise<Webhook[]>;
  /**
   * Add a webhook. The URL must be https and lead to a public address; the operator names others in
   * `TRIPOD_ALLOW_PRIVATE_OUTBOUND`. The host is looked up at each delivery: `/Webhooks/Deliveries` shows what came
   * of it.
   */
  createWebhook(params: CreateWebhookParams, options?: CallOptions): Promise<MadeWebhook>;
  /**
   * Deliveries to webhooks. Newest first. The next page begins with `before`, the `Number` of the last delivery. They
   * are kept for `TRIPOD_PLAYERS_RETENTION_DELIVERY_DAYS` days. A failed one is tried twelve times, for some 16
   * hours, and then given up.
   */
  listDeliveries: Paged<ListDeliveriesParams | undefined, Delivery[], Delivery>;
  /** Send a delivery again. */
  redeliver(params: RedeliverParams, options?: CallOptions): Promise<Delivery>;
  /** Enable or disable a webhook. What happens while it is disabled is not sent later, and what waits is dropped. */
  editWebhook(params: EditWebhookParams, options?: CallOptions): Promise<Webhook>;
  /** Remove a webhook. With its deliveries, for good. */
  deleteWebhook(params: DeleteWebhookParams, options?: CallOptions): Promise<DeletedWebhook>;
}
