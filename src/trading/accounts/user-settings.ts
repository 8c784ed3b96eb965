/** The settings that users may have, with their defaults. */
import { Type, type Static } from "typebox";
import { DEFAULT_CHANNELS } from "../alerts/index.ts";
import { HOUR_SECONDS, DAY_SECONDS } from "../../kit/time/spans.ts";

export const userSettings = Type.Object({
  timezone: Type.String({
    minLength: 1,
    maxLength: 64,
    description: "IANA name, such as Europe/London. Reminders by mail tell their times in it",
  }),
  language: Type.String({
    pattern: "^[a-z]{2}(-[A-Z]{2})?$",
    description: "ISO 639-1, with a country if need be. Kept for clients",
  }),
  currency_display: Type.String({
    pattern: "^[A-Z0-9]{2,10}$",
    description: "In which clients show amounts beside their own currency",
  }),
  notifications_email: Type.Boolean({
    description: "Alerts by mail, to the verified address; for staff, also what waits for them",
  }),
  notifications_telegram: Type.Boolean({ description: "Alerts by the bot of alerts/telegram-edit" }),
  notifications_webhook: Type.Boolean({ description: "Alerts to the user's webhooks that want `risk.alert`" }),
  default_exchange: Type.String({
    pattern: "^([a-z0-9_]{2,40})?$",
    description: "Code of an exchange; empty for none. Kept for clients",
  }),
  default_slice_delay: Type.Number({ minimum: 0.1, maximum: DAY_SECONDS, description: "Seconds. Kept for clients" }),
  date_format: Type.Union(
    [Type.Literal("YYYY-MM-DD"), Type.Literal("DD.MM.YYYY"), Type.Literal("DD/MM/YYYY"), Type.Literal("MM/DD/YYYY")],
    { description: "Of reminders by mail, and kept for clients" },
  ),
  theme: Type.Union([Type.Literal("system"), Type.Literal("light"), Type.Literal("dark")]),
  login_alerts: Type.Boolean({ description: "A mail about each login from a new place" }),
  session_timeout: Type.Integer({
    minimum: 300,
    maximum: DAY_SECONDS,
    description: "Seconds until a session that is not used ends",
  }),
});

export type UserSettings = Static<typeof userSettings>;

/** Until a user says otherwise. */
export const DEFAULT_SETTINGS: UserSettings = {
  timezone: "UTC",
  language: "en",
  currency_display: "USD",
  notifications_email: DEFAULT_CHANNELS.email,
  notifications_telegram: DEFAULT_CHANNELS.telegram,
  notifications_webhook: DEFAULT_CHANNELS.webhook,
  default_exchange: "",
  default_slice_delay: 5,
  date_format: "YYYY-MM-DD",
  theme: "system",
  login_alerts: true,
  session_timeout: HOUR_SECONDS,
};
