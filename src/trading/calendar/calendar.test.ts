import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { newPerson, run, START } from "../../../test/support/trading-people.ts";
import { parseInstant, plusMillis, toMillis, type Instant } from "../../kit/time/instant.ts";
import { addReminder } from "./endpoints/add-reminder.ts";
import { deleteReminder } from "./endpoints/delete-reminder.ts";
import { editReminder } from "./endpoints/edit-reminder.ts";
import { listReminders } from "./endpoints/list-reminders.ts";
import { listSchedule } from "./endpoints/list-schedule.ts";
import { reminderStore } from "./sql/reminder-store.ts";
import { MAX_WAITING, type ScheduleSource } from "./store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const clock = manualClock(toMillis(START));
const renewal: ScheduleSource = ({ isSubaccount }, { from }) =>
  Promise.resolve(
    isSubaccount
      ? []
      : [
          {
            id: "7",
            type: "subscription",
            title: "Renewal of Pro",
            reference: "pro",
            startsAt: plusMillis(from, 3_600_000),
            endsAt: null,
          },
        ],
  );
const deps = { clock, reminders: reminderStore(db), scheduleSources: [renewal] };
const at = (text: string) => Math.floor((parseInstant(text) as Instant) / 1_000_000);

describe("reminders", () => {
  test("are added, changed and deleted by their user", async () => {
    const user = await newPerson(db);
    const sent = { title: "Close the books", remind_at: at("2026-01-31T09:00:00Z") };
    const { id, reminder } = await run(addReminder, deps, user, { ...sent, repeat: "monthly" });
    expect(reminder).toMatchObject({ ...sent, body: "", repeat: "monthly", sent: false, last_sent: null });

    const edited = await run(editReminder, deps, user, { id, body: "All of them.", repeat: "none" });
    expect(edited.reminder).toMatchObject({ ...sent, body: "All of them.", repeat: "none" });
    const later = await run(editReminder, deps, user, { id, remind_at: at("2026-02-01T09:00:00Z") });
    expect(later.reminder.remind_at).toBe(at("2026-02-01T09:00:00Z"));
    expect(await run(listReminders, deps, user, {})).toMatchObject({ reminders: [later.reminder], total: 1 });

    await run(deleteReminder, deps, user, { id });
    expect(await run(listReminders, deps, user, {})).toMatchObject({ reminders: [], total: 0 });
  });

  test("are nobody else's", async () => {
    const [user, stranger] = [await newPerson(db), await newPerson(db)];
    const { id } = await run(addReminder, deps, user, { title: "Mine", remind_at: at("2026-02-01T09:00:00Z") });
    await expect(run(editReminder, deps, stranger, { id, title: "Yours" })).rejects.toMatchObject({ status: 404 });
    await expect(run(deleteReminder, deps, stranger, { id })).rejects.toMatchObject({ status: 404 });
    expect(await run(listReminders, deps, stranger, {})).toMatchObject({ total: 0 });
    expect(await run(listReminders, deps, user, {})).toMatchObject({ reminders: [{ title: "Mine" }] });
  });

  test.each([["2025-12-31T00:00:00Z"], ["2026-01-01T00:00:00Z"], ["2037-01-01T00:00:00Z"]])(
    "are not for %s",
    async (time) => {
      const user = await newPerson(db);
      const added = run(addReminder, deps, user, { title: "When?", remind_at: at(time) });
      await expect(added).rejects.toMatchObject({ status: 422, code: "2300" });
    },
  );

  test("wait up to a number, also when many come at once or one that is over begins again", async () => {
    const user = await newPerson(db);
    const sent = { title: "One of many", remind_at: at("2026-02-01T09:00:00Z") };
    const over = await run(addReminder, deps, user, sent);
    await db.execute({
      name: "test.endReminder",
      text: "update trading.reminders set next_at = null where id = $1",
      values: [over.id],
    });
    const tries = await Promise.allSettled(
      Array.from({ length: MAX_WAITING + 2 }, () => run(addReminder, deps, user, sent)),
    );
    expect(tries.filter(({ status }) => status === "rejected")).toHaveLength(2);
    const again = run(editReminder, deps, user, { id: over.id, remind_at: sent.remind_at });
    await expect(again).rejects.toMatchObject({ status: 422, code: "2300" });
    expect((await run(editReminder, deps, user, { id: over.id, title: "Another" })).reminder.sent).toBe(true);
  });
});

describe("a schedule", () => {
  test("shows reminders at each of their times among what other areas add, earliest first", async () => {
    const user = await newPerson(db);
    const monthly = { title: "Close the books", remind_at: at("2026-01-31T09:00:00Z"), repeat: "monthly" };
    const once = { title: "Call", remind_at: at("2026-03-01T09:00:00Z") };
    await run(addReminder, deps, user, monthly);
    await run(addReminder, deps, user, once);
    const window = { from: at("2026-02-01T00:00:00Z"), to: at("2026-03-31T09:00:00Z") };
    const entries = await run(listSchedule, deps, user, window);
    expect(entries.map(({ title, starts_at: starts }) => [title, starts])).toEqual([
      ["Renewal of Pro", at("2026-02-01T01:00:00Z")],
      ["Close the books", at("2026-02-28T09:00:00Z")],
      ["Call", at("2026-03-01T09:00:00Z")],
      ["Close the books", at("2026-03-31T09:00:00Z")],
    ]);
  });

  test("begins with the earliest, however many reminders there were", async () => {
    const user = await newPerson(db);
    const start = at("2025-02-01T00:00:00Z");
    await db.execute({
      name: "test.manyReminders",
      text: `insert into trading.reminders (uid, owner_id, title, body, repeat, first_at, next_at, created_at, updated_at)
        select $1, $1, 'number ' || n, '', 'none', to_timestamp($2::bigint + n * 60), null, now(), now()
        from generate_series(1, 1001) as n`,
      values: [user.uid, start],
    });
    const entries = await run(listSchedule, deps, user, { from: start, to: start + 86_400 });
    expect(entries).toHaveLength(1_000);
    expect(entries[0]).toMatchObject({ title: "number 1", starts_at: start + 60 });
  });

  test("is of the next 31 days when nothing else is asked for, and another for sub-accounts", async () => {
    const owner = await newPerson(db);
    const sub = await newPerson(db, { owner });
    await run(addReminder, deps, sub, { title: "Soon", remind_at: at("2026-01-31T09:00:00Z") });
    await run(addReminder, deps, sub, { title: "Later", remind_at: at("2026-02-03T09:00:00Z") });
    expect(await run(listSchedule, deps, sub, {})).toMatchObject([{ title: "Soon", type: "reminder" }]);
    expect(await run(listSchedule, deps, owner, {})).toMatchObject([{ type: "subscription", ends_at: null }]);
  });

  test("has a window that goes forward and has an end", async () => {
    const user = await newPerson(db);
    const from = at("2026-02-01T00:00:00Z");
    for (const to of [from, from - 1, from + 367 * 86_400]) {
      await expect(run(listSchedule, deps, user, { from, to })).rejects.toMatchObject({ status: 422 });
    }
  });
});
