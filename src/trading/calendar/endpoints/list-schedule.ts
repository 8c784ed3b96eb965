import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { DAY_SECONDS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { seconds, sentSeconds } from "../../shapes.ts";
import type { ReminderDeps, ScheduleDeps } from "../deps.ts";
import { calendarErrors } from "../errors.ts";
import { instantOf } from "../reminder.ts";
import { scheduleOf } from "../schedule.ts";

const DEFAULT_DAYS = 31;
const MAX_DAYS = 366;
const MAX_ENTRIES = 1_000;

const entry = Type.Object(
  {
    id: Type.String({ description: "Of what it is about; a repeating one is there several times" }),
    type: Type.Enum(["reminder", "maintenance", "subscription", "competition", "order_send"]),
    title: Type.String(),
    starts_at: seconds,
    ends_at: Type.Union([seconds, Type.Null()]),
    reference: Type.String(),
  },
  { title: "ScheduleEntry" },
);

export const listSchedule = endpoint({
  id: "calendar.listSchedule",
  method: ["GET", "POST"],
  path: "/calendar/list-schedule",
  auth: "user",
  summary: "What is coming",
  description:
    "Reminders, renewals, expiries, competitions, planned maintenance, and orders that wait for their time, earliest first, at most " +
    "1,000. From now on for 31 days, unless `from` and `to` say otherwise; at most 366 days.",
  input: { params: Type.Object({ from: Type.Optional(sentSeconds), to: Type.Optional(sentSeconds) }) },
  output: json(Type.Array(entry)),
  errors: [calendarErrors.badWindow],
  examples: [
    { name: "the next weeks" },
    { name: "a month", query: { from: "1924905600", to: "1927584000" } },
    { name: "backwards", query: { from: "1927584000", to: "1924905600" }, status: 422 },
  ],

  async run(
    { reminders, scheduleSources, clock }: ReminderDeps & ScheduleDeps & ClockDeps,
    { input: { params }, actor },
  ) {
    const from = params.from ?? toSeconds(clock.now());
    const to = params.to ?? from + DEFAULT_DAYS * DAY_SECONDS;
    if (to <= from || to - from > MAX_DAYS * DAY_SECONDS) throw calendarErrors.badWindow({ days: MAX_DAYS });
    const window = { from: instantOf(from), to: instantOf(to), limit: MAX_ENTRIES };
    const entries = await scheduleOf({ reminders, scheduleSources }, actor, window);
    return entries.map(({ id, type, title, startsAt, endsAt, reference }) => ({
      id,
      type,
      title,
      reference,
      starts_at: toSeconds(startsAt),
      ends_at: endsAt === null ? null : toSeconds(endsAt),
    }));
  },
});
