/** The door of the webhooks area: notifications of joins, leaves, changes of tribe and bans. */
export type { WebhookEvent } from "./core/happening.ts";
export { addWebhook } from "./manage.ts";
export { playersWebhooks } from "./service.ts";
