/** The dependencies of the endpoints and jobs of the calendar. */
import type { ReminderStore, ScheduleSource } from "./store.ts";

export interface ReminderDeps {
  readonly reminders: ReminderStore;
}

export interface ScheduleDeps {
  readonly scheduleSources: readonly ScheduleSource[];
}
