/** The door of webhooks: other areas tell them what has happened, in the transaction in which it does. */
export { DeliveryDesk } from "./delivery-desk.ts";
export type { Happening } from "./core/happening.ts";
export { tradingWebhooks } from "./service.ts";
export { webhookSettings } from "./settings.ts";
export { tellAllWebhooks, tellWebhooks } from "./sql/tell.ts";
