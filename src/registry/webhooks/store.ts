/** What webhooks need from storage. */
import type { Instant } from "../../kit/time/instant.ts";

/** What a webhook can be told of. */
export const WEBHOOK_EVENTS = ["published", "edited", "status"] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export interface Webhook {
  readonly id: string;
  readonly url: string;
  /** Sealed for the record `webhookRecord(id)`. */
  readonly sealedSecret: string;
  readonly events: readonly WebhookEvent[];
  /** Which servers: a pattern as in permissions. */
  readonly pattern: string;
  readonly createdAt: Instant;
  readonly enabled: boolean;
}

export interface Delivery {
  readonly id: number;
  readonly webhookId: string;
  readonly event: WebhookEvent;
  /** JSON text. */
  readonly payload: string;
  readonly createdAt: Instant;
  readonly attempts: number;
  readonly lastAttemptAt: Instant | null;
  /** Status of the last answer; null when there was none. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly deliveredAt: Instant | null;
  readonly gaveUpAt: Instant | null;
}

export interface Attempt {
  readonly at: Instant;
  readonly status: number | null;
  readonly error: string | null;
  readonly outcome: "delivered" | "failed" | "gaveUp";
}

export interface WebhookStore {
  add(webhook: Webhook): Promise<void>;
  list(): Promise<Webhook[]>;
  find(id: string): Promise<Webhook | undefined>;
  /** Answers false when there is none. */
  setEnabled(id: string, enabled: boolean): Promise<boolean>;
  /** With its deliveries. Answers false when there is none. */
  remove(id: string): Promise<boolean>;
  findDelivery(id: number): Promise<Delivery | undefined>;
  /** Newest first. */
  listDeliveries(filter: { webhookId?: string | undefined; limit: number }): Promise<Delivery[]>;
  recordAttempt(deliveryId: number, attempt: Attempt): Promise<void>;
  /** Makes a delivery due again. Answers false when there is none. */
  redeliver(deliveryId: number): Promise<boolean>;
  /** Forgets deliveries that were made before `olderThan`. Answers how many. */
  trimDeliveries(olderThan: Instant): Promise<number>;
}

/** The record id under which a webhook's secret is sealed. */
export function webhookRecord(id: string): string {
  return `registry.webhooks/${id}`;
}
