/** Alerts and bots as answers show them. */
import { Type, type Static } from "typebox";
import { parseJson } from "../../kit/text/parse-json.ts";
import { toSeconds } from "../../kit/time/instant.ts";
import { id, seconds } from "../shapes.ts";
import { ALERT_KINDS } from "./core/alert.ts";
import type { KeptAlert, TelegramBot } from "./store.ts";

export const alertRecord = Type.Object(
  {
    id,
    alert: Type.Enum([...ALERT_KINDS]),
    reason: Type.Union([Type.String(), Type.Null()]),
    uid: Type.Union([Type.String(), Type.Null()], { description: "Whose it is; null for every user of the account" }),
    time: seconds,
    sent: Type.Enum(["waiting", "sent", "not_wanted", "over_limit", "late"], {
      description:
        "By mail and Telegram. `not_wanted`: neither is on for a user who sees it; `over_limit`: the day had as many; " +
        "`late`: nothing could be sent for a day",
    }),
    about: Type.Record(Type.String(), Type.Unknown(), { description: "As webhooks receive it" }),
  },
  { title: "Alert" },
);

/** How much of the day's limit is used. */
export const alertDay = {
  daily_limit: Type.Integer({
    minimum: 1,
    description: "How many alerts of an account are sent by mail and Telegram on a day (UTC)",
  }),
  due_today: Type.Integer({
    minimum: 0,
    description: "How many of the account's were due today. Those beyond the limit are listed as `over_limit`",
  }),
};

export function showAlert(alert: KeptAlert): Static<typeof alertRecord> {
  return {
    id: String(alert.id),
    alert: alert.kind,
    reason: alert.why === "" ? null : alert.why,
    uid: alert.uid === null ? null : String(alert.uid),
    time: toSeconds(alert.at),
    sent: alert.outcome ?? "waiting",
    about: parseJson(alert.data) as Record<string, unknown>,
  };
}

export const botParams = {
  bot_token: Type.String({
    maxLength: 130,
    pattern: "^[0-9]{1,20}:[A-Za-z0-9_-]{20,100}$",
    description: "As @BotFather tells it. It is sealed, and not shown again",
  }),
  chat_id: Type.String({
    maxLength: 40,
    pattern: "^(-?[0-9]{1,20}|@[A-Za-z0-9_]{4,32})$",
    description: "Of the chat that the bot writes to, or the name of a channel with an @",
  }),
  bot_url: Type.String({
    minLength: 9,
    maxLength: 300,
    pattern: "^https?://[^\\s?#]+$",
    default: "https://api.telegram.org",
    description: "Where the bot's requests go, for a Bot API server of your own",
  }),
};

const orNull = Type.Union([seconds, Type.Null()]);

export const telegramBotRecord = Type.Object(
  {
    bot_url: Type.String(),
    chat_id: Type.String(),
    time_set: seconds,
    last_sent: orNull,
    last_error: Type.Union([Type.String(), Type.Null()], { description: "Of the last message, if it failed" }),
  },
  { title: "TelegramBot" },
);

export function showBot({
  botUrl,
  chatId,
  setAt,
  lastSentAt,
  lastError,
}: TelegramBot): Static<typeof telegramBotRecord> {
  return {
    bot_url: botUrl,
    chat_id: chatId,
    time_set: toSeconds(setAt),
    last_sent: lastSentAt === null ? null : toSeconds(lastSentAt),
    last_error: lastError,
  };
}
