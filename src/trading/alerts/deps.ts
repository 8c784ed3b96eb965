/** What endpoints and jobs may ask about alerts. */
import type { AlertList, AlertTrim, TelegramBotStore } from "./store.ts";

export interface AlertListDeps {
  readonly alerts: AlertList;
}

export interface TelegramBotDeps {
  readonly telegramBots: TelegramBotStore;
}

export interface AlertTrimDeps {
  readonly alertTrim: AlertTrim;
  readonly alertRetentionDays: number;
}
