/** The door of alerts: what users should look at themselves. */
export { AlertDesk } from "./alert-desk.ts";
export { addTelegramMetrics } from "./telegram-metrics.ts";
export type { AlertKind } from "./core/alert.ts";
export { DEFAULT_CHANNELS } from "./core/channels.ts";
export type { TelegramBotDeps } from "./deps.ts";
export { alertSettings } from "./settings.ts";
export { forgetAlerts } from "./sql/alert-list.ts";
export { recordAlerts } from "./sql/record-alerts.ts";
export { insertMessage } from "./sql/telegram-messages.ts";
