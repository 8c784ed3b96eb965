import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { checkUrl, webhookErrors, type UserWebhookDeps } from "../../webhooks/index.ts";
import type { TelegramBotDeps } from "../deps.ts";
import { botParams, showBot, telegramBotRecord } from "../records.ts";

export const telegramEdit = endpoint({
  id: "alerts.telegramEdit",
  method: ["GET", "POST"],
  path: "/alerts/telegram-edit",
  auth: "change",
  summary: "Connect a Telegram bot",
  description:
    "In place of the one that there is. A first message is sent at once; alerts/telegram shows whether it arrived. Alerts " +
    "follow once `notifications_telegram` is on in user/settings.",
  input: { params: Type.Object(botParams) },
  output: json(mutation({ bot: telegramBotRecord })),
  errors: [webhookErrors.badUrl],
  examples: [
    { name: "a bot and a chat", body: { bot_token: "123456:AAExampleExampleExampleExample00000", chat_id: "42" } },
    {
      name: "a server in a private network",
      body: {
        bot_token: "123456:AAExampleExampleExampleExample00000",
        chat_id: "42",
        bot_url: "https://10.0.0.5",
      },
      status: 422,
    },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  beyondSpec: true,

  async run(
    {
      telegramBots,
      allowPrivateWebhooks,
      clock,
    }: TelegramBotDeps & Pick<UserWebhookDeps, "allowPrivateWebhooks"> & ClockDeps,
    { input: { params }, actor },
  ) {
    const { ownerUid, uid } = actor;
    const botUrl = withoutTrailing(await checkUrl(allowPrivateWebhooks, params.bot_url), "/");
    const wanted = { botUrl, token: params.bot_token, chatId: params.chat_id };
    const bot = await telegramBots.set({ ownerUid, uid, at: clock.now() }, wanted);
    return {
      status: true as const,
      id: String(uid),
      message: "A first message is on its way. Switch alerts on with notifications_telegram in user/settings",
      bot: showBot(bot),
    };
  },
});
