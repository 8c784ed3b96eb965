import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { ReminderDeps } from "../deps.ts";
import { reminder, viewReminder } from "../reminder.ts";

export const listReminders = endpoint({
  id: "calendar.listReminders",
  method: ["GET", "POST"],
  path: "/calendar/list-reminders",
  auth: "user",
  beyondSpec: true,
  summary: "Your reminders",
  description: "Newest first. Those that are over are kept for a year.",
  input: { params: Type.Object(paging) },
  output: json(pageOf("reminders", reminder)),
  errors: [],
  examples: [
    { name: "the newest", query: { limit: "5" } },
    { name: "a page that is too long", query: { limit: "5000" }, status: 422 },
  ],

  async run({ reminders }: ReminderDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const { entries, total } = await reminders.list(actor.uid, rowsOf(params));
    return { reminders: entries.map(viewReminder), page: pagenumber, showing: entries.length, total };
  },
});
