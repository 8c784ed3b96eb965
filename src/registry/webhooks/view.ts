/** Webhooks and their deliveries as admins see them: the key of the signatures is not kept in clear, and never shown again. */
import { Type, type Static } from "typebox";
import { parseJson } from "../../kit/text/parse-json.ts";
import { formatInstant, type Instant } from "../../kit/time/instant.ts";
import type { Delivery, Webhook } from "../../kit/webhooks/store.ts";
import { registryWebhooks, type WebhookEvent } from "./service.ts";

export const webhookPath = Type.Object({
  id: Type.String({ maxLength: 64, description: "As in the list of webhooks" }),
});

export const webhookEvent = Type.Enum([...registryWebhooks.events]);

export const webhookMembers = {
  id: Type.String(),
  url: Type.String(),
  pattern: Type.String({ description: "Of which servers: a name, or the beginning of one followed by `*`" }),
  events: Type.Array(webhookEvent),
  enabled: Type.Boolean(),
  createdAt: Type.String({ description: "RFC 3339, UTC" }),
};

export const webhookView = Type.Object(webhookMembers, { title: "Webhook", additionalProperties: false });

export function viewWebhook(webhook: Webhook<WebhookEvent>): Static<typeof webhookView> {
  const { id, url, pattern, events, enabled, createdAt } = webhook;
  return { id, url, pattern, events: [...events], enabled, createdAt: formatInstant(createdAt) };
}

export const deliveryView = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    webhookId: Type.String(),
    event: webhookEvent,
    state: Type.Enum(["waiting", "delivered", "givenUp"]),
    createdAt: Type.String({ description: "RFC 3339, UTC" }),
    attempts: Type.Integer({ minimum: 0 }),
    lastAttemptAt: Type.Union([Type.String(), Type.Null()]),
    lastStatus: Type.Union([Type.Integer(), Type.Null()], {
      description: "Of the last answer; null when there was none",
    }),
    lastError: Type.Union([Type.String(), Type.Null()]),
    payload: Type.Unknown({ description: "What is sent, without the delivery's id" }),
  },
  { title: "Delivery", additionalProperties: false },
);

export function viewDelivery(delivery: Delivery<WebhookEvent>): Static<typeof deliveryView> {
  const { id, webhookId, event, attempts, lastStatus, lastError, deliveredAt, gaveUpAt } = delivery;
  return {
    id,
    webhookId,
    event,
    state: deliveredAt !== null ? "delivered" : gaveUpAt === null ? "waiting" : "givenUp",
    createdAt: formatInstant(delivery.createdAt),
    attempts,
    lastAttemptAt: shown(delivery.lastAttemptAt),
    lastStatus,
    lastError,
    payload: parseJson(delivery.payload),
  };
}

function shown(at: Instant | null): string | null {
  return at === null ? null : formatInstant(at);
}
