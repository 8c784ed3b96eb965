import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { TelegramBotDeps } from "../deps.ts";
import { showBot, telegramBotRecord } from "../records.ts";

export const telegram = endpoint({
  id: "alerts.telegram",
  method: ["GET", "POST"],
  path: "/alerts/telegram",
  auth: "user",
  summary: "Where Telegram messages go",
  description: "The user's bot, without its token, and whether its last message arrived.",
  input: {},
  output: json(Type.Object({ bot: Type.Union([telegramBotRecord, Type.Null()]) })),
  errors: [],
  examples: [{ name: "the user's bot" }],
  beyondSpec: true,

  async run({ telegramBots }: TelegramBotDeps, { actor }) {
    const bot = await telegramBots.find(actor.uid);
    return { bot: bot ? showBot(bot) : null };
  },
});
