import { describe, expect, test } from "vitest";
import { auditOf, day, openAccount, START, type Account } from "../../../../test/support/billing-world.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { runJobTwice } from "../../../../test/support/run-job-twice.ts";
import { serverWorkers } from "../../../../test/support/server-workers.ts";
import { plusMillis, toMillis, type Instant } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { ACTIVE_STATES } from "../../engine/index.ts";
import { ledgerBook } from "../../ledger/index.ts";
import { WORKER_LEASE } from "../../engine/store-runs.ts";
import { REGIONS } from "../core/regions.ts";
import { serverType } from "../core/server-types.ts";
import { stopExpiredServers } from "../jobs/stop-expired-servers.ts";
import type { Server } from "../store.ts";
import { billingStore } from "./billing-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const uses = { activeStrategies: async () => [], openOrders: async () => [], activeStates: ACTIVE_STATES };
const billing = billingStore(db, uses);

/** Makes a strategy that runs on the server. */
async function runsOn({ id }: Server, state: string): Promise<void> {
  await db.execute({
    name: "test.runsOn",
    text: `with profile as (
        insert into trading.profiles (owner_uid, uid, name, description, settings, created_at, updated_at)
        select owner_id, owner_id, 'P', '', '{}', now(), now() from trading.servers
        where id = $1 and not exists (select from trading.strategies where server_id = $1)
        returning id, owner_uid), made as (
        insert into trading.strategies (profile_id, owner_uid, uid, created_at, state, server_id)
        select id, owner_uid, owner_uid, now(), $2::text, $1::bigint from profile)
      update trading.strategies set state = $2::text where server_id = $1`,
    values: [id, state],
  });
}

const runAt = (at: Instant): Promise<void> =>
  runJobTwice(stopExpiredServers, { billing, clock: manualClock(toMillis(at)) }, {});

/** Each test rents in its own region, so that its workers find no other test's server. */
async function rent(account: Account, region: string, durationSeconds = 7_200): Promise<Server> {
  const machine = serverType("private-small", "private");
  if (machine === undefined) throw new Error("there are no machines");
  return await billing.rentServer({ ...account.change(), region, machine, durationSeconds });
}

async function statusOf(account: Account, id: number): Promise<Server["status"] | undefined> {
  return (await found(account, id))?.status;
}

const { claim, die } = serverWorkers(db);

async function workerOf({ id }: Server): Promise<string | null | undefined> {
  const [row] = await db.query<{ worker: string | null }>({
    name: "test.workerOfServer",
    text: "select worker from trading.servers where id = $1",
    values: [id],
  });
  return row?.worker?.slice(WORKER_LEASE.length) ?? row?.worker;
}

const found = ({ uid }: Account, id: number) =>
  billing.findServer({ ownerUid: uid, type: "private", defaultRegions: [] }, id);

