/** The calendar on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { ReminderStore } from "../store.ts";
import { fireDueReminders, trimReminders } from "./fire-reminders.ts";
import {
  addReminder,
  countReminders,
  editReminder,
  listReminders,
  listRemindersBetween,
  removeReminder,
} from "./reminders.ts";

export function reminderStore(db: Database): ReminderStore {
  return {
    add: (doing, reminder) => db.transaction((tx) => addReminder(tx, doing, reminder)),
    edit: (doing, id, change) => db.transaction((tx) => editReminder(tx, doing, id, change)),
    remove: (doing, id) => db.transaction((tx) => removeReminder(tx, doing, id)),
    list: (uid, page) =>
      db.snapshot(async (tx) => ({
        entries: await listReminders(tx, uid, page),
        total: await countReminders(tx, uid),
      })),
    listBetween: (uid, window) => listRemindersBetween(db, uid, window),
    fireDue: (now, limit) => db.transaction((tx) => fireDueReminders(tx, now, limit)),
    trim: (endedBefore, limit) => trimReminders(db, endedBefore, limit),
  };
}
