/** A reminder as requests describe it and as answers show it. */
import { Type, type Static } from "typebox";
import { toSeconds, fromSeconds, type Instant } from "../../kit/time/instant.ts";
import { DAY_MICROS } from "../../kit/time/spans.ts";
import { id, seconds, sentSeconds } from "../shapes.ts";
import { calendarErrors } from "./errors.ts";
import type { StoredReminder } from "./store.ts";

const REPEATS = ["none", "daily", "weekly", "monthly"] as const;
const MAX_YEARS = 10;
const YEAR_MICROS = 366 * DAY_MICROS;

const repeat = Type.Enum(REPEATS);

export const reminderParams = {
  title: Type.String({
    minLength: 1,
    maxLength: 150,
    pattern: "^ *[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$",
  }),
  body: Type.String({ maxLength: 5_000, pattern: "^[^\\u0000]*$" }),
  remind_at: sentSeconds,
  repeat,
} as const;

export const reminder = Type.Object(
  {
    id,
    title: Type.String(),
    body: Type.String(),
    remind_at: Type.Integer({
      minimum: 0,
      description: "Seconds since 1970: the next time, or the last when it is over",
    }),
    repeat,
    sent: Type.Boolean({ description: "Whether it is over: no mail is to come any more" }),
    last_sent: Type.Union([seconds, Type.Null()]),
    time_created: seconds,
  },
  { title: "Reminder" },
);

/** A reminder as its user sees it. */
export function viewReminder(stored: StoredReminder): Static<typeof reminder> {
  return {
    id: String(stored.id),
    title: stored.title,
    body: stored.body,
    remind_at: toSeconds(stored.nextAt ?? stored.firstAt),
    repeat: stored.repeat,
    sent: stored.nextAt === null,
    last_sent: stored.lastSentAt === null ? null : toSeconds(stored.lastSentAt),
    time_created: toSeconds(stored.createdAt),
  };
}

/**
 * The instant of a reminder that was asked for.
 *
 * @throws calendarErrors.badTime when it is not later than now, or more than ten years away.
 */
export function remindAtOf(sent: number, now: Instant): Instant {
  const at = instantOf(sent);
  if (at <= now || at > now + MAX_YEARS * YEAR_MICROS) throw calendarErrors.badTime({ years: MAX_YEARS });
  return at;
}

/** The instant of seconds as people send them. */
export function instantOf(sent: number): Instant {
  return fromSeconds(sent);
}
