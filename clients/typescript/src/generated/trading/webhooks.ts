// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { ChangeOptions, Paged } from "../../operation.ts";
import type { Webhook, WebhookDelivery } from "./schemas.ts";

export interface CreateWebhookParams {
  /** Where deliveries are posted to: https, at a public address, without a user name in it. */
  url: string;
  /** The events that it receives. */
  events: ("order.changed" | "order.filled" | "run.changed" | "risk.halted" | "risk.resumed" | "risk.limits" | "risk.alert" | "news.article" | "news.impact" | "signal.triggered")[];
  /** To tell webhooks apart. */
  label?: string;
}

export interface CreateWebhookResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** The key of the signatures; it is not shown again. */
  secret: string;
  webhook: Webhook;
}

export interface ListWebhooksParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListWebhooksResult {
  webhooks: Webhook[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface EditWebhookParams {
  /** An id, as lists show it. */
  id: string;
  /** Where deliveries are posted to: https, at a public address, without a user name in it. */
  url?: string;
  /** The events that it receives. */
  events?: ("order.changed" | "order.filled" | "run.changed" | "risk.halted" | "risk.resumed" | "risk.limits" | "risk.alert" | "news.article" | "news.impact" | "signal.triggered")[];
  /** To tell webhooks apart. */
  label?: string;
  /** Whether deliveries are made and sent. */
  enabled?: boolean;
}

export interface EditWebhookResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  webhook: Webhook;
}

export interface ListDeliveriesParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
  /** Of this webhook alone. */
  webhook_id?: string;
  state?: "waiting" | "delivered" | "given_up";
}

export interface ListDeliveriesResult {
  deliveries: WebhookDelivery[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface RedeliverParams {
  /** Of the delivery. */
  id: string;
}

export interface RedeliverResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  delivery: WebhookDelivery;
}

export interface DeleteWebhookParams {
  /** An id, as lists show it. */
  id: string;
}

export interface DeleteWebhookResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface WebhooksOperations {
  /**
   * Be told by HTTP. Signed deliveries to an address of yours. The first one is `webhook.created`, whatever was
   * chosen. The secret of the signatures is shown in this answer and never again. A webhook of a sub-account receives
   * what the sub-account sees. The package says how many webhooks the users of an account may have together: `free`
   * 2, `basic` 10, `pro` 50.
   */
  createWebhook(params: CreateWebhookParams, options?: ChangeOptions): Promise<CreateWebhookResult>;
  /** Webhooks. Newest first. A main account sees those of its sub-accounts too. */
  listWebhooks: Paged<ListWebhooksParams | undefined, ListWebhooksResult, Webhook>;
  /**
   * Change a webhook. What is not given stays. While a webhook is disabled, nothing is delivered, and deliveries that
   * fall due are given up; webhooks/redeliver sends them after all. Enabling resets the count of failures.
   */
  editWebhook(params: EditWebhookParams, options?: ChangeOptions): Promise<EditWebhookResult>;
  /**
   * What webhooks were told, and what came of it. Newest first. A delivery is attempted twelve times in some 14
   * hours, and then given up. Deliveries are kept with their bodies for as long as the platform is set to, 30 days
   * unless it says otherwise. A sub-account sees those about what its rights let it see now.
   */
  listDeliveries: Paged<ListDeliveriesParams | undefined, ListDeliveriesResult, WebhookDelivery>;
  /**
   * Send a delivery again. Whether it was delivered, given up or still waits: it is due at once, with the same id and
   * body, and attempted as often as a new one. It is given up if the webhook's user may not see any more what it is
   * about.
   */
  redeliver(params: RedeliverParams, options?: ChangeOptions): Promise<RedeliverResult>;
  /** Delete a webhook. Its deliveries are deleted with it, also those that wait. */
  deleteWebhook(params: DeleteWebhookParams, options?: ChangeOptions): Promise<DeleteWebhookResult>;
}
