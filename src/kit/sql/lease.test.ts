import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { acquireLease, assertFence, LeaseLost, releaseLease, renewLeases, type Lease } from "./lease.ts";

const { db } = await testDatabase({ rooms: ["kit"] });
await db.execute({ name: "create", text: "create table written (fence bigint)" });

async function acquire(name: string, owner: string, ttlMs = 60_000): Promise<Lease> {
  const lease = await acquireLease(db, { name, owner, ttlMs });
  expect(lease).toBeDefined();
  return lease ?? { name, owner, fence: -1 };
}

async function isRenewed(lease: Lease, ttlMs: number): Promise<boolean> {
  return (await renewLeases(db, [lease], ttlMs)).has(lease);
}

async function expire(name: string): Promise<void> {
  await db.execute({
    name: "expire",
    text: "update kit.leases set expires_at = clock_timestamp() where name = $1",
    values: [name],
  });
}

function write(lease: Lease): Promise<number> {
  return db.transaction(async (tx) => {
    await assertFence(tx, lease.name, lease.fence);
    return tx.execute({ name: "write", text: "insert into written values ($1)", values: [lease.fence] });
  });
}

describe("a lease", () => {
  test("has one holder at a time, and every new holder a higher fence", async () => {
    const first = await acquire("one", "a");
    for (const owner of ["a", "b"])
      expect(await acquireLease(db, { name: "one", owner, ttlMs: 1_000 })).toBeUndefined();
    await releaseLease(db, first);
    const second = await acquire("one", "b");
    expect(second.fence).toBeGreaterThan(first.fence);
    await expire("one");
    expect((await acquire("one", "a")).fence).toBeGreaterThan(second.fence);
  });

  test("has a higher fence even where earlier holders were lost with the database's last moment", async () => {
    const lost = await acquire("rewound", "a");
    // A failover takes longer than the millisecond in which two fences would be one.
    await db.execute({
      name: "rewind",
      text: "with taken as (delete from kit.leases where name = 'rewound') select pg_sleep(0.002)",
    });
    const next = await acquire("rewound", "b");
    expect(next.fence).toBeGreaterThan(lost.fence);
    await expect(write(lost)).rejects.toThrow(LeaseLost);
  });

  test("goes to exactly one of many that ask at once", async () => {
    const owners = Array.from({ length: 20 }, (_, index) => `owner-${index}`);
    const leases = await Promise.all(owners.map((owner) => acquireLease(db, { name: "race", owner, ttlMs: 60_000 })));
    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  test("ends on its own when it is not renewed, and cannot be renewed after that", async () => {
    const lease = await acquire("short", "a", 100);
    await expect.poll(() => acquireLease(db, { name: "short", owner: "b", ttlMs: 60_000 })).toBeDefined();
    expect(await isRenewed(lease, 60_000)).toBe(false);
    await expect(write(lease)).rejects.toThrow(LeaseLost);
  });

  test("lasts on when it is renewed", async () => {
    const lease = await acquire("long", "a", 10_000);
    expect(await isRenewed(lease, 86_400_000)).toBe(true);
    const left = await db.query({
      name: "left",
      text: "select expires_at > clock_timestamp() + interval '1 hour' as long from kit.leases where name = 'long'",
    });
    expect(left).toEqual([{ long: true }]);
  });

  test("that was lost cannot be released from under its new holder", async () => {
    const old = await acquire("passed", "a");
    await expire("passed");
    const fresh = await acquire("passed", "b");
    await releaseLease(db, old);
    expect(await isRenewed(fresh, 60_000)).toBe(true);
  });

  test.each([0, 99, 86_400_001, Number.NaN])("cannot last %d milliseconds", async (ttlMs) => {
    await expect(acquireLease(db, { name: "odd", owner: "a", ttlMs })).rejects.toThrow("a lease lasts");
  });
});

describe("assertFence", () => {
  test("lets the holder write, and no earlier holder", async () => {
    const old = await acquire("fenced", "a");
    expect(await write(old)).toBe(1);
    await expire("fenced");
    await expect(write(old)).rejects.toThrow(LeaseLost);
    const fresh = await acquire("fenced", "b");
    await expect(write(old)).rejects.toThrow(LeaseLost);
    expect(await write(fresh)).toBe(1);
    const unknown = { name: "nothing", owner: "a", fence: 1 };
    await expect(write(unknown)).rejects.toThrow(LeaseLost);
  });

  test("lets the holder renew while the transaction is open, and still keeps the next owner out", async () => {
    const lease = await acquire("renewed", "a", 60_000);
    const next = await db.transaction(async (tx) => {
      await assertFence(tx, "renewed", lease.fence);
      expect(await isRenewed(lease, 60_000)).toBe(true);
      await releaseLease(db, lease);
      const acquiring = acquireLease(db, { name: "renewed", owner: "b", ttlMs: 60_000 });
      const waiting = {
        name: "waitingForLease",
        text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%kit.leases%'`,
      };
      await expect.poll(() => db.query(waiting)).not.toEqual([]);
      return { acquiring };
    });
    expect((await next.acquiring)?.fence).toBeGreaterThan(lease.fence);
  });

  test("keeps the next owner out until the transaction has ended, even past the lease's time", async () => {
    // Long enough for a busy machine to begin a transaction.
    const lease = await acquire("held", "a", 2_000);
    const waiting = {
      name: "waiting",
      text: "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    };
    const next = await db.transaction(async (tx) => {
      await assertFence(tx, "held", lease.fence);
      await tx.query({
        name: "outlive",
        text: `select pg_sleep(greatest(extract(epoch from expires_at - clock_timestamp()), 0) + 0.01)::text
          from kit.leases where name = 'held'`,
      });
      const acquiring = acquireLease(db, { name: "held", owner: "b", ttlMs: 60_000 });
      await expect.poll(() => db.query(waiting)).not.toEqual([]);
      return { acquiring };
    });
    expect((await next.acquiring)?.fence).toBeGreaterThan(lease.fence);
  });
});

test("leases that are renewed together are those that are still held", async () => {
  const [kept, lost, taken] = [await acquire("many1", "a"), await acquire("many2", "a"), await acquire("many3", "a")];
  await expire("many2");
  await releaseLease(db, taken);
  await acquire("many3", "a");
  expect(await renewLeases(db, [lost, taken, kept], 86_400_000)).toEqual(new Set([kept]));
  const [row] = await db.query<{ hours: number }>({
    name: "hoursLeft",
    text: "select floor(extract(epoch from expires_at - clock_timestamp()) / 3600)::int as hours from kit.leases where name = 'many1'",
  });
  expect(row?.hours).toBe(23);
  expect(await renewLeases(db, [], 60_000)).toEqual(new Set());
});
