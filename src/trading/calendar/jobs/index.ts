/** The jobs of the calendar, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { fireReminders } from "./fire-reminders.ts";
import { trimReminders } from "./trim-reminders.ts";

export const calendarJobs = [fireReminders, trimReminders] as const;

export const calendarSchedules: readonly Schedule[] = [
  { job: fireReminders, pattern: "* * * * *", input: {} },
  { job: trimReminders, pattern: "17 3 * * *", input: {} },
];
