/** The events of users' webhooks. */
import type { WebhookService } from "../../kit/webhooks/service.ts";

/** The webhooks of users. Their deliveries are signed and sent as those of the other services. */
export const tradingWebhooks = {
  name: "trading",
  events: [
    "webhook.created",
    "order.changed",
    "order.filled",
    "run.changed",
    "risk.halted",
    "risk.resumed",
    "risk.limits",
    "risk.alert",
    "news.article",
    "news.impact",
    "signal.triggered",
  ],
  idMember: "id",
} as const satisfies WebhookService;

export type WebhookEvent = (typeof tradingWebhooks)["events"][number];

/** Users cannot choose this: every webhook is notified of its own creation. */
const NOT_OFFERED: ReadonlySet<WebhookEvent> = new Set(["webhook.created"]);

/** The events that users can choose. */
export const OFFERED_EVENTS: readonly WebhookEvent[] = tradingWebhooks.events.filter(
  (event) => !NOT_OFFERED.has(event),
);
