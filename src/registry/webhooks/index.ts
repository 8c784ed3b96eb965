/** The door of the webhooks area: notifications of changes of servers. The general part is in `kit/webhooks/`. */
export { addWebhook } from "./manage.ts";
export { registryWebhooks, type WebhookEvent } from "./service.ts";
