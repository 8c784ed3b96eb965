// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { Alert, TelegramBot } from "./schemas.ts";

export interface ListAlertsParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListAlertsResult {
  alerts: Alert[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
  /** How many alerts of an account are sent by mail and Telegram on a day (UTC). */
  daily_limit: number;
  /** How many of the account's were due today. Those beyond the limit are listed as `over_limit`. */
  due_today: number;
}

export interface TelegramEditParams {
  /** As @BotFather tells it. It is sealed, and not shown again. */
  bot_token: string;
  /** Of the chat that the bot writes to, or the name of a channel with an @. */
  chat_id: string;
  /** Where the bot's requests go, for a Bot API server of your own. Default: "https://api.telegram.org". */
  bot_url?: string;
}

export interface TelegramEditResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  bot: TelegramBot;
}

export interface TelegramResult {
  bot: TelegramBot | null;
}

export interface TelegramDeleteResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface AlertsOperations {
  /**
   * What needed a look. Newest first, also those that were not sent. A main account sees those of its sub-accounts
   * too; a sub-account its own, and others as its rights say. They are kept for as long as the platform is set to, 90
   * days unless it says otherwise.
   */
  listAlerts: Paged<ListAlertsParams | undefined, ListAlertsResult, Alert>;
  /**
   * Connect a Telegram bot. In place of the one that there is. A first message is sent at once; alerts/telegram shows
   * whether it arrived. Alerts follow once `notifications_telegram` is on in user/settings.
   */
  telegramEdit(params: TelegramEditParams, options?: ChangeOptions): Promise<TelegramEditResult>;
  /** Where Telegram messages go. The user's bot, without its token, and whether its last message arrived. */
  telegram(params?: Record<string, never>, options?: CallOptions): Promise<TelegramResult>;
  /** Disconnect the Telegram bot. Its token is forgotten, and messages that wait are not sent. */
  telegramDelete(params?: Record<string, never>, options?: ChangeOptions): Promise<TelegramDeleteResult>;
}
