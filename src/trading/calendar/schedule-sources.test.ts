/** The entries of billing and competitions in an account's schedule, on PostgreSQL. */
import { describe, expect, test } from "vitest";
import { day, openAccount, START } from "../../../test/support/billing-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { serverWorkers } from "../../../test/support/server-workers.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { run } from "../../../test/support/trading-people.ts";
import { ONE } from "../../kit/money/amount.ts";
import { plusMillis, toMillis, toSeconds, type Instant } from "../../kit/time/instant.ts";
import { billingSchedule, FREE_PLAN } from "../billing/index.ts";
import { drivetimeOption } from "../billing/core/drivetime.ts";
import { serverType } from "../billing/core/server-types.ts";
import { billingStore } from "../billing/sql/billing-store.ts";
import type { Caller } from "../caller.ts";
import { competitionSchedule } from "../competitions/index.ts";
import { competitionStore } from "../competitions/sql/competition-store.ts";
import { listSchedule } from "./endpoints/list-schedule.ts";
import { reminderStore } from "./sql/reminder-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const billing = billingStore(db);
const competitions = competitionStore(db);
const deps = {
  clock: manualClock(toMillis(START)),
  reminders: reminderStore(db),
  scheduleSources: [billingSchedule(db), competitionSchedule(db)],
};
const seconds = (at: Instant) => toSeconds(at);

const callerOf = (uid: number, ownerUid = uid): Caller => ({
  uid,
  ownerUid,
  role: "user",
  rights: ownerUid === uid ? undefined : ({} as Caller["rights"]),
  access: "read_only",
  credential: { kind: "key", id: "1" },
  address: "192.0.2.1",
  plan: FREE_PLAN,
});

const scheduleOf = (uid: number, days: [number, number], ownerUid = uid) =>
  run(listSchedule, deps, callerOf(uid, ownerUid), { from: seconds(day(days[0])), to: seconds(day(days[1])) });

describe("the schedule of a main account", () => {
  test("shows when its package is renewed, month after month, and what that costs", async () => {
    const { uid, change } = await openAccount(db, "100");
    await billing.changePackage(change(), "basic");
    const title = "Renewal of package Basic: 29.00000000 USD";
    expect(await scheduleOf(uid, [0, 70])).toEqual(
      [31, 61].map((days) => ({
        id: "package:basic",
        type: "subscription",
        title,
        reference: "package:basic",
        starts_at: seconds(day(days)),
        ends_at: null,
      })),
    );
    expect(await scheduleOf(uid, [32, 60])).toEqual([]);
    expect(await scheduleOf(uid, [31, 32])).toHaveLength(1);
  });

  test("shows the package that follows a cheaper choice, and the end of one that was given up", async () => {
    const { uid, change } = await openAccount(db, "200");
    await billing.changePackage(change(), "pro");
    await billing.changePackage(change(), "basic");
    expect((await scheduleOf(uid, [0, 70])).map(({ title }) => title)).toEqual([
      "Change to package Basic: 29.00000000 USD",
      "Renewal of package Basic: 29.00000000 USD",
    ]);
    await billing.changePackage(change(), "free");
    expect((await scheduleOf(uid, [0, 70])).map(({ title }) => title)).toEqual(["Package Pro ends"]);
  });

  test("shows when rented servers and drivetime end, and nothing of servers that are over", async () => {
    const { uid, change } = await openAccount(db, "100");
    const [machine, option] = [serverType("private-small", "private"), drivetimeOption("week")];
    if (!machine || !option) throw new Error("there is nothing to buy");
    const rent = { ...change(), region: "calendar", machine, durationSeconds: 7_200 };
    const { id } = await billing.rentServer(rent);
    expect(await scheduleOf(uid, [0, 1]), "its time has not begun").toEqual([]);
    await serverWorkers(db).claim("calendar", START);
    const title = `Server ${id} (private-small, calendar) ends`;
    expect(await scheduleOf(uid, [0, 1])).toMatchObject([
      { id: `server:${id}`, title, starts_at: seconds(plusMillis(START, 7_200_000)), reference: `server:${id}` },
    ]);
    await billing.stopServer(change(), "private", id);
    expect(await scheduleOf(uid, [0, 1])).toEqual([]);
    const { expiresAt } = await billing.buyDrivetime(change(), option);
    if (expiresAt === undefined) throw new Error("drivetime expires");
    const days = (toMillis(expiresAt) - toMillis(START)) / 86_400_000;
    expect(await scheduleOf(uid, [days - 1, days + 1])).toMatchObject([
      { title: "Drivetime expires", id: "drivetime" },
    ]);
  });

  test("shows nothing of another account", async () => {
    const [account, stranger] = [await openAccount(db, "100"), await openAccount(db)];
    await billing.changePackage(account.change(), "basic");
    expect(await scheduleOf(stranger.uid, [0, 70])).toEqual([]);
  });

  test("is not told to its sub-accounts where it is about money", async () => {
    const { uid, change } = await openAccount(db, "100");
    await billing.changePackage(change(), "basic");
    expect(await scheduleOf(uid + 1, [0, 70], uid)).toEqual([]);
  });
});

describe("competitions in a schedule", () => {
  const FAR = 1_000;
  const terms = (title: string, from: number, to: number) => ({
    title,
    description: "Who earns the most?",
    prize: ONE,
    currency: "USD",
    metric: "net_pnl" as const,
    startsAt: day(FAR + from),
    endsAt: day(FAR + to),
    lateJoin: true,
    leaveAfterStart: false,
  });

  test("are those that begin in it, and those in which the account takes part while they run", async () => {
    const [{ uid, change }, stranger] = [await openAccount(db), await openAccount(db)];
    const joined = await competitions.create(change(), terms("Joined", 1, 20));
    await competitions.create(change(), terms("Running", 1, 20));
    const coming = await competitions.create(change(), terms("Coming", 12, 15));
    await competitions.create(change(), terms("Over", 1, 10));
    await competitions.create(change(), terms("Later", 31, 40));
    await competitions.join(change(), joined.id, () => undefined);
    const shown = await scheduleOf(uid, [FAR + 10, FAR + 30]);
    expect(shown).toEqual([
      {
        id: String(joined.id),
        type: "competition",
        title: "Joined (you take part)",
        starts_at: seconds(day(FAR + 1)),
        ends_at: seconds(day(FAR + 20)),
        reference: String(joined.id),
      },
      expect.objectContaining({ id: String(coming.id), title: "Coming" }),
    ]);
    const ofSubaccount = await scheduleOf(uid + 1_000_000, [FAR + 10, FAR + 30], uid);
    expect(ofSubaccount).toEqual(shown);
    expect((await scheduleOf(stranger.uid, [FAR + 10, FAR + 30])).map(({ title }) => title)).toEqual(["Coming"]);
  });
});
