/** The dependencies of the endpoints and jobs of alerts. */
import type { AlertList, AlertTrim, TelegramBotStore } from "./store.ts";

export interface AlertListDeps {
  readonly alerts: AlertList;
  readonly alertsPerDay: number;
}

export interface TelegramBotDeps {
  readonly telegramBots: TelegramBotStore;
}

export interface AlertTrimDeps {
  readonly alertTrim: AlertTrim;
  readonly alertRetentionDays: number;
}
