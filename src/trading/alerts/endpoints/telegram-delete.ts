import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { TelegramBotDeps } from "../deps.ts";
import { alertErrors } from "../errors.ts";

export const telegramDelete = endpoint({
  id: "alerts.telegramDelete",
  method: ["GET", "POST"],
  path: "/alerts/telegram-delete",
  auth: "change",
  summary: "Disconnect the Telegram bot",
  description: "Its token is forgotten, and messages that wait are not sent.",
  input: {},
  output: json(mutation({})),
  errors: [alertErrors.noBot],
  examples: [{ name: "the user's bot" }, { name: "without a bot", status: 404 }],
  beyondSpec: true,

  async run({ telegramBots, clock }: TelegramBotDeps & ClockDeps, { actor }) {
    const { ownerUid, uid } = actor;
    if (!(await telegramBots.remove({ ownerUid, uid, at: clock.now() }))) throw alertErrors.noBot();
    return { status: true as const, id: String(uid), message: "The bot was disconnected" };
  },
});
