import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { ReminderDeps } from "../deps.ts";
import { calendarErrors } from "../errors.ts";
import { remindAtOf, reminder, reminderParams, viewReminder } from "../reminder.ts";
import { MAX_WAITING } from "../store.ts";

export const editReminder = endpoint({
  id: "calendar.editReminder",
  method: ["GET", "POST"],
  path: "/calendar/edit-reminder",
  auth: "change",
  beyondSpec: true,
  summary: "Change a reminder",
  description:
    "Fields that are not given stay. A new time restarts the repetition, also of a reminder that is over; a new repetition " +
    "goes on from the first time.",
  input: {
    params: Type.Object({
      id,
      title: Type.Optional(reminderParams.title),
      remind_at: Type.Optional(reminderParams.remind_at),
      body: Type.Optional(reminderParams.body),
      repeat: Type.Optional(reminderParams.repeat),
    }),
  },
  output: json(mutation({ reminder })),
  errors: [calendarErrors.notFound, calendarErrors.badTime, calendarErrors.tooMany],
  examples: [
    { name: "each week instead", query: { id: "1", repeat: "weekly" } },
    { name: "no reminder of yours", query: { id: "999999", repeat: "weekly" }, status: 404 },
  ],

  async run({ reminders, clock }: ReminderDeps & ClockDeps, { input: { params }, actor: { uid, ownerUid } }) {
    const at = clock.now();
    const { title, body, repeat } = params;
    const remindAt = params.remind_at === undefined ? undefined : remindAtOf(params.remind_at, at);
    const change = { title, body, repeat, remindAt };
    const edited = await reminders.edit({ uid, ownerUid, at }, Number(params.id), change);
    if (edited === "not_found") throw calendarErrors.notFound({ id: params.id });
    if (edited === "too_many") throw calendarErrors.tooMany({ maximum: MAX_WAITING });
    return {
      status: true as const,
      id: params.id,
      message: "The reminder was changed",
      reminder: viewReminder(edited),
    };
  },
});
