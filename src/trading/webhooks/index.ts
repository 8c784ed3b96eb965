/** The door of webhooks: other areas tell them what has happened, in the transaction in which it does. */
export { checkUrl } from "./check-url.ts";
export { DeliveryDesk } from "./delivery-desk.ts";
export { addDeskMetrics } from "./desk-metrics.ts";
export { isSeenBy, type Happening, type Viewer } from "./core/happening.ts";
export type { UserWebhookDeps } from "./deps.ts";
export { webhookErrors } from "./errors.ts";
export { tradingWebhooks } from "./service.ts";
export { webhookSettings } from "./settings.ts";
export { seenCondition, viewerValues } from "./sql/seen-condition.ts";
export { viewerOfRow, type ViewerRow } from "./sql/viewer-row.ts";
export { viewerOf } from "./view.ts";
export { tellAllWebhooks, tellWebhooks } from "./sql/tell.ts";
