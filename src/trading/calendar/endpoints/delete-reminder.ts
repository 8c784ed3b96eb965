import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { ReminderDeps } from "../deps.ts";
import { calendarErrors } from "../errors.ts";

export const deleteReminder = endpoint({
  id: "calendar.deleteReminder",
  method: ["GET", "POST"],
  path: "/calendar/delete-reminder",
  auth: "change",
  beyondSpec: true,
  summary: "Delete a reminder",
  input: { params: Type.Object({ id }) },
  output: json(mutation({})),
  errors: [calendarErrors.notFound],
  examples: [
    { name: "a reminder", query: { id: "1" } },
    { name: "one that is deleted", query: { id: "1" }, status: 404 },
  ],

  async run({ reminders, clock }: ReminderDeps & ClockDeps, { input: { params }, actor: { uid, ownerUid } }) {
    const isRemoved = await reminders.remove({ uid, ownerUid, at: clock.now() }, Number(params.id));
    if (!isRemoved) throw calendarErrors.notFound({ id: params.id });
    return { status: true as const, id: params.id, message: "The reminder was deleted" };
  },
});
