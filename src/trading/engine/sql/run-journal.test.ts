/** Runs on PostgreSQL: what their orders set aside, and what a transition writes. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { engineRuns, firingOf, type TestRun } from "../../../../test/support/engine-runs.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { installLibrary } from "../../algorithms/index.ts";
import { parseClientId } from "../core/client-ids.ts";
import { senderLease, type JournalChange, type KeptOrder } from "../store.ts";
import type { Fired, ToldBalances } from "../store-runs.ts";
import { orderJournal } from "./order-journal.ts";
import { runJournal } from "./run-journal.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
await installLibrary(db, systemClock().now());
const journal = runJournal(db, systemRandom());
const { newRun, newWorker, fenceOf } = engineRuns(db, journal);

/** Fires an order that needs so many whole dollars. */
const fire = (run: TestRun, slice: number, dollars: bigint, nowMs = 1000): Promise<Fired> =>
  journal.fire(run.worker, firingOf(run, slice, dollars, { nowMs }));

const balance = (currency: string, free: string) => ({ currency, free });

const saveBalances = (keyId: number, balances: ToldBalances["balances"], askedMs: number): Promise<void> =>
  journal.saveBalances([{ keyId, balances, askedMs }]);

test("the numbers of a slice grow, and are written at the exchange as they are read again", async () => {
  const run = await newRun();
  await saveBalances(run.keyId, [balance("USDT", "100")], 1000);
  const before = Date.now() * 1024;
  const taken: number[] = [];
  for (const slice of [1, 2, 3]) {
    const fired = await fire(run, slice, 1n, Date.now());
    if (fired.kind !== "fired") throw new Error(fired.kind);
    for (const { terms, order } of fired.orders) {
      expect(parseClientId(order.clientOrderId.slice(0, 2), order.clientOrderId)).toBe(terms.id);
      taken.push(terms.id);
    }
  }
  expect([before, ...taken]).toEqual([before, ...taken].toSorted((one, other) => one - other));
  expect(new Set(taken).size).toBe(3);
});

test("what an order has spent counts once: not beside a balance that shows it, whatever other currencies say", async () => {
  const run = await newRun();
  await saveBalances(run.keyId, [balance("BTC", "1"), balance("USDT", "100")], 1000);
  expect(await fire(run, 1, 60n)).toMatchObject({ kind: "fired" });
  expect(await fire(run, 2, 60n)).toEqual({ kind: "short", currency: "USDT" });
  await db.execute({
    name: "test.endOrders",
    text: `update trading.orders set state = 'filled', filled = 1, cost = 60, ended_ms = 1500, is_settled = true
      where run_id = $1`,
    values: [run.runId],
  });
  // Spent, but the balance does not show it yet.
  expect(await fire(run, 2, 60n)).toEqual({ kind: "short", currency: "USDT" });
  expect(await fire(run, 2, 40n)).toMatchObject({ kind: "fired" });
  await db.execute({
    name: "test.withholdOrders",
    text: `update trading.orders set state = 'not_sent', ended_ms = 1600, is_settled = true
      where run_id = $1 and slice = 2`,
    values: [run.runId],
  });
  // An older row of another currency brings nothing back that this balance shows.
  await saveBalances(run.keyId, [balance("USDT", "40")], 2000);
  await db.execute({
    name: "test.ageBalance",
    text: "update trading.key_balances set asked_ms = 1000 where key_id = $1 and currency = 'BTC'",
    values: [run.keyId],
  });
  expect(await fire(run, 3, 40n)).toMatchObject({ kind: "fired" });
});

test("an order that is not settled yet counts once as well, as soon as the balance is newer than its end", async () => {
  const run = await newRun();
  await saveBalances(run.keyId, [balance("USDT", "100")], 1000);
  expect(await fire(run, 1, 60n)).toMatchObject({ kind: "fired" });
  await db.execute({
    name: "test.fillOrders",
    text: "update trading.orders set state = 'filled', filled = 1, cost = 60, ended_ms = 1500 where run_id = $1",
    values: [run.runId],
  });
  await saveBalances(run.keyId, [balance("USDT", "40")], 2000);
  expect(await fire(run, 2, 40n)).toMatchObject({ kind: "fired" });
});

