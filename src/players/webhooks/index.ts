/** The door of the webhooks area: notifications of joins, leaves, changes of tribe and bans. */
export { addWebhook } from "./manage.ts";
export { playersWebhooks } from "./service.ts";
