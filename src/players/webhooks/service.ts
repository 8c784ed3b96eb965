import type { WebhookService } from "../../kit/webhooks/service.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "./core/happening.ts";
import { discordFormat } from "./discord.ts";

/** The webhooks of players. */
export const playersWebhooks: WebhookService<WebhookEvent> = {
  name: "players",
  events: WEBHOOK_EVENTS,
  idMember: "Id",
  formats: { discord: discordFormat },
};