test("a currency that the exchange no longer names is empty, and an older answer empties nothing", async () => {
  const run = await newRun();
  await saveBalances(run.keyId, [balance("USDT", "100")], 2000);
  await saveBalances(run.keyId, [], 1000);
  expect(await fire(run, 1, 10n)).toMatchObject({ kind: "fired" });
  await saveBalances(run.keyId, [balance("BTC", "1")], 3000);
  expect(await fire(run, 2, 10n)).toEqual({ kind: "short", currency: "USDT" });
});

test("balances of several keys are stored together, each as its exchange told it, and a key that is gone is passed over", async () => {
  const [one, other] = [await newRun(), await newRun()];
  await saveBalances(one.keyId, [balance("USDT", "5"), balance("BTC", "1")], 3000);
  await journal.saveBalances([
    { keyId: other.keyId, balances: [balance("USDT", "100")], askedMs: 2000 },
    { keyId: one.keyId, balances: [balance("USDT", "100")], askedMs: 2000 },
    { keyId: 999_999_999, balances: [balance("USDT", "100")], askedMs: 2000 },
  ]);
  const rows = await db.query<{ key_id: number; currency: string; free: string; asked_ms: number }>({
    name: "test.balancesOfKeys",
    text: `select key_id, currency, free::text, asked_ms from trading.key_balances
      where key_id in ($1, $2, 999999999) order by key_id, currency`,
    values: [one.keyId, other.keyId],
  });
  expect(rows.map(({ key_id, currency, free, asked_ms }) => [key_id, currency, free, asked_ms])).toEqual([
    [one.keyId, "BTC", "1", 3000],
    [one.keyId, "USDT", "5", 3000],
    [other.keyId, "USDT", "100", 2000],
  ]);
});

test("balances are locked in one order, whatever order they are told in", async () => {
  const runs: TestRun[] = [];
  for (let number = 0; number < 3; number++) runs.push(await newRun());
  const told = runs.map(({ keyId }) => ({ keyId, balances: [balance("USDT", "100")], askedMs: 1000 }));
  await journal.saveBalances(told);
  let saves: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.query({
      name: "test.holdMiddle",
      text: "select from trading.key_balances where key_id = $1 for update",
      values: [runs[1]?.keyId],
    });
    saves = Promise.all([journal.saveBalances(told), journal.saveBalances(told.toReversed())]);
    saves.catch(() => undefined);
    await waitUntil(async () => {
      const waiting = await db.query({
        name: "test.waitingForLocks",
        text: "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      });
      expect(waiting).toHaveLength(2);
    });
    // Neither waits behind what the other needs first: the last key is not locked yet.
    const free = await tx.query<{ key_id: number }>({
      name: "test.lastIsFree",
      text: "select key_id from trading.key_balances where key_id = any ($1::bigint[]) order by key_id for update skip locked",
      values: [runs.map(({ keyId }) => keyId)],
    });
    expect(free.map(({ key_id: keyId }) => keyId)).toEqual(runs.slice(1).map(({ keyId }) => keyId));
  });
  await expect(saves).resolves.toHaveLength(2);
});

test("a pause for another reason is stored where the state stays, and noted once", async () => {
  const run = await newRun();
  const outside = { reason: "lost_exchange", isExternal: true } as const;
  const inside = { reason: "unhedged", isExternal: false } as const;
  await journal.move(run.worker, run.runId, { event: "checked", why: "", nowMs: 1 });
  await journal.move(run.worker, run.runId, { event: "breaker", why: "", nowMs: 2, pause: outside });
  const unhedged = { "1": "0.5", "unwound/12": "0" };
  const deed = { event: "unhedged", why: "row 1 lacks 0.5", nowMs: 3, pause: inside, unhedged } as const;
  for (let i = 0; i < 3; i++) await journal.move(run.worker, run.runId, deed);
  const kept = await journal.readRun(run.runId);
  expect(kept).toMatchObject({ run: { state: "paused", pause: inside }, unhedged });
  const noted = await db.query({
    name: "test.readTransitions",
    text: "select from_state, to_state, event from trading.run_transitions where run_id = $1 order by version desc",
    values: [run.runId],
  });
  expect(noted.slice(0, 2)).toEqual([
    { from_state: "paused", to_state: "paused", event: "unhedged" },
    { from_state: "running", to_state: "paused", event: "breaker" },
  ]);
  const audited = await db.query({
    name: "test.readAudit",
    text: "select from trading.audit where owner_id = $1 and details->>'event' = 'unhedged'",
    values: [run.ownerUid],
  });
  expect(audited).toHaveLength(1);
});

