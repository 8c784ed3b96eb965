/** The door of the webhooks area: who is told of joins, leaves, changes of tribe and bans. */
export { addWebhook } from "./manage.ts";
