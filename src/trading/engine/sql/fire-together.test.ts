/** Slices that are stored in one commit: what goes together, what is passed over, and what neither may ever do. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { engineRuns, firingOf, type TestRun } from "../../../../test/support/engine-runs.ts";
import { seededRandom } from "../../../../test/support/damaged-documents.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import type { Queryable, Statement, Transaction } from "../../../kit/sql/database.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { loadTrader } from "../../access/index.ts";
import { installLibrary } from "../../algorithms/index.ts";
import { senderLease } from "../store.ts";
import type { Firing } from "../store-runs.ts";
import { fireOrders } from "./fire-orders.ts";
import { fireTogether } from "./fire-together.ts";
import { runJournal } from "./run-journal.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
await installLibrary(db, systemClock().now());
const journal = runJournal(db, systemRandom());
const { newRun, newWorker, fenceOf } = engineRuns(db, journal);
const worker = await newWorker("together");

/** Runs of one worker with so many dollars each. */
async function newRuns(count: number, dollars = "100"): Promise<readonly TestRun[]> {
  const runs: TestRun[] = [];
  for (let at = 0; at < count; at++) runs.push(await newRun(worker));
  const balances = [{ currency: "USDT", free: dollars }];
  await journal.saveBalances(runs.map(({ keyId }) => ({ keyId, balances, askedMs: 500 })));
  return runs;
}

const fireAll = (firings: readonly Firing[]) =>
  Promise.allSettled(firings.map((firing) => journal.fire(worker, firing)));

async function ordersOf({ runId }: TestRun) {
  return db.query<{ id: number; commit: string; claimed: number | null; slices: number }>({
    name: "test.ordersOfRun",
    text: `select o.id, o.xmin::text as commit, o.claimed_fence as claimed, r.slices from trading.orders o
      join trading.runs r on r.id = o.run_id where r.id = $1 order by o.id`,
    values: [runId],
  });
}

test("slices of one turn are one commit, with growing numbers, claimed for the senders of the process", async () => {
  const [one, other] = await newRuns(2);
  if (!one || !other) throw new Error("there are no runs");
  await journal.fire(worker, firingOf(one, 1, 1n));
  const fence = await fenceOf(senderLease(one.keyId));
  const fired = await fireAll([
    firingOf(one, 2, 1n, { senders: new Map([[one.keyId, fence]]) }),
    firingOf(other, 1, 1n, { senders: new Map([[other.keyId, 1]]) }),
  ]);
  expect(fired).toMatchObject([{ value: { kind: "fired" } }, { value: { kind: "fired" } }]);
  const [own, others] = [await ordersOf(one), await ordersOf(other)];
  expect(own[1]?.commit).toBe(others[0]?.commit);
  expect(own[0]?.commit).not.toBe(own[1]?.commit);
  expect(others[0]?.id).toBe((own[1]?.id ?? 0) + 1);
  // A fence that is not the sender's claims nothing.
  expect([own[1]?.claimed, others[0]?.claimed]).toEqual([fence, null]);
  expect([own[0]?.slices, others[0]?.slices]).toEqual([2, 1]);
});

test("two slices never spend the same coin, and one that fails fails alone", async () => {
  const [one, other, third] = await newRuns(3);
  if (!one || !other || !third) throw new Error("there are no runs");
  await journal.fire(worker, firingOf(third, 1, 1n));
  const atSameKey = firingOf({ ...other, keyId: one.keyId }, 1, 60n);
  const fired = await fireAll([firingOf(one, 1, 60n), atSameKey, firingOf(third, 1, 1n)]);
  expect(fired).toMatchObject([
    { status: "fulfilled" },
    { status: "fulfilled" },
    // The intent is stored already.
    { status: "rejected", reason: { code: "23505" } },
  ]);
  const kinds = fired.flatMap((each) => (each.status === "fulfilled" ? [each.value.kind] : []));
  expect(kinds.toSorted()).toEqual(["fired", "short"]);
});

test("a run that another transaction holds is waited for by nothing but its own slice", async () => {
  const [held, free] = await newRuns(2);
  if (!held || !free) throw new Error("there are no runs");
  let slow: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.query({
      name: "test.holdRun",
      text: "select from trading.runs where id = $1 for update",
      values: [held.runId],
    });
    slow = journal.fire(worker, firingOf(held, 1, 1n));
    expect(await journal.fire(worker, firingOf(free, 1, 1n))).toMatchObject({ kind: "fired" });
    expect(await ordersOf(held)).toEqual([]);
  });
  expect(await slow).toMatchObject({ kind: "fired" });
});

test("plan and rights are asked for where the epoch of the user is another, and only there", async () => {
  const [run] = await newRuns(1);
  if (!run) throw new Error("there is no run");
  let asked = 0;
  const isAllowed = (): Promise<boolean> => Promise.resolve(++asked > 1);
  const stamp = (await loadTrader(db, run.ownerUid))?.stamp;
  expect(await journal.fire(worker, firingOf(run, 1, 1n, { isAllowed, stamp }))).toMatchObject({ kind: "fired" });
  expect(asked).toBe(0);
  await db.execute({
    name: "test.changeUser",
    text: "update trading.users set name = 'another' where id = $1",
    values: [run.ownerUid],
  });
  expect(await journal.fire(worker, firingOf(run, 2, 1n, { isAllowed, stamp }))).toEqual({ kind: "not_allowed" });
  expect(await journal.fire(worker, firingOf(run, 2, 1n, { isAllowed, stamp }))).toMatchObject({ kind: "fired" });
  expect(asked).toBe(2);
});

