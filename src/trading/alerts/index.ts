/** The door of alerts: what users should look at themselves. */
export type { AlertKind } from "./core/alert.ts";
export { recordAlerts } from "./sql/record-alerts.ts";
