/** Webhooks and deliveries as answers show them. */
import { Type, type Static, type TSchema } from "typebox";
import { toSeconds } from "../../kit/time/instant.ts";
import { EMPTY_OR_NOT_BLANK, id, seconds } from "../shapes.ts";
import { OFFERED_EVENTS, tradingWebhooks } from "./service.ts";
import { DELIVERY_STATES, type UserDelivery, type UserWebhook } from "./store.ts";

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const webhookParams = {
  url: Type.String({
    minLength: 9,
    maxLength: 2_000,
    description: "Where deliveries are posted to: https, at a public address, without a user name in it",
  }),
  events: Type.Array(Type.Enum([...OFFERED_EVENTS]), {
    minItems: 1,
    maxItems: 20,
    description: "The events that it receives",
  }),
  label: Type.String({ maxLength: 100, pattern: EMPTY_OR_NOT_BLANK, description: "To tell webhooks apart" }),
  enabled: Type.Boolean({ description: "Whether deliveries are made and sent" }),
};

export const webhookRecord = Type.Object(
  {
    id,
    uid: Type.String({ description: "Its user: it receives what this user sees" }),
    url: Type.String(),
    label: Type.String(),
    events: Type.Array(Type.Enum([...tradingWebhooks.events])),
    enabled: Type.Boolean(),
    disabled_because: orNull(Type.String({ description: "Why the platform has disabled it" })),
    failures: Type.Integer({ minimum: 0, description: "Rounds of attempts in a row that have failed" }),
    time_created: seconds,
  },
  { title: "Webhook" },
);

export function showWebhook(webhook: UserWebhook): Static<typeof webhookRecord> {
  return {
    id: webhook.id,
    uid: String(webhook.uid),
    url: webhook.url,
    label: webhook.label,
    events: [...webhook.events],
    enabled: webhook.enabled,
    disabled_because: webhook.disabledBecause,
    failures: webhook.failures,
    time_created: toSeconds(webhook.createdAt),
  };
}

export const deliveryRecord = Type.Object(
  {
    id: Type.String({ description: "The same in every attempt" }),
    webhook_id: id,
    event: Type.Enum([...tradingWebhooks.events]),
    state: Type.Enum([...DELIVERY_STATES]),
    attempts: Type.Integer({ minimum: 0 }),
    last_attempt: orNull(seconds),
    last_status: orNull(Type.Integer({ description: "Of the last answer; null where there was none" })),
    last_error: orNull(Type.String()),
    next_attempt: orNull(seconds),
    time_created: seconds,
    body: Type.Record(Type.String(), Type.Unknown(), { description: "What is sent, with the id" }),
  },
  { title: "WebhookDelivery" },
);

export function showDelivery(delivery: UserDelivery): Static<typeof deliveryRecord> {
  const { lastAttemptAt, dueAt } = delivery;
  return {
    id: String(delivery.id),
    webhook_id: delivery.webhookId,
    event: delivery.event,
    state: delivery.state,
    attempts: delivery.attempts,
    last_attempt: lastAttemptAt === null ? null : toSeconds(lastAttemptAt),
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    next_attempt: dueAt === null ? null : toSeconds(dueAt),
    time_created: toSeconds(delivery.createdAt),
    body: { id: String(delivery.id), ...(JSON.parse(delivery.payload) as Record<string, unknown>) },
  };
}
