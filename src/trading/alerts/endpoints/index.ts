/** The operations of alerts. Examples are replayed in this order. */
import { listAlerts } from "./list-alerts.ts";
import { telegram } from "./telegram.ts";
import { telegramDelete } from "./telegram-delete.ts";
import { telegramEdit } from "./telegram-edit.ts";

export const alertEndpoints = [listAlerts, telegramEdit, telegram, telegramDelete] as const;
