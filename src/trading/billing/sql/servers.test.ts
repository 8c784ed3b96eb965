import { describe, expect, test } from "vitest";
import { auditOf, day, openAccount, START, type Account } from "../../../../test/support/billing-world.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { runJobTwice } from "../../../../test/support/run-job-twice.ts";
import { plusMillis, toMillis, type Instant } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { REGIONS } from "../core/regions.ts";
import { serverType } from "../core/server-types.ts";
import { stopExpiredServers } from "../jobs/stop-expired-servers.ts";
import type { Server } from "../store.ts";
import { billingStore } from "./billing-store.ts";
import { claimServer, heartbeatServer, releaseServer } from "./server-workers.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const billing = billingStore(db);

const runAt = (at: Instant): Promise<void> =>
  runJobTwice(stopExpiredServers, { billing, clock: manualClock(toMillis(at)) }, {});

/** Each test rents in a region of its own, so that its workers find nobody else's server. */
async function rent(account: Account, region: string, durationSeconds = 7_200): Promise<Server> {
  const machine = serverType("private-small", "private");
  if (machine === undefined) throw new Error("there are no machines");
  return await billing.rentServer({ ...account.change(), region, machine, durationSeconds });
}

async function statusOf({ uid }: Account, id: number): Promise<Server["status"] | undefined> {
  return (await billing.findServer({ ownerUid: uid, type: "private", defaultRegions: [] }, id))?.status;
}

const claim = (region: string, at: Instant, name = "worker") => claimServer(db, { name, regions: [region] }, at);

describe("a rented server", () => {
  test("is paid in advance and begins when a worker has it", async () => {
    const account = await openAccount(db, "1");
    const server = await rent(account, "r1");
    expect(server).toMatchObject({ status: "provisioning", expiresAt: null, isDefault: false, region: "r1" });
    expect(await account.balance()).toBe("0.92");
    const at = plusMillis(START, 60_000);
    const claimed = await claim("r1", at);
    expect(claimed).toMatchObject({ id: server.id, ownerUid: account.uid, expiresAt: plusMillis(at, 2 * HOUR_MS) });
    expect(await statusOf(account, server.id)).toBe("active");
    expect(await claim("r1", at, "another")).toBeUndefined();
    expect(await auditOf(db, account.uid)).toEqual(["server.enable"]);
  });

  test("is not rented without the money", async () => {
    const account = await openAccount(db, "0.07");
    await expect(rent(account, "r2")).rejects.toMatchObject({ code: "2420" });
    expect(await claim("r2", START)).toBeUndefined();
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
    await rent(account, "r4");
    const claims = await Promise.all(["a", "b", "c", "d"].map((name) => claim("r4", START, name)));
    expect(claims.filter((each) => each !== undefined)).toHaveLength(1);
  });

  test("goes to another worker when its own is silent, who then has lost it", async () => {
    const account = await openAccount(db, "1");
    const server = await rent(account, "r5");
    const first = await claim("r5", START);
    const later = plusMillis(START, 60_000);
    expect(first && (await heartbeatServer(db, first, later))).toBe("active");
    expect(await claim("r5", plusMillis(later, 89_000), "second")).toBeUndefined();
    const second = await claim("r5", plusMillis(later, 91_000), "second");
    expect(second).toMatchObject({ id: server.id, expiresAt: first?.expiresAt });
    expect(first && (await heartbeatServer(db, first, plusMillis(later, 92_000)))).toBeUndefined();
  });

  test("is stopped when its time is over, and is over when its worker has let go", async () => {
    const account = await openAccount(db, "1");
    const server = await rent(account, "r6");
    const claimed = await claim("r6", START);
    const end = plusMillis(START, 2 * HOUR_MS);
    if (claimed === undefined) throw new Error("the server was not claimed");
    await heartbeatServer(db, claimed, plusMillis(end, -1_000));
    await runAt(plusMillis(end, -1));
    expect(await statusOf(account, server.id)).toBe("active");
    await runAt(end);
    expect(await statusOf(account, server.id)).toBe("stopping");
    expect(await heartbeatServer(db, claimed, end)).toBe("stopping");
    await releaseServer(db, claimed, end);
    expect(await statusOf(account, server.id)).toBe("disabled");
    expect(await account.balance(), "nothing is paid back of time that was used").toBe("0.92");
  });

  test("is over when it was to be stopped and its worker is silent", async () => {
    const account = await openAccount(db, "1");
    const server = await rent(account, "r7");
    await claim("r7", START);
    await runAt(plusMillis(START, 3 * HOUR_MS));
    expect(await statusOf(account, server.id)).toBe("disabled");
  });

  test("waits for the next worker when its own shuts down", async () => {
    const account = await openAccount(db, "1");
    const server = await rent(account, "r8");
    const claimed = await claim("r8", START);
    if (claimed) await releaseServer(db, claimed, START);
    expect(await statusOf(account, server.id)).toBe("provisioning");
    await runAt(plusMillis(START, HOUR_MS));
    expect(await statusOf(account, server.id), "it began, so it has not failed").toBe("provisioning");
    expect(await claim("r8", plusMillis(START, HOUR_MS))).toMatchObject({ expiresAt: claimed?.expiresAt });
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
