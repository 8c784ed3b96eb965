import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { isTimeZone } from "../../../kit/time/time-zone.ts";
import { endpoint } from "../../endpoint.ts";
import type { TelegramBotDeps } from "../../alerts/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { userSettings, type UserSettings } from "../user-settings.ts";
import type { AccountDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { checkMayChange, requireUser } from "../prove.ts";

const fields = userSettings.properties;

const { login_alerts: _alerts, session_timeout: _timeout, ...preferences } = fields;

export const settings = endpoint({
  id: "accounts.settings",
  method: ["GET", "POST"],
  path: "/user/settings",
  auth: "user",
  summary: "The user's settings, shown or changed",
  description:
    "Without parameters they are shown. Parameters that are given are set, which needs full access. `notifications_*` says by " +
    "which ways alerts reach the user. Reminders repeat and tell their times in `timezone`, and mails write them in " +
    "`date_format`. The other settings are kept for clients: the platform does not use them.",
  input: { params: Type.Partial(Type.Object(preferences)) },
  output: json(
    Type.Object({
      timezone: fields.timezone,
      language: fields.language,
      currency_display: fields.currency_display,
      notifications: Type.Object({ email: Type.Boolean(), telegram: Type.Boolean(), webhook: Type.Boolean() }),
      default_exchange: Type.Union([Type.String(), Type.Null()]),
      default_slice_delay: fields.default_slice_delay,
      date_format: fields.date_format,
      theme: fields.theme,
    }),
  ),
  errors: [accountErrors.badSetting, accountErrors.readOnly, accountErrors.notInPlan],
  examples: [
    { name: "shown" },
    { name: "changed", body: { timezone: "Europe/London", theme: "dark", notifications_webhook: true } },
    { name: "a place that has no time", body: { timezone: "Europe/Atlantis" }, status: 422 },
    { name: "messages without a bot", body: { notifications_telegram: true }, status: 422 },
  ],

  async run(
    { accounts, telegramBots, clock }: AccountDeps & TelegramBotDeps & ClockDeps,
    { input: { params }, actor },
  ) {
    if (Object.keys(params).length === 0) return viewOf(await accounts.settings(actor.uid));
    checkMayChange(actor);
    if (params.timezone !== undefined && !isTimeZone(params.timezone)) {
      throw accountErrors.badSetting({ name: "timezone", reason: "unknown time zone" });
    }
    if (params.notifications_telegram === true && !(await telegramBots.find(actor.uid))) {
      throw accountErrors.badSetting({
        name: "notifications_telegram",
        reason: "no bot to send by: connect one with alerts/telegram-edit first",
      });
    }
    const user = await requireUser(accounts, actor.uid);
    return viewOf(await accounts.changeSettings(user, params, clock.now()));
  },
});

function viewOf(of: UserSettings) {
  return {
    timezone: of.timezone,
    language: of.language,
    currency_display: of.currency_display,
    notifications: {
      email: of.notifications_email,
      telegram: of.notifications_telegram,
      webhook: of.notifications_webhook,
    },
    default_exchange: of.default_exchange === "" ? null : of.default_exchange,
    default_slice_delay: of.default_slice_delay,
    date_format: of.date_format,
    theme: of.theme,
  };
}
