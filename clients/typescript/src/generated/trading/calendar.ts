// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { Reminder, ScheduleEntry } from "./schemas.ts";

export interface AddReminderParams {
  title: string;
  /** Seconds since 1970. 0 to 8900000000. */
  remind_at: number;
  body?: string;
  repeat?: "none" | "daily" | "weekly" | "monthly";
}

export interface AddReminderResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  reminder: Reminder;
}

export interface ListScheduleParams {
  /** Seconds since 1970. 0 to 8900000000. */
  from?: number;
  /** Seconds since 1970. 0 to 8900000000. */
  to?: number;
}

export interface ListRemindersParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListRemindersResult {
  reminders: Reminder[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface EditReminderParams {
  /** An id, as lists show it. */
  id: string;
  title?: string;
  /** Seconds since 1970. 0 to 8900000000. */
  remind_at?: number;
  body?: string;
  repeat?: "none" | "daily" | "weekly" | "monthly";
}

export interface EditReminderResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  reminder: Reminder;
}

export interface DeleteReminderParams {
  /** An id, as lists show it. */
  id: string;
}

export interface DeleteReminderResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface CalendarOperations {
  /**
   * Be reminded by mail. Once, or daily, weekly or monthly from the first time on, at its time of day in the
   * `timezone` of user/settings. A month without that day uses its last. The mail goes to the address of the account,
   * within a minute or two.
   */
  addReminder(params: AddReminderParams, options?: ChangeOptions): Promise<AddReminderResult>;
  /**
   * What is coming. Reminders, renewals, expiries, competitions, planned maintenance, and orders that wait for their
   * time, earliest first, at most 1,000. From now on for 31 days, unless `from` and `to` say otherwise; at most 366
   * days.
   */
  listSchedule(params?: ListScheduleParams, options?: CallOptions): Promise<ScheduleEntry[]>;
  /** Your reminders. Newest first. Those that are over are kept for a year. */
  listReminders: Paged<ListRemindersParams | undefined, ListRemindersResult, Reminder>;
  /**
   * Change a reminder. Fields that are not given stay. A new time restarts the repetition, also of a reminder that is
   * over; a new repetition goes on from the first time.
   */
  editReminder(params: EditReminderParams, options?: ChangeOptions): Promise<EditReminderResult>;
  /** Delete a reminder. */
  deleteReminder(params: DeleteReminderParams, options?: ChangeOptions): Promise<DeleteReminderResult>;
}
