/** Runs beyond the duration of their plan: each minute of drivetime is taken once, by the owner, while they run. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { startSlices } from "../../../../test/support/order-crash/run-cases.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { acquireLease, LeaseLost } from "../../../kit/sql/lease.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { DAY_SECONDS, HOUR_MS, HOUR_SECONDS } from "../../../kit/time/spans.ts";
import { installLibrary } from "../../algorithms/index.ts";
import { useDrivetime } from "../../billing/sql/drivetime.ts";
import { WORKER_LEASE, type KeptRun, type RunWorker } from "../store-runs.ts";
import { runJournal } from "./run-journal.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
await installLibrary(db, systemClock().now());
const journal = runJournal(db, systemRandom(), useDrivetime);
let names = 0;

async function newWorker(): Promise<RunWorker> {
  const name = `${WORKER_LEASE}x${++names}`;
  const lease = await acquireLease(db, { name, owner: name, ttlMs: 600_000 });
  if (!lease) throw new Error("the lease was not to be had");
  return { lease: name, fence: lease.fence };
}

/** A run of an hour that runs, of an account with this much drivetime. */
async function newRun(balanceSeconds: number) {
  const { ownerUid } = await newPerson(db);
  const [key] = await db.query<{ id: number }>({
    name: "test.newKey",
    text: `insert into trading.exchange_keys (owner_uid, uid, exchange, label, token_masked, sealed_credentials, status, created_at)
      values ($1, $1, 'binance', 'x', 'x', 'x', 'active', now()) returning id`,
    values: [ownerUid],
  });
  await db.execute({
    name: "test.giveDrivetime",
    text: "insert into trading.drivetime (owner_id, balance_seconds, expires_at) values ($1, $2, now() + interval '1 year')",
    values: [ownerUid, balanceSeconds],
  });
  const strategyId = await startSlices(db, { keyId: key?.id ?? 0, ownerUid });
  const worker = await newWorker();
  const run = (await journal.claimRuns(worker, 100)).find((each) => each.strategyId === strategyId);
  if (!run) throw new Error("the run was not to be had");
  await journal.move(worker, run.id, { event: "checked", why: "", nowMs: run.startedMs });
  return {
    id: run.id,
    worker,
    startedMs: run.startedMs,
    ownerUid,
    strategyId,
    /** Goes on this long after the end of its hour. */
    extend: (afterMs: number, by = worker) => journal.extend(by, run.id, run.startedMs + HOUR_MS + afterMs),
    used: () => usedBy(ownerUid),
  };
}

async function usedBy(ownerUid: number): Promise<{ left: number; used: number } | undefined> {
  const [row] = await db.query<{ left: number; used: number }>({
    name: "test.readDrivetime",
    text: "select balance_seconds as left, used_seconds as used from trading.drivetime where owner_id = $1",
    values: [ownerUid],
  });
  return row;
}

const lengthOf = (kept: KeptRun | undefined) => kept && [kept.maximumMs, kept.drivetimeSeconds];

test("a run takes a minute after the other once its hour is over, and the last one as long as it is", async () => {
  const { extend, used, strategyId, startedMs } = await newRun(90);
  expect(lengthOf(await extend(-1))).toEqual([HOUR_MS, 0]);
  expect(lengthOf(await extend(0))).toEqual([HOUR_MS + 60_000, 60]);
  expect(lengthOf(await extend(59_999))).toEqual([HOUR_MS + 60_000, 60]);
  expect(await used()).toEqual({ left: 30, used: 60 });
  expect(lengthOf(await extend(60_000))).toEqual([HOUR_MS + 90_000, 90]);
  expect(lengthOf(await extend(90_000))).toEqual([HOUR_MS + 90_000, 90]);
  expect(await used()).toEqual({ left: 0, used: 90 });
  const shown = await db.query({
    name: "test.readStopsAt",
    text: "select (extract(epoch from stops_at) * 1000)::bigint as ms from trading.strategies where id = $1",
    values: [strategyId],
  });
  expect(shown).toEqual([{ ms: startedMs + HOUR_MS + 90_000 }]);
});

test("time in which the run was paused or without an owner is not paid", async () => {
  const { extend, used, id, worker, startedMs } = await newRun(600);
  await extend(0);
  const pause = { reason: "breaker", isExternal: false } as const;
  await journal.move(worker, id, { event: "breaker", why: "", nowMs: startedMs, pause });
  expect(lengthOf(await extend(120_000))).toEqual([HOUR_MS + 60_000, 60]);
  await journal.move(worker, id, { event: "start", why: "", nowMs: startedMs });
  await journal.move(worker, id, { event: "reconvened", why: "", nowMs: startedMs });
  expect(lengthOf(await extend(500_000))).toEqual([HOUR_MS + 560_000, 120]);
  expect(await used()).toEqual({ left: 480, used: 120 });
});

test("a minute that a process has taken is not taken again by the next one, nor by the one that was replaced", async () => {
  const { extend, used, worker } = await newRun(600);
  await extend(0);
  await db.execute({
    name: "test.endLease",
    text: "update kit.leases set expires_at = 'epoch' where name = $1",
    values: [worker.lease],
  });
  const next = await newWorker();
  await journal.claimRuns(next, 100);
  expect(lengthOf(await extend(1_000, next))).toEqual([HOUR_MS + 60_000, 60]);
  await expect(extend(60_000)).rejects.toThrow(LeaseLost);
  expect(await used()).toEqual({ left: 540, used: 60 });
});

test("a stop that comes first takes nothing", async () => {
  const { extend, used, id, worker, startedMs } = await newRun(600);
  await journal.move(worker, id, { event: "stop", why: "", nowMs: startedMs });
  await extend(0);
  expect(await used()).toEqual({ left: 600, used: 0 });
});

test("the account is alerted once when less than an hour is left, and the trail says which run began to use it", async () => {
  const { extend, ownerUid, id, startedMs } = await newRun(HOUR_SECONDS + 90);
  for (const minute of [0, 1, 2, 3]) await extend(minute * 60_000);
  const alerts = await db.query({
    name: "test.readAlerts",
    text: "select kind, uid, data from trading.alerts where owner_uid = $1",
    values: [ownerUid],
  });
  expect(alerts).toEqual([{ kind: "drivetime_low", uid: null, data: expect.stringContaining("3570") }]);
  const trail = await db.query({
    name: "test.readTrail",
    text: "select details from trading.audit where owner_id = $1 and action = 'strategy.drivetime'",
    values: [ownerUid],
  });
  expect(trail).toEqual([{ details: expect.stringContaining(String(id)) }]);
  expect(JSON.stringify(trail)).toContain(String(startedMs + HOUR_MS));
});

test("runs of one account that take from the same drivetime at once take no more than there is", async () => {
  const { extend, used, ownerUid, worker } = await newRun(DAY_SECONDS);
  await db.execute({
    name: "test.setDrivetime",
    text: "update trading.drivetime set balance_seconds = 100 where owner_id = $1",
    values: [ownerUid],
  });
  await Promise.all([extend(0), db.transaction((tx) => useDrivetime(tx, ownerUid, 60, systemClock().now()))]);
  expect(await used()).toEqual({ left: 0, used: 100 });
  expect(worker.fence).toBeGreaterThan(0);
});