describe("a rented server", () => {
  test("is paid in advance and begins when a worker has it", async () => {
    const account = await openAccount(db, "1");
    const server = await rent(account, "r1");
    expect(server).toMatchObject({ status: "provisioning", expiresAt: null, isDefault: false, region: "r1" });
    expect(await account.balance()).toBe("0.92");
    const at = plusMillis(START, 60_000);
    await claim("r1", at);
    expect(await found(account, server.id)).toMatchObject({ status: "active", expiresAt: plusMillis(at, 2 * HOUR_MS) });
    await claim("r1", at, "another");
    expect(await workerOf(server)).toBe("worker");
    expect(await auditOf(db, account.uid)).toEqual(["server.enable"]);
  });

  test("is not rented without the money", async () => {
    const account = await openAccount(db, "0.07");
    await expect(rent(account, "r2")).rejects.toMatchObject({ code: "2420" });
    expect(await account.balance()).toBe("0.07");
  });

  test("is one of at most twenty, also when they are rented at once", async () => {
    const account = await openAccount(db, "100");
    await rent(account, "r3");
    const rented = await Promise.allSettled(Array.from({ length: 22 }, () => rent(account, "r3")));
    expect(rented.filter(({ status }) => status === "fulfilled")).toHaveLength(19);
    expect(await account.balance()).toBe("98.40");
  });

  test("is claimed by one of many workers", async () => {
    const account = await openAccount(db, "1");
    const server = await rent(account, "r4");
    await Promise.all(["a", "b", "c", "d"].map((name) => claim("r4", START, name)));
    const first = await workerOf(server);
    expect(["a", "b", "c", "d"]).toContain(first);
    await Promise.all(["a", "b", "c", "d"].map((name) => claim("r4", START, name)));
    expect(await workerOf(server)).toBe(first);
  });

  test("goes to another worker of its region when its own has died, for the time that is left", async () => {
    const account = await openAccount(db, "1");
    const server = await rent(account, "r5");
    await claim("r5", START, "first");
    const { expiresAt } = (await found(account, server.id)) ?? {};
    await claim("r5", plusMillis(START, 60_000), "second");
    expect(await workerOf(server)).toBe("first");
    await die("first");
    await claim("elsewhere", plusMillis(START, 61_000), "third");
    expect(await workerOf(server)).toBe("first");
    await claim("r5", plusMillis(START, 61_000), "second");
    expect(await workerOf(server)).toBe("second");
    expect(await found(account, server.id)).toMatchObject({ status: "active", expiresAt });
    // The first comes back, by another fence.
    await claim("r5", plusMillis(START, 62_000), "first");
    expect(await workerOf(server)).toBe("second");
  });

  test("is stopped when its time is over, also where another one cannot be paid back", async () => {
    const account = await openAccount(db, "1");
    const server = await rent(account, "r20");
    await claim("r20", START);
    const unclaimed = await rent(account, "r21");
    await db.execute({
      name: "test.refuseRefund",
      text: `alter table trading.ledger_entries
        add constraint test_refused check (reference <> 'server:${unclaimed.id}:unused')`,
    });
    const end = plusMillis(START, 2 * HOUR_MS);
    await expect(runAt(end)).rejects.toThrow("refused");
    expect([await statusOf(account, server.id), await statusOf(account, unclaimed.id)]).toEqual([
      "disabled",
      "provisioning",
    ]);
    await db.execute({
      name: "test.allowRefund",
      text: "alter table trading.ledger_entries drop constraint test_refused",
    });
    await runAt(end);
    expect(await statusOf(account, unclaimed.id)).toBe("failed");
  });

  test("is stopped when its time is over, and is over when nothing runs on it any more", async () => {
    const account = await openAccount(db, "1");
    const server = await rent(account, "r6");
    await claim("r6", START);
    const end = plusMillis(START, 2 * HOUR_MS);
    await runAt(plusMillis(end, -1));
    expect(await statusOf(account, server.id)).toBe("active");
    await runsOn(server, "running");
    await runAt(end);
    expect(await statusOf(account, server.id)).toBe("stopping");
    await runsOn(server, "stopped");
    await runAt(end);
    expect(await statusOf(account, server.id)).toBe("disabled");
    expect(await account.balance(), "nothing is paid back of time that was used").toBe("0.92");
  });

  test("is not claimed any more when it is over", async () => {
    const account = await openAccount(db, "1");
    const server = await rent(account, "r7");
    await claim("r7", START);
    await runAt(plusMillis(START, 3 * HOUR_MS));
    await claim("r7", plusMillis(START, 3 * HOUR_MS), "next");
    expect(await statusOf(account, server.id)).toBe("disabled");
    expect(await workerOf(server)).toBeNull();
  });

  test("that no worker takes is paid back, once", async () => {
    const account = await openAccount(db, "1");
    const server = await rent(account, "r9");
    await runAt(plusMillis(START, 14 * 60_000));
    expect(await statusOf(account, server.id)).toBe("provisioning");
    await Promise.all([runAt(plusMillis(START, 15 * 60_000)), runAt(plusMillis(START, 15 * 60_000))]);
    expect(await statusOf(account, server.id)).toBe("failed");
    expect(await account.balance()).toBe("1.00");
  });

  test("that is given up is paid back for the hours that have not begun", async () => {
    const account = await openAccount(db, "10");
    const server = await rent(account, "r10", 86_400);
    expect(await account.balance()).toBe("9.04");
    await claim("r10", START);
    const change = account.change(plusMillis(START, 5.5 * HOUR_MS));
    expect(await billing.stopServer(change, "private", server.id)).toMatchObject({ status: "stopping" });
    expect(await account.balance()).toBe("9.76");
    expect(await billing.stopServer(change, "private", server.id)).toMatchObject({ status: "stopping" });
    expect(await account.balance()).toBe("9.76");
    expect(await auditOf(db, account.uid)).toEqual(["server.enable", "server.disable"]);
  });

  test.each(["before", "after"])("is paid back once, also where an admin does so %s it is given up", async (when) => {
    const account = await openAccount(db, "10");
    const admin = await openAccount(db);
    const ledger = ledgerBook(db, new Set());
    const server = await rent(account, `once-${when}`, 86_400);
    await claim(`once-${when}`, START);
    const giveBack = async (amount?: bigint) =>
      await ledger.refund({
        admin: { uid: admin.uid, ownerUid: admin.uid },
        refundOf: `server:${server.id}`,
        amount,
        // What an admin would call it must not be what the program calls it.
        reference: `server:${server.id}`,
        reason: "It was slow",
        at: START,
      });
    const giveUp = async () =>
      await billing.stopServer(account.change(plusMillis(START, 5.5 * HOUR_MS)), "private", server.id);
    expect(await account.balance()).toBe("9.04");
    if (when === "before") {
      await giveBack(50_000_000n);
      expect(await account.balance()).toBe("9.54");
      expect(await giveUp()).toMatchObject({ status: "stopping" });
      expect(await account.balance(), "of 0.72 for the hours, 0.46 was left").toBe("10.00");
      await expect(giveBack()).resolves.toMatchObject({ outcome: "known" });
    } else {
      await giveUp();
      expect(await account.balance()).toBe("9.76");
      await giveBack();
    }
    expect(await account.balance()).toBe("10.00");
  });

  test("is nobody else's", async () => {
    const [account, stranger] = [await openAccount(db, "1"), await openAccount(db)];
    const server = await rent(account, "r11");
    expect(await billing.stopServer(stranger.change(), "private", server.id)).toBeUndefined();
    expect(await billing.stopServer(account.change(), "shared", server.id)).toBeUndefined();
    expect(await statusOf(stranger, server.id)).toBeUndefined();
    expect(await statusOf(account, server.id)).toBe("provisioning");
  });
});

test("there is one shared server for packages in each region, and the clock never ends it", async () => {
  const { uid } = await openAccount(db);
  const view = { ownerUid: uid, type: "shared" as const, defaultRegions: [...REGIONS] };
  await runAt(day(4_000));
  const { items, total } = await billing.listServers(view, { limit: 10, offset: 0 });
  expect(total).toBe(REGIONS.length);
  expect(items.map(({ region }) => region).sort()).toEqual([...REGIONS]);
  expect(items.every(({ isDefault, status }) => isDefault && status === "provisioning")).toBe(true);
});
