import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { holdTransaction } from "../../../test/support/held-transaction.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { runJobTwice } from "../../../test/support/run-job-twice.ts";
import { newPerson, START } from "../../../test/support/trading-people.ts";
import { parseInstant, plusMillis, toMillis, type Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import type { Repeat } from "./core/repeat.ts";
import { fireReminders } from "./jobs/fire-reminders.ts";
import { trimReminders } from "./jobs/trim-reminders.ts";
import { scheduleOf } from "./schedule.ts";
import { fireDueReminders } from "./sql/fire-reminders.ts";
import { reminderStore } from "./sql/reminder-store.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "trading"] });
const reminders = reminderStore(db);
const time = (text: string) => parseInstant(text) as Instant;
const FIRST = time("2026-01-31T09:00:00Z");

function add(user: Caller, repeat: Repeat = "none", title = "Close the books") {
  const reminder = { title, body: "All of them.", repeat, remindAt: FIRST };
  return reminders.add({ uid: user.uid, ownerUid: user.ownerUid, at: START }, reminder);
}

/** The job as it runs at that time, and again as after a process that died before it was marked as done. */
function fireAt(now: Instant) {
  return runJobTwice(fireReminders, { reminders, clock: manualClock(toMillis(now)) }, {});
}

async function mailsTo(user: Caller) {
  return db.query<{ recipient: string; subject: string; body: string }>({
    name: "test.mailsTo",
    text: "select recipient, subject, body from trading.mails where uid = $1 order by id",
    values: [user.uid],
  });
}

async function onlyReminderOf(user: Caller) {
  const { entries } = await reminders.list(user.uid, { limit: 10, offset: 0 });
  expect(entries.length).toBeLessThan(2);
  return entries[0];
}

function setPlace({ uid }: Caller, settings: object) {
  return db.execute({
    name: "test.setPlace",
    text: "insert into trading.user_settings (uid, settings) values ($1, $2::jsonb)",
    values: [uid, JSON.stringify(settings)],
  });
}

describe("a reminder that is due", () => {
  test("is mailed once, and not before its time", async () => {
    const user = await newPerson(db);
    await add(user);
    await fireAt(plusMillis(FIRST, -1));
    expect(await mailsTo(user)).toEqual([]);
    await fireAt(FIRST);
    expect(await mailsTo(user)).toMatchObject([{ subject: "Reminder: Close the books" }]);
    expect((await mailsTo(user))[0]?.body).toBe(
      "You asked to be reminded at 2026-01-31 09:00 (UTC):\n\nClose the books\n\nAll of them.\n",
    );
    expect(await onlyReminderOf(user)).toMatchObject({ nextAt: null, lastSentAt: FIRST });
  });

  test("tells its time on the clock of its user, and in the order of day and month that the user has set", async () => {
    const user = await newPerson(db);
    await setPlace(user, { timezone: "Europe/Berlin", date_format: "DD.MM.YYYY" });
    await add(user);
    await fireAt(FIRST);
    expect((await mailsTo(user))[0]?.body).toMatch(
      /^You asked to be reminded at 31\.01\.2026 10:00 \(Europe\/Berlin\):/,
    );
  });

  test("comes again at its time of day on the clock of its user, also when summer begins", async () => {
    const user = await newPerson(db);
    await setPlace(user, { timezone: "Europe/Berlin" });
    const monthly = await add(user, "monthly");
    expect(monthly).toMatchObject({ timezone: "Europe/Berlin" });
    await fireAt(time("2026-03-01T00:00:00Z"));
    expect(await onlyReminderOf(user)).toMatchObject({ nextAt: time("2026-03-31T08:00:00Z") });
    const edited = await reminders.edit(
      { uid: user.uid, ownerUid: user.ownerUid, at: time("2026-03-28T10:00:00Z") },
      (await onlyReminderOf(user))?.id ?? 0,
      { repeat: "daily" },
    );
    expect(edited).toMatchObject({ nextAt: time("2026-03-29T08:00:00Z") });
    const window = { from: time("2026-03-28T00:00:00Z"), to: time("2026-03-29T23:00:00Z"), limit: 10 };
    const times = (await scheduleOf({ reminders, scheduleSources: [] }, user, window)).map(({ startsAt }) => startsAt);
    expect(times).toEqual([time("2026-03-28T09:00:00Z"), time("2026-03-29T08:00:00Z")]);
  });

  test("moves on when it repeats, over the ends of months", async () => {
    const user = await newPerson(db);
    await add(user, "monthly");
    for (const [mails, now, next] of [
      [1, "2026-01-31T09:00:30Z", "2026-02-28T09:00:00Z"],
      [2, "2026-02-28T09:00:30Z", "2026-03-31T09:00:00Z"],
      [3, "2026-03-31T09:00:30Z", "2026-04-30T09:00:00Z"],
    ] as const) {
      await fireAt(time(now));
      expect(await mailsTo(user)).toHaveLength(mails);
      expect(await onlyReminderOf(user)).toMatchObject({ nextAt: time(next), lastSentAt: time(now) });
    }
    // Later tests fire at earlier times.
    await reminders.remove({ ...user, at: START }, (await onlyReminderOf(user))?.id ?? 0);
  });

  test("is one mail, however many of its times passed while nothing ran", async () => {
    const user = await newPerson(db);
    await add(user, "daily");
    await fireAt(time("2026-02-20T10:00:00Z"));
    expect(await mailsTo(user)).toHaveLength(1);
    expect(await onlyReminderOf(user)).toMatchObject({ nextAt: time("2026-02-21T09:00:00Z") });
  });

  test("is kept without a mail for a user who may not log in, and forgotten with a closed account", async () => {
    const owner = await newPerson(db);
    const [inactive, closed, sub] = [await newPerson(db), await newPerson(db), await newPerson(db, { owner })];
    await Promise.all([inactive, closed, sub].map((user) => add(user, "daily")));
    await add(owner);
    await db.execute({
      name: "test.lockUsersOut",
      text: "update trading.users set is_active = false, closed_at = case when id = $1 then now() end where id = any ($2)",
      values: [closed.uid, [inactive.uid, closed.uid, owner.uid]],
    });
    await fireAt(FIRST);
    for (const user of [inactive, closed, sub, owner]) expect(await mailsTo(user)).toEqual([]);
    expect(await onlyReminderOf(closed)).toBeUndefined();
    for (const user of [inactive, sub]) {
      expect(await onlyReminderOf(user)).toMatchObject({ nextAt: time("2026-02-01T09:00:00Z"), lastSentAt: null });
    }
  });
});

describe("exactly one mail", () => {
  test("is not shown as sent where the address of its user is not verified, and moves on", async () => {
    const user = await newPerson(db);
    await add(user, "daily");
    await db.execute({
      name: "test.changeAddress",
      text: "update trading.users set email_verified_at = null where id = $1",
      values: [user.uid],
    });
    await fireAt(FIRST);
    expect(await mailsTo(user)).toEqual([]);
    expect(await onlyReminderOf(user)).toMatchObject({ nextAt: time("2026-02-01T09:00:00Z"), lastSentAt: null });
  });

  test("comes of each of many, when several workers run at once", async () => {
    const users = await Promise.all(Array.from({ length: 60 }, () => newPerson(db)));
    for (const user of users) for (const title of ["one", "two", "three", "four"]) await add(user, "weekly", title);
    const workers = [db, open(), open()].map((each) => ({
      reminders: reminderStore(each),
      clock: manualClock(toMillis(FIRST)),
    }));
    await Promise.all(workers.map((deps) => runJobTwice(fireReminders, deps, {})));
    await fireAt(FIRST);
    for (const user of users) {
      const subjects = (await mailsTo(user)).map(({ subject }) => subject).sort();
      expect(subjects).toEqual(["four", "one", "three", "two"].map((title) => `Reminder: ${title}`));
    }
  });

  test("comes when a worker that had claimed it is killed before it was through", async () => {
    const user = await newPerson(db);
    await add(user, "daily");
    const doomed = open({});
    let pid = 0;
    const held = await holdTransaction(doomed, async (tx) => {
      const [row] = await tx.query<{ pid: number }>({ name: "test.pid", text: "select pg_backend_pid() as pid" });
      pid = row?.pid ?? 0;
      expect(await fireDueReminders(tx, FIRST, 1_000)).toBeGreaterThan(0);
    });
    // No other process takes it while the first works on it.
    await fireAt(FIRST);
    expect(await mailsTo(user)).toEqual([]);
    // Waits until the backend is gone: until then it still holds its locks, and the next look would skip the reminder.
    await db.query({ name: "test.kill", text: "select pg_terminate_backend($1, 120000)", values: [pid] });
    await expect(held.commit()).rejects.toThrow(/answer was lost|connection|terminat/i);
    await fireAt(FIRST);
    expect(await mailsTo(user)).toHaveLength(1);
  });

  test("comes when its user changes it while it is sent: the change waits, and keeps the next time", async () => {
    const user = await newPerson(db);
    const added = await add(user, "daily");
    const held = await holdTransaction(open(), (tx) => fireDueReminders(tx, FIRST, 1_000));
    const editing = reminders.edit({ ...user, at: FIRST }, added?.id ?? 0, { title: "Another" });
    await held.commit();
    expect(await editing).toMatchObject({ title: "Another", nextAt: time("2026-02-01T09:00:00Z") });
    await fireAt(FIRST);
    expect(await mailsTo(user)).toHaveLength(1);
  });
});

test("what has been over for a year is forgotten; what is still to come is not", async () => {
  const [over, waiting] = [await newPerson(db), await newPerson(db)];
  await add(over);
  await fireAt(FIRST);
  await add(waiting);
  const trimAt = (now: string) =>
    runJobTwice(trimReminders, { reminders, clock: manualClock(toMillis(time(now))) }, {});
  await trimAt("2027-01-31T09:00:00Z");
  expect(await onlyReminderOf(over)).toBeDefined();
  await trimAt("2027-02-02T09:00:00Z");
  expect(await onlyReminderOf(over)).toBeUndefined();
  expect(await onlyReminderOf(waiting)).toBeDefined();
});
