/** Runs that something outside of them holds up, or does not: their owner's account, its package, a halted market. */
import { randomBytes } from "node:crypto";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { ccxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { desk, newCustomer } from "../../../../test/support/order-crash/crash-cases.ts";
import { buryOwner, fixedMarket, runDesk, startSlices } from "../../../../test/support/order-crash/run-cases.ts";
import { HasteningClock } from "../../../../test/support/order-crash/hastening-clock.ts";
import { givePackage } from "../../../../test/support/given-package.ts";
import { storedRunState } from "../../../../test/support/stored-run-state.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { sealer as makeSealer } from "../../../kit/auth/seal.ts";
import { setUserActive } from "../../accounts/index.ts";
import { installLibrary } from "../../algorithms/index.ts";
import type { MarketView } from "../../market/index.ts";

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

/** A process that works, until it is stopped. */
function start(owner: string, view: MarketView = market): () => Promise<void> {
  const senders = desk(db, loop.exchange, { sealer, clock, owner });
  const runs = runDesk(db, loop.exchange, { sealer, clock, owner, market: view, senders });
  senders.start();
  runs.start();
  const stop = async (): Promise<void> => {
    await runs.stop();
    await senders.stop();
  };
  onTestFinished(stop);
  return stop;
}

const untilState = (id: number, state: string) =>
  waitUntil(async () => expect(await storedRunState(db, id)).toBe(state));

const alertsOf = (ownerUid: number) =>
  db.query<{ kind: string; why: string }>({
    name: "test.alertsOfHeldRun",
    text: "select kind, why from trading.alerts where owner_uid = $1 order by id",
    values: [ownerUid],
  });

test("the strategies of a user who is disabled trade on", async () => {
  const own = await customer();
  const id = await startSlices(db, own);
  await db.transaction((tx) => setUserActive(tx, own.ownerUid, false, clock.now()));
  start("disabled");
  await untilState(id, "completed");
  expect(await alertsOf(own.ownerUid)).toEqual([]);
});

test("a run whose algorithm needs a larger package by now waits with one alert, whoever looks after it, and goes on", async () => {
  const own = await customer();
  const id = await startSlices(db, own);
  await db.execute({
    name: "test.needPackage",
    text: `insert into trading.algorithm_versions (algorithm_id, version, definition, created_at, updated_at)
      select algorithm_id, 77, jsonb_set(definition, '{packageMinimum}', '"pro"'), created_at, updated_at
      from trading.algorithm_versions where algorithm_id = 900001 and version = 1`,
  });
  await db.execute({
    name: "test.takeVersion",
    text: "update trading.runs set algorithm_version = 77 where strategy_id = $1",
    values: [id],
  });
  const why = "The algorithm 900001 needs the package pro or a larger one";
  const stop = start("package");
  await waitUntil(async () => expect(await alertsOf(own.ownerUid)).toEqual([{ kind: "run_held", why }]));
  await stop();
  await buryOwner(db, "package");
  // Its gates are asked again and again.
  const debug = async () => {
    await db.execute({
      name: "test.askForDebug",
      text: "update trading.runs set debug_asked_ms = $2, has_command = true where strategy_id = $1",
      values: [id, Math.floor(clock.now() / 1_000)],
    });
    const [row] = await db.query<{ gate: string | null; why: string | null }>({
      name: "test.readDebug",
      text: "select debug ->> 'gate' as gate, debug ->> 'why' as why from trading.runs where strategy_id = $1",
      values: [id],
    });
    return row;
  };
  start("package2");
  await waitUntil(async () => expect(await debug()).toEqual({ gate: "plan", why }));
  await givePackage(db, own.ownerUid, "pro");
  clock.hurry(20);
  await untilState(id, "completed");
  clock.hurry(1);
  expect(await alertsOf(own.ownerUid)).toHaveLength(1);
});

test("a run that changes hands while its market is halted is read, and goes on when it is traded again", async () => {
  const own = await customer();
  const id = await startSlices(db, own, "3600");
  await db.execute({
    name: "test.loseOwnerOfHalted",
    text: `with lost as (update trading.runs set worker = 'trading.worker.gone', fence = 1 where strategy_id = $1)
      update trading.strategies set state = 'running' where id = $1`,
    values: [id],
  });
  start("halted", {
    ...market,
    listing(code) {
      const listing = market.listing(code);
      return listing && { ...listing, market: { ...listing.market, isActive: false } };
    },
  });
  await untilState(id, "running");
  expect(await alertsOf(own.ownerUid)).toEqual([]);
});

test.each([
  ["that no process has looked after", "stopping", false],
  ["that another process was stopping", "stopping", true],
  ["that another process was stopping softly", "soft_stopping", true],
  ["that was paused on the way", "paused", true],
])("a run %s ends while it cannot be read, and says that what its legs lack is not known", async (_, state, isLost) => {
  const id = await startSlices(db, await customer());
  await db.execute({
    name: "test.stopUnread",
    text: `with lost as (
        update trading.runs set worker = case when $3 then 'trading.worker.gone' else worker end, fence = case when $3 then 1 else fence end,
          resumes_as = case when $2 = 'paused' then 'stopping' else 'running' end,
          pause = case when $2 = 'paused' then '{"reason": "reconvening", "isExternal": true}'::jsonb end
        where strategy_id = $1)
      update trading.strategies set state = $2 where id = $1`,
    values: [id, state, isLost],
  });
  start(randomBytes(4).toString("hex"), { ...market, listing: () => undefined });
  await untilState(id, "stopped");
  const [last] = await db.query<{ why: string }>({
    name: "test.lastTransition",
    text: `select t.why from trading.run_transitions t join trading.runs r on r.id = t.run_id
      where r.strategy_id = $1 order by t.version desc limit 1`,
    values: [id],
  });
  expect(last?.why).toMatch(/^what one leg lacks of another is not known, because the run cannot be read: /);
});