/** Of an order that the exchange had denied, and shows now. */
function appearance({ terms, order, version }: KeptOrder, keyId: number): JournalChange {
  return {
    id: terms.id,
    keyId,
    ownerUid: terms.ownerUid,
    version: version + 1,
    order: { ...order, state: "cancel_pending", wasSeen: true },
    from: "missing",
    event: "report",
    why: "",
    isDeferred: false,
    cost: "0",
    handedMs: null,
    atMs: 1000,
    isQuiet: false,
    fill: undefined,
    alerts: ["alert_appeared"],
    pauses: true,
    followedIds: [],
  };
}

test("an order that was thought gone and is seen stops its run, whoever owns it, until it was paused for it", async () => {
  const run = await newRun();
  await saveBalances(run.keyId, [balance("USDT", "100")], 1000);
  const fired = await fire(run, 1, 10n);
  const [order] = fired.kind === "fired" ? fired.orders : [];
  if (!order) throw new Error("nothing was fired");
  const { id } = order.terms;
  expect((await journal.takeCommands(run.worker)).length).toBe(0);
  const sender = await fenceOf(senderLease(run.keyId));
  await orderJournal(db, systemRandom()).write(run.keyId, sender, [appearance(order, run.keyId)]);
  expect(await fire(run, 2, 10n)).toEqual({ kind: "appeared", orderId: id });
  expect(await journal.takeCommands(run.worker)).toMatchObject([{ id: run.runId, appeared: id }]);
  // The owner dies, and another one comes.
  await db.execute({
    name: "test.endWorker",
    text: "update kit.leases set expires_at = 'epoch' where name = $1",
    values: [run.worker.lease],
  });
  const next = await newWorker(`${run.strategyId}-next`);
  expect(await journal.claimRuns(next, 100)).toMatchObject([{ id: run.runId, appeared: id }]);
  const pause = { reason: "order_appeared", isExternal: false } as const;
  const deed = { event: "breaker", why: "", nowMs: 1, pause, appeared: id } as const;
  expect(await journal.move(next, run.runId, deed)).toMatchObject({ run: { state: "paused" }, appeared: undefined });
  // Its user has started it again since: it is not paused twice for one order.
  await journal.move(next, run.runId, { event: "start", why: "", nowMs: 2 });
  expect(await journal.move(next, run.runId, deed)).toMatchObject({
    run: { state: "reconvening" },
    appeared: undefined,
  });
});

test("a total of more slices than can be counted is stored as one without end, and holds up no other run", async () => {
  const runs = [await newRun(), await newRun()];
  const figures = runs.map(({ strategyId, runId }, at) => ({
    strategyId,
    runId,
    successful: 1,
    canceled: 0,
    failed: 0,
    slicesDone: 1,
    slicesTotal: at === 0 ? 5_000_000_000 : 7,
    openOrders: 0,
    qtyDone: "1",
    realizedPnl: "0",
    fees: "0",
    pnlCurrency: "USDT",
  }));
  for (const { worker } of runs) await journal.saveFigures(worker, figures);
  const stored = await db.query({
    name: "test.slicesOfStrategies",
    text: "select successful, slices_total from trading.strategies where id = any ($1::bigint[]) order by id",
    values: [runs.map(({ strategyId }) => strategyId)],
  });
  expect(stored).toEqual([
    { successful: 1, slices_total: null },
    { successful: 1, slices_total: 7 },
  ]);
});
