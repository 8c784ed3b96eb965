/** Webhooks and their deliveries, and what the rest of the room needs from storage. `sql/webhook-store.ts` keeps them. */
import type { Instant } from "../time/instant.ts";
import type { WebhookService } from "./service.ts";

export interface Webhook<EventName extends string = string> {
  readonly id: string;
  readonly url: string;
  /** `signed`, or one of the service's formats. */
  readonly format: string;
  /** The key of signatures, or the secret part of the address. Sealed for the record `webhookRecord(service, id)`. */
  readonly sealedSecret: string;
  readonly events: readonly EventName[];
  /** The events it is notified of; the service defines the patterns. */
  readonly pattern: string;
  readonly createdAt: Instant;
  readonly enabled: boolean;
}

export interface Delivery<EventName extends string = string> {
  readonly id: number;
  readonly webhookId: string;
  readonly event: EventName;
  /** JSON text of an object with at least one member. */
  readonly payload: string;
  readonly createdAt: Instant;
  readonly attempts: number;
  readonly lastAttemptAt: Instant | null;
  /** Status of the last answer; null when there was none. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly deliveredAt: Instant | null;
  readonly gaveUpAt: Instant | null;
  /** Another one after each change. */
  readonly revision: string;
}

export interface Attempt {
  readonly at: Instant;
  readonly status: number | null;
  readonly error: string | null;
  readonly outcome: "delivered" | "failed" | "gaveUp";
  /** Of the delivery as it was attempted: one that was asked for again since then is not given up. */
  readonly revision: string;
}

/** Deliveries that have not arrived. */
export interface OpenDeliveries {
  readonly waiting: number;
  /** Of those that are still kept. */
  readonly givenUp: number;
}

/** Webhooks of a service. Each event is looked up for all of them, and becomes a delivery for each that wants it. */
export const MAX_WEBHOOKS = 1_000;

export interface WebhookStore<EventName extends string = string> {
  /** Answers false, and adds nothing, when there are `MAX_WEBHOOKS`. */
  add(webhook: Webhook<EventName>): Promise<boolean>;
  list(): Promise<Webhook<EventName>[]>;
  find(id: string): Promise<Webhook<EventName> | undefined>;
  /** Answers false when there is none. */
  setEnabled(id: string, enabled: boolean): Promise<boolean>;
  /** With its deliveries. Answers false when there is none. */
  remove(id: string): Promise<boolean>;
  findDelivery(id: number): Promise<Delivery<EventName> | undefined>;
  /** Newest first; `before` is the id of the last delivery of the page before. */
  listDeliveries(filter: {
    webhookId?: string | undefined;
    before?: number | undefined;
    limit: number;
  }): Promise<Delivery<EventName>[]>;
  /** Answers whether the delivery is given up now. */
  recordAttempt(deliveryId: number, attempt: Attempt): Promise<boolean>;
  /** Makes a delivery due again. Answers false when there is none. */
  redeliver(deliveryId: number): Promise<boolean>;
  countOpen(): Promise<OpenDeliveries>;
  /** Forgets deliveries that were made before `olderThan`. Answers how many. */
  trimDeliveries(olderThan: Instant): Promise<number>;
}

/** For a service whose deliveries are jobs. */
export interface CutOffDeliveries {
  /** Gives up what waits though its job has made its last try, or is gone. Answers how many. */
  giveUp(at: Instant): Promise<number>;
}

/** The record id under which a webhook's secret is sealed. */
export function webhookRecord({ name }: Pick<WebhookService, "name">, id: string): string {
  return `${name}.webhooks/${id}`;
}
