/** Webhooks and their deliveries as admins see them over HTTP. */
import { Type, type Static } from "typebox";
import { SIGNED } from "../../kit/webhooks/format.ts";
import type { Delivery, Webhook } from "../../kit/webhooks/store.ts";
import { shownTime, shownTimestamp } from "../directory/index.ts";
import { WEBHOOK_EVENTS } from "./core/happening.ts";

export const webhookId = Type.String({ maxLength: 64, description: "As in `/Webhooks`" });

/** The formats of players' webhooks. */
export const webhookFormat = Type.Enum([SIGNED, "discord"], {
  description: "`signed`: JSON with a signature. `discord`: a message in a Discord channel.",
});

export const webhookEvent = Type.Enum([...WEBHOOK_EVENTS]);

export const webhookMembers = {
  Id: Type.String(),
  Url: Type.String({ description: "Of a Discord webhook without its token" }),
  Format: Type.String(),
  Pattern: Type.String(),
  Events: Type.Array(webhookEvent),
  Enabled: Type.Boolean(),
  Created: shownTimestamp,
};

export const shownWebhook = Type.Object(webhookMembers, { title: "Webhook", additionalProperties: false });

/** All that may be shown of a webhook: not the key of its signatures. */
export function webhookJson(webhook: Webhook): Static<typeof shownWebhook> {
  return {
    Id: webhook.id,
    Url: webhook.url,
    Format: webhook.format,
    Pattern: webhook.pattern,
    Events: webhook.events as Static<typeof webhookEvent>[],
    Enabled: webhook.enabled,
    Created: shownTime(webhook.createdAt),
  };
}

const timeOrNull = Type.Union([shownTimestamp, Type.Null()]);

export const shownDelivery = Type.Object(
  {
    Number: Type.Integer({ description: "Of the delivery, as in `X-Tripod-Delivery`" }),
    Webhook: Type.String({ description: "The webhook's `Id`" }),
    Event: webhookEvent,
    State: Type.Enum(["waiting", "delivered", "givenUp"]),
    Created: shownTimestamp,
    Attempts: Type.Integer({ minimum: 0 }),
    LastAttempt: timeOrNull,
    LastStatus: Type.Union([Type.Integer(), Type.Null()], {
      description: "Of the last answer; null when there was none",
    }),
    LastError: Type.Union([Type.String(), Type.Null()]),
    Payload: Type.String({ description: "What is sent, without the delivery's id: JSON as text" }),
  },
  { title: "Delivery", additionalProperties: false },
);

export function deliveryJson(delivery: Delivery): Static<typeof shownDelivery> {
  const { deliveredAt, gaveUpAt, lastAttemptAt } = delivery;
  return {
    Number: delivery.id,
    Webhook: delivery.webhookId,
    Event: delivery.event as Static<typeof webhookEvent>,
    State: deliveredAt !== null ? "delivered" : gaveUpAt === null ? "waiting" : "givenUp",
    Created: shownTime(delivery.createdAt),
    Attempts: delivery.attempts,
    LastAttempt: lastAttemptAt === null ? null : shownTime(lastAttemptAt),
    LastStatus: delivery.lastStatus,
    LastError: delivery.lastError,
    Payload: delivery.payload,
  };
}
