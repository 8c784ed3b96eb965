/** A user's schedule: own reminders, and what other areas know to be coming. */
import { WallClock } from "../../kit/time/wall-clock.ts";
import type { Caller } from "../caller.ts";
import { occurrencesBetween } from "./core/repeat.ts";
import type { ReminderDeps, ScheduleDeps } from "./deps.ts";
import type { ScheduleEntry, ScheduleUser, ScheduleWindow, StoredReminder } from "./store.ts";

/** Everything within the window, earliest first; at most `window.limit`. A repeating reminder is there at each of its times. */
export async function scheduleOf(
  { reminders, scheduleSources }: ReminderDeps & ScheduleDeps,
  { uid, ownerUid, rights }: Pick<Caller, "uid" | "ownerUid" | "rights">,
  window: ScheduleWindow,
): Promise<ScheduleEntry[]> {
  const user: ScheduleUser = { uid, ownerUid, isSubaccount: rights !== undefined };
  const stored = await reminders.listBetween(uid, window);
  // One for all, so that it reads each day once.
  const clock = new WallClock(stored[0]?.timezone ?? "UTC");
  const entries = stored.flatMap((each) => entriesOf(each, window, clock));
  for (const source of scheduleSources) entries.push(...(await source(user, window)));
  return entries.sort((one, other) => one.startsAt - other.startsAt).slice(0, window.limit);
}

function entriesOf(stored: StoredReminder, window: ScheduleWindow, clock: WallClock): ScheduleEntry[] {
  return occurrencesBetween(stored.firstAt, stored.repeat, window, clock).map((startsAt) => ({
    id: String(stored.id),
    type: "reminder",
    title: stored.title,
    startsAt,
    endsAt: null,
    reference: String(stored.id),
  }));
}
