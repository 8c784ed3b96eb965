/** The door of the webhooks area. */
export type { WebhookDeps } from "./deliver.ts";
export { addWebhook } from "./manage.ts";
export type { WebhookStore } from "./store.ts";
