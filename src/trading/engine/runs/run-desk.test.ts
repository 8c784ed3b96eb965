/** The owner of runs beside a database whose answers are lost: what it owns is looked after all the same. */
import { randomBytes } from "node:crypto";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { ccxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { desk, newCustomer } from "../../../../test/support/order-crash/crash-cases.ts";
import {
  buryOwner,
  fixedMarket,
  runDesk,
  sliceProblems,
  startSlices,
  untilEnded,
} from "../../../../test/support/order-crash/run-cases.ts";
import { HasteningClock } from "../../../../test/support/order-crash/hastening-clock.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { sealer as makeSealer } from "../../../kit/auth/seal.ts";
import { createMetrics } from "../../../kit/metrics/metrics.ts";
import { installLibrary } from "../../algorithms/index.ts";
import { strategyStore } from "../../strategies/sql/strategy-store.ts";
import type { RunJournal } from "../store-runs.ts";
import { storedRunState } from "../../../../test/support/stored-run-state.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const sealer = makeSealer([{ id: "test", key: randomBytes(32) }]);
const clock = new HasteningClock();
const loop = await ccxtWorld({ limits: { weight: 10_000_000, orders: 1_000_000 } });
loop.loopback.world.trade(5);
afterAll(() => loop.close());
await installLibrary(db, clock.now());
const market = await fixedMarket(loop.exchange, "btcusdt");

async function customer() {
  const { ownerUid } = await newPerson(db);
  return newCustomer(db, loop.loopback, { sealer, ownerUid });
}

function start(
  owner: string,
  around?: (journal: RunJournal) => RunJournal,
  { hasSenders = false }: { readonly hasSenders?: boolean } = {},
): ReturnType<typeof runDesk> {
  const orders = desk(db, loop.exchange, { sealer, clock, owner });
  const senders = hasSenders ? orders : undefined;
  const runs = runDesk(db, loop.exchange, {
    sealer,
    clock,
    owner,
    market,
    ...(around && { around }),
    ...(senders && { senders }),
  });
  orders.start();
  runs.start();
  onTestFinished(async () => {
    await runs.stop();
    await orders.stop();
  });
  return runs;
}

/** Does what is asked, and loses the first answer that says something. */
function losing<Asked extends readonly unknown[], Item>(ask: (...asked: Asked) => Promise<readonly Item[]>) {
  let isLost = false;
  return async (...asked: Asked): Promise<readonly Item[]> => {
    const answer = await ask(...asked);
    if (isLost || answer.length === 0) return answer;
    isLost = true;
    throw new Error("the answer was lost");
  };
}

const stateOf = (strategyId: number): Promise<string | undefined> => storedRunState(db, strategyId);
const untilState = (id: number, state: string) => waitUntil(async () => expect(await stateOf(id)).toBe(state));

test("a run whose claim got no answer is gone on with", async () => {
  const id = await startSlices(db, await customer());
  start("claims", (journal) => ({ ...journal, claimRuns: losing(journal.claimRuns) }));
  await untilState(id, "completed");
  expect(await sliceProblems(db, id)).toEqual([]);
});

test("a stop whose answer was lost on the way to the owner ends the run", async () => {
  const own = await customer();
  const id = await startSlices(db, own, "3600");
  start("stops", (journal) => ({ ...journal, takeCommands: losing(journal.takeCommands) }));
  await untilState(id, "running");
  const view = { ownerUid: own.ownerUid, uid: own.ownerUid, seesAccount: true };
  await strategyStore(db).stop({ view, changesAccount: true, at: clock.now() }, id, "stop");
  await untilState(id, "stopped");
  expect(await stateOf(id)).toBe("stopped");
});

test("a run whose owner could not write for a moment is gone on with", async () => {
  const id = await startSlices(db, await customer());
  let failures = 3;
  start("writes", (journal) => ({
    ...journal,
    fire: (worker, firing) =>
      failures-- > 0 ? Promise.reject(new Error("no database")) : journal.fire(worker, firing),
    readRun: (runId) => (failures-- > 0 ? Promise.reject(new Error("no database")) : journal.readRun(runId)),
  }));
  await untilState(id, "completed");
  expect(await sliceProblems(db, id)).toEqual([]);
});

test("a slice that was stored for its sender though its answer was lost is looked for, and never sent late", async () => {
  const id = await startSlices(db, await customer());
  const lost: number[] = [];
  start(
    "unknown",
    (journal) => ({
      ...journal,
      fire: async (worker, firing) => {
        const fired = await journal.fire(worker, firing);
        // The first slice may come before its key has a sender: one that is claimed is lost.
        const claimed = fired.kind === "fired" ? fired.orders.filter((each) => each.claimedFence !== null) : [];
        if (lost.length > 0 || claimed.length === 0) return fired;
        for (const { terms } of claimed) lost.push(terms.id);
        throw new Error("the answer to the commit was lost");
      },
    }),
    { hasSenders: true },
  );
  await untilEnded(db, id, clock);
  expect(await sliceProblems(db, id)).toEqual([]);
  const left = await db.query({
    name: "test.lostOrders",
    text: "select state, handed_ms from trading.orders where id = any ($1::bigint[])",
    values: [lost],
  });
  expect(left).toEqual([{ state: "missing", handed_ms: null }]);
});

test("a process that comes back after another has taken over its runs leaves their orders alone", async () => {
  const id = await startSlices(db, await customer(), "2");
  let shared: Promise<void> | undefined;
  const first = new Set<string>();
  start("back", (journal) => ({
    ...journal,
    fire: async (worker, firing) => {
      first.add(worker.lease);
      // Its lease runs out while it writes, and it takes it again at once.
      shared ??= buryOwner(db, "back").then(() => void start("over"));
      await shared;
      return journal.fire(worker, firing);
    },
  }));
  await untilState(id, "completed");
  expect(await sliceProblems(db, id)).toEqual([]);
});

test("a run whose order was seen while no process looked after it is paused by its next owner, and counted", async () => {
  const id = await startSlices(db, await customer());
  await db.execute({
    name: "test.seeOrder",
    text: "update trading.runs set appeared_order = 7 where strategy_id = $1",
    values: [id],
  });
  const metrics = createMetrics({ process: false });
  start("late").metrics(metrics);
  await untilState(id, "paused");
  await waitUntil(async () =>
    expect(await metrics.text()).toContain('tripod_trading_runs_paused{reason="order_appeared"} 1\n'),
  );
  const [run] = await db.query({
    name: "test.readPause",
    text: `select pause ->> 'reason' as reason, appeared_order from trading.runs where strategy_id = $1
        and not exists (select from trading.orders where strategy_id = $1)`,
    values: [id],
  });
  expect(run).toEqual({ reason: "order_appeared", appeared_order: null });
});

test("a run that cannot be read after a take-over is paused with one alert after a minute, and goes on when it can", async () => {
  const own = await customer();
  const id = await startSlices(db, own, "3600");
  await db.execute({
    name: "test.loseOwner",
    text: `with lost as (update trading.runs set worker = 'trading.worker.gone', fence = 1 where strategy_id = $1)
      update trading.strategies set state = 'running' where id = $1`,
    values: [id],
  });
  let isListed = false;
  const hasty = new HasteningClock();
  const delisted = { ...market, listing: (code: string) => (isListed ? market.listing(code) : undefined) };
  const runs = runDesk(db, loop.exchange, { sealer, clock: hasty, owner: "unread", market: delisted });
  runs.start();
  onTestFinished(() => runs.stop());
  await untilState(id, "reconvening");
  hasty.hurry(40);
  await untilState(id, "paused");
  isListed = true;
  await untilState(id, "running");
  const alerts = await db.query({
    name: "test.alertsOfPause",
    text: "select kind from trading.alerts where owner_uid = $1",
    values: [own.ownerUid],
  });
  expect(alerts).toEqual([{ kind: "run_paused" }]);
});
