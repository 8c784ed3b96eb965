/** The door of the calendar: reminders, and the schedule that other areas add to. */
export { reminderStore } from "./sql/reminder-store.ts";
export type { ScheduleEntry, ScheduleSource, ScheduleWindow } from "./store.ts";
