import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { ReminderDeps } from "../deps.ts";
import { calendarErrors } from "../errors.ts";
import { remindAtOf, reminder, reminderParams, viewReminder } from "../reminder.ts";
import { MAX_WAITING } from "../store.ts";

export const addReminder = endpoint({
  id: "calendar.addReminder",
  method: ["GET", "POST"],
  path: "/calendar/add-reminder",
  auth: "change",
  summary: "Be reminded by mail",
  description:
    "Once, or daily, weekly or monthly from the first time on, at its time of day in the `timezone` of user/settings. A month " +
    "without that day uses its last. The mail goes to the address of the account, within a minute or two.",
  input: {
    params: Type.Object({
      title: reminderParams.title,
      remind_at: reminderParams.remind_at,
      body: Type.Optional(reminderParams.body),
      repeat: Type.Optional(reminderParams.repeat),
    }),
  },
  output: json(mutation({ reminder })),
  errors: [calendarErrors.badTime, calendarErrors.tooMany],
  examples: [
    { name: "each month", query: { title: "Close the books", remind_at: "1924938000", repeat: "monthly" } },
    { name: "in the past", query: { title: "Close the books", remind_at: "86400" }, status: 422 },
    { name: "without a time", query: { title: "Close the books" }, status: 422 },
  ],

  async run({ reminders, clock }: ReminderDeps & ClockDeps, { input: { params }, actor: { uid, ownerUid } }) {
    const at = clock.now();
    const remindAt = remindAtOf(params.remind_at, at);
    const { title, body = "", repeat = "none" } = params;
    const added = await reminders.add({ uid, ownerUid, at }, { title, body, repeat, remindAt });
    if (!added) throw calendarErrors.tooMany({ maximum: MAX_WAITING });
    return {
      status: true as const,
      id: String(added.id),
      message: "The reminder was added",
      reminder: viewReminder(added),
    };
  },
});
