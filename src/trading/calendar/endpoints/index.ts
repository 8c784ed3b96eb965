/** The endpoints of the calendar. */
import { addReminder } from "./add-reminder.ts";
import { deleteReminder } from "./delete-reminder.ts";
import { editReminder } from "./edit-reminder.ts";
import { listReminders } from "./list-reminders.ts";
import { listSchedule } from "./list-schedule.ts";

export const calendarEndpoints = [addReminder, listSchedule, listReminders, editReminder, deleteReminder] as const;
