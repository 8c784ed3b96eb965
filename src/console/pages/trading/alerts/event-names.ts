/** The events of webhooks, in words. */
import type { CreateWebhookParams, WebhookDelivery } from "../../../../../clients/typescript/src/trading.ts";
import { texts } from "../../../say.ts";

/** An event without words is an error of types. */
export const EVENT_NAMES: Readonly<Record<WebhookDelivery["event"], string>> = texts.trading.alerts.events;

type OfferedEvent = CreateWebhookParams["events"][number];

function isOffered(event: string): event is OfferedEvent {
  // Every webhook receives its own creation.
  return event !== "webhook.created";
}

/** Those that can be chosen. */
export const OFFERED_EVENTS: readonly OfferedEvent[] = Object.keys(EVENT_NAMES).filter(isOffered);