test("nothing is stored outside of its transaction, whatever became of that", async () => {
  const [run] = await newRuns(1);
  if (!run) throw new Error("there is no run");
  const alone: Transaction = {
    query: (each) => db.query(each),
    execute: (each) => db.execute(each),
    inTransaction: true,
  };
  expect(await fireTogether(alone, worker, [firingOf(run, 1, 1n)])).toEqual(new Map());
  expect(await ordersOf(run)).toEqual([]);
  const [{ slices } = { slices: -1 }] = await db.query<{ slices: number }>({
    name: "test.slicesOfRun",
    text: "select slices from trading.runs where id = $1",
    values: [run.runId],
  });
  expect(slices).toBe(0);
});

test("a slice at a place with a limit or halt is judged before it is stored, whole, and by itself", async () => {
  const [limited, free] = await newRuns(2);
  if (!limited || !free) throw new Error("there are no runs");
  await db.execute({
    name: "test.limitAccount",
    text: `insert into trading.risk_limits (scope, scope_id, owner_uid, maximum_open_orders, resume, updated_at)
      values ('account', $1, $1, 1, 'manual', now())`,
    values: [limited.ownerUid],
  });
  const asked: number[] = [];
  const judged = (run: TestRun, slice: number, isRefused: boolean) =>
    firingOf(run, slice, 1n, {
      refusedBy: ({ limits }, { working }) => {
        asked.push(run.runId, limits.length, working.length);
        return isRefused
          ? { row: 0, refusal: { kind: "limit", scope: "account", limit: "maximum_open_orders" } }
          : undefined;
      },
    });
  const fired = await fireAll([judged(limited, 1, true), judged(free, 1, true)]);
  expect(fired).toMatchObject([{ value: { kind: "refused", by: { row: 0 } } }, { value: { kind: "fired" } }]);
  expect(await ordersOf(limited)).toEqual([]);
  expect(await journal.fire(worker, judged(limited, 1, false))).toMatchObject({ kind: "fired" });
  // What was stored counts, though no sender has claimed it.
  expect(await journal.fire(worker, judged(limited, 2, true))).toMatchObject({ kind: "refused" });
  expect(asked).toEqual([limited.runId, 1, 0, limited.runId, 1, 0, limited.runId, 1, 1]);
});

test("what orders have set aside is counted as the core counts it", async () => {
  const below = seededRandom(7);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const [run] = await newRuns(1);
  if (!run) throw new Error("there is no run");
  await journal.fire(worker, firingOf(run, 1, 5n));
  await journal.fire(worker, firingOf(run, 2, 7n));
  const kinds: string[] = [];
  for (let round = 0; round < 40; round++) {
    for (const slice of [1, 2]) {
      const state = pick(["open", "unknown", "missing", "filled", "not_sent", "canceled", "cancel_pending"]);
      const isOver = ["filled", "not_sent", "canceled", "missing"].includes(state);
      await db.execute({
        name: "test.shakeOrder",
        text: `update trading.orders set state = $3, side = $4, filled = $5, cost = $6, held_ms = $7, ended_ms = $8,
          is_settled = $9 where run_id = $1 and slice = $2`,
        values: [
          run.runId,
          slice,
          state,
          pick(["buy", "sell"]),
          pick(["0", "1", "6"]),
          pick(["0", "3", "11"]),
          pick([null, 900, 1000, 1100]),
          isOver ? pick([900, 1000, 1100]) : 0,
          isOver && state !== "missing" && pick([true, false]),
        ],
      });
    }
    await db.execute({
      name: "test.shakeBalance",
      text: "update trading.key_balances set free = $2, asked_ms = 1000 where key_id = $1",
      values: [run.keyId, pick(["5", "10", "20"])],
    });
    const firing = firingOf(run, 3, pick([0n, 1n, 4n, 9n]));
    const together = await undone((tx) => fireTogether(tx, worker, [firing]));
    const alone = await undone((tx) => fireOrders(tx, worker, firing, systemRandom()));
    expect(together.size === 1, `round ${round}`).toBe(alone.kind === "fired");
    kinds.push(alone.kind);
  }
  expect(new Set(kinds)).toEqual(new Set(["fired", "short"]));
});

class Undone extends Error {}

/** What a transaction has answered that is rolled back. */
async function undone<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  const without = (of: Queryable): Transaction => ({
    query: <Row extends object>(each: Statement) => of.query<Row>({ ...each, isLast: false }),
    execute: (each) => of.execute({ ...each, isLast: false }),
    inTransaction: true,
  });
  const done = db.transaction(async (tx) => {
    results.push(await work(without(tx)));
    throw new Undone();
  });
  await expect(done).rejects.toBeInstanceOf(Undone);
  return results[0] as Result;
}
