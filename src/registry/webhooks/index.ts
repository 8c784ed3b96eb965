/** The door of the webhooks area: who is told of changes of servers. What is general of it is in `kit/webhooks/`. */
export { addWebhook } from "./manage.ts";
export { registryWebhooks, type WebhookEvent } from "./service.ts";
