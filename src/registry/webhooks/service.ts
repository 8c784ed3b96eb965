import type { WebhookService } from "../../kit/webhooks/service.ts";

/** The webhooks of the registry. */
export const registryWebhooks = {
  name: "registry",
  events: ["published", "edited", "status"],
  idMember: "id",
} as const satisfies WebhookService;

export type WebhookEvent = (typeof registryWebhooks)["events"][number];
