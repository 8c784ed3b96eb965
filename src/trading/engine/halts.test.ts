/** Halts in one process, and orders that are due in another. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { bundleScript } from "../../../test/support/bundle.ts";
import { ccxtWorld } from "../../../test/support/ccxt-loopback.ts";
import { ScriptProcess } from "../../../test/support/child-process.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { askOpenOrder, askOrders } from "../../../test/support/order-crash/ask-orders.ts";
import { closeCase, desk, newCustomer, type Customer } from "../../../test/support/order-crash/crash-cases.ts";
import { crashing } from "../../../test/support/order-crash/crashing.ts";
import { HasteningClock } from "../../../test/support/order-crash/hastening-clock.ts";
import { OrderGate } from "../../../test/support/order-gate.ts";
import { newPerson } from "../../../test/support/trading-people.ts";
import { TOO_LATE } from "../../../test/support/too-late.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { sealer as makeSealer } from "../../kit/auth/seal.ts";
import { systemRandom } from "../../kit/ids/ids.ts";
import { acquireLease } from "../../kit/sql/lease.ts";
import { systemClock } from "../../kit/time/clock.ts";
import type { Exchange } from "../exchanges/port.ts";
import { haltDesk } from "./halt-orders.ts";
import { HaltView } from "./halt-view.ts";
import { heldOrders } from "./held-orders.ts";
import { haltViewStore } from "./sql/halt-view-store.ts";
import { listHeld } from "./sql/held-orders.ts";
import type { NewHalt } from "./risk-store.ts";
import { riskStore } from "./sql/risk-store.ts";
import { orderStore } from "./sql/order-store.ts";

const database = await testDatabase({ rooms: ["kit", "trading"] });
const { db } = database;
const masterKey = randomBytes(32);
const sealer = makeSealer([{ id: "test", key: masterKey }]);
const loop = await ccxtWorld({ limits: { weight: 10_000_000, orders: 1_000_000 } });
loop.loopback.world.trade(5);
afterAll(() => loop.close());
const { ownerUid } = await newPerson(db);
const clock = systemClock();
const orders = orderStore(db, systemRandom());
const risk = riskStore(db);
/** The process that halts: it sends nothing, and no hint of it reaches others. */
const halts = haltDesk(risk, { clock, asked: () => undefined });

const CLOCKS_DIFFER_MS = 40;

const newHalt = ({ keyId }: Customer, changes: Partial<NewHalt> = {}): NewHalt => ({
  place: { scope: "key", id: keyId },
  ownerUid,
  source: "user",
  mode: "halted",
  maySoften: true,
  isCancelling: false,
  reason: "a test",
  setBy: ownerUid,
  at: clock.now(),
  ...changes,
});

function start(exchange: Exchange = loop.exchange, view?: HaltView) {
  const running = desk(db, exchange, {
    sealer,
    clock: new HasteningClock(),
    owner: `desk-${randomBytes(4).toString("hex")}`,
    ...(view && { halts: view }),
  });
  running.start();
  onTestFinished(() => running.stop());
  return running;
}

const ask = ({ keyId }: Customer, sendAtMs: readonly number[]) => askOrders(orders, { keyId, ownerUid }, sendAtMs);
const askOpen = ({ keyId }: Customer) => askOpenOrder(orders, { keyId, ownerUid });

/** As if they had run out. */
async function endLeases(owner: string): Promise<void> {
  await db.execute({
    name: "test.endLeases",
    text: "update kit.leases set expires_at = now() where owner = $1",
    values: [owner],
  });
}

const states = async (ids: readonly number[]) => (await orders.readOrders(ids)).map(({ order }) => order.state);
const atExchange = ({ account }: Customer) => loop.loopback.engine.openOrders(account).length;

test("an order that was allowed before a halt does not leave once the halt has answered", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const gate = new OrderGate();
  const { held, release } = gate.close();
  start(gate.around(loop.exchange));
  const ids = await ask(customer, [Date.now()]);
  await held;
  expect(await halts.halt(newHalt(customer))).toEqual({ cancelled: 0, unaware: 0, mode: "halted" });
  release();
  await waitUntil(async () => expect(await states(ids)).toEqual(["not_sent"]));
  const [kept] = await orders.readOrders(ids);
  expect(kept?.why).toBe("The order was not sent: new orders of the key are halted");
  expect([kept?.handedMs, atExchange(customer)]).toEqual([null, 0]);
});

const script = await bundleScript(
  fileURLToPath(new URL("../../../test/support/order-crash/order-child.ts", import.meta.url)),
);

test("once a halt has answered here, nothing new comes to the exchange from another process, and cancels pass", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const child = new ScriptProcess(script, [
    JSON.stringify(database.connection),
    masterKey.toString("hex"),
    loop.loopback.url,
    "0",
  ]);
  onTestFinished(async () => {
    await child.kill();
    await endLeases(`child-${child.pid}`);
  });
  await child.heard("ready");
  const ids: number[] = [];
  /** Ten that are due within the next moment. */
  const askMore = async (): Promise<void> => {
    const now = Date.now();
    ids.push(
      ...(await ask(
        customer,
        Array.from({ length: 10 }, (_, index) => now + index * 5),
      )),
    );
  };
  let hasAnswered = false;
  const asking = (async () => {
    for (; !hasAnswered; await delay(20)) await askMore();
  })();
  await waitUntil(() => expect(atExchange(customer)).toBeGreaterThan(5));
  expect((await halts.halt(newHalt(customer))).unaware).toBe(0);
  const answeredMs = Date.now();
  hasAnswered = true;
  await asking;
  await askMore();
  // Orders that the exchange was too slow to take may be looked up for a while: they are not sent again either.
  await waitUntil(async () => {
    const waiting = (await states(ids)).filter((state) => state === "created" || state === "sent");
    expect(waiting).toEqual([]);
  });
  const kept = await orders.readOrders(ids);
  expect(kept.filter(({ handedMs }) => handedMs !== null && handedMs > answeredMs + CLOCKS_DIFFER_MS)).toEqual([]);
  const unsent = kept.filter(({ order, handedMs }) => order.state === "not_sent" && handedMs === null);
  expect(unsent).not.toEqual([]);
  const { cancelled } = await halts.halt(newHalt(customer, { isCancelling: true }));
  expect(cancelled).toBeGreaterThan(5);
  await waitUntil(() => expect(atExchange(customer)).toBe(0));
});

test("a halt of the platform stops every key, and an operator alone ends it", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const place = { scope: "platform", id: 0 } as const;
  await halts.halt(newHalt(customer, { place, ownerUid: null, source: "operator", setBy: null }));
  start();
  const [refused = 0] = await ask(customer, [Date.now()]);
  await waitUntil(async () => expect(await states([refused])).toEqual(["not_sent"]));
  const end = { place, ownerUid: null, reason: "", setBy: null, at: clock.now() };
  expect(await risk.resume({ ...end, source: "user" })).toMatchObject([{ source: "operator", mode: "halted" }]);
  expect(await risk.resume({ ...end, source: "operator" })).toEqual([]);
  await askOpen(customer);
  await closeCase(db, customer);
});

/** Does not notice any more that halts have changed. */
class LateView extends HaltView {
  isLate = false;

  override async noticed(epoch: number): Promise<void> {
    if (!this.isLate) await super.noticed(epoch);
  }
}

test("an order that is asked for once a halt has ended leaves, though its process had not heard of the end", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const { place } = newHalt(customer);
  const view = new LateView(haltViewStore(db), "late");
  start(loop.exchange, view);
  await askOpen(customer);
  await risk.halt(newHalt(customer));
  const places = { ownerUid, keyId: customer.keyId, strategyId: null };
  await waitUntil(() => expect(view.haltsOf(places)).toHaveLength(1));
  view.isLate = true;
  await risk.resume({ place, ownerUid, source: "user", reason: "", setBy: ownerUid, at: clock.now() });
  const asked = await ask(customer, [Date.now()]);
  const [kept] = await waitUntil(async () => {
    const found = await orders.readOrders(asked);
    expect(["open", "not_sent"]).toContain(found[0]?.order.state);
    return found;
  });
  // Not by the halt.
  if (kept?.order.state !== "open") expect(kept?.why).toMatch(TOO_LATE);
  await closeCase(db, customer);
});

test("a halt waits for a process that may still send, until the lease of that process is over", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const name = `trading.sender.${customer.keyId}`;
  await acquireLease(db, { name, owner: "stands still", ttlMs: 60_000 });
  let answered = false;
  const halted = halts.halt(newHalt(customer)).then((outcome) => {
    answered = true;
    return outcome;
  });
  // It is durable, and others obey it, while its answer waits.
  await waitUntil(async () => expect(await risk.listHalts(ownerUid)).toMatchObject([{}, {}, { id: customer.keyId }]));
  expect(answered).toBe(false);
  await endLeases("stands still");
  expect(await halted).toEqual({ cancelled: 0, unaware: 0, mode: "halted" });
});

test("a stop waits for an order that a process may still send, until the lease of that process is over", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const name = `trading.sender.${customer.keyId}`;
  const lease = await acquireLease(db, { name, owner: "stands still", ttlMs: 60_000 });
  const ids = await ask(customer, [Date.now()]);
  await db.execute({
    name: "test.claim",
    text: "update trading.orders set claimed_fence = $2, has_command = false where id = any ($1::bigint[])",
    values: [ids, lease?.fence ?? 0],
  });
  let looks = 0;
  const list = (held: readonly number[]): Promise<readonly number[]> => {
    looks++;
    return listHeld(db, held);
  };
  const left = heldOrders(list, { clock: new HasteningClock(), asked: () => undefined }).wait(ids);
  await waitUntil(() => expect(looks).toBeGreaterThan(1));
  await endLeases("stands still");
  expect(await left).toEqual(new Set());
  await closeCase(db, customer);
});

test("a stop whose orders a process does not confirm says which may still leave", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const ids = await ask(customer, [Date.now()]);
  const clockOfStop = new HasteningClock();
  clockOfStop.hurry(100);
  const never = heldOrders((held) => Promise.resolve(held), { clock: clockOfStop, asked: () => undefined });
  expect(await never.wait(ids)).toEqual(new Set(ids));
  await closeCase(db, customer);
});

test("a halt that a process does not confirm says so, and stays stored", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const name = `trading.sender.${customer.keyId}`;
  await acquireLease(db, { name, owner: "never confirms", ttlMs: 60_000 });
  onTestFinished(() => endLeases("never confirms"));
  const clockOfHalt = new HasteningClock();
  clockOfHalt.hurry(100);
  const hurried = haltDesk(risk, { clock: clockOfHalt, asked: () => undefined });
  expect(await hurried.halt(newHalt(customer))).toEqual({ cancelled: 0, unaware: 1, mode: "halted" });
  expect(await risk.countUnaware(await risk.readEpoch())).toBe(1);
});

test("a process that dies at any await of a halt leaves it whole or not at all, and its repetition holds", async () => {
  const die = (): Promise<never> => new Promise<never>(() => undefined);
  const never = crashing(db, loop.exchange, { at: 0, die, sent: () => undefined });
  const whole = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  await haltDesk(riskStore(never.db), { clock, asked: () => undefined }).halt(newHalt(whole, { isCancelling: true }));
  expect(never.passed.length).toBeGreaterThan(8);
  for (let at = 1; at <= never.passed.length; at++) {
    const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
    const running = start();
    const ids = await askOpen(customer);
    const applicationName = `halting ${at}`;
    const dying = database.open({ applicationName });
    await new Promise<void>((resolve) => {
      const stop = (): Promise<never> => {
        resolve();
        return die();
      };
      const crash = crashing(dying, loop.exchange, { at, die: stop, sent: () => undefined });
      const dead = haltDesk(riskStore(crash.db), { clock, asked: () => undefined });
      void dead.halt(newHalt(customer, { isCancelling: true })).then(() => resolve());
    });
    // The database ends the transactions of a process that is gone.
    await db.query({
      name: "test.endConnections",
      text: "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1",
      values: [applicationName],
    });
    const stored = (await risk.listHalts(ownerUid)).filter(({ id }) => id === customer.keyId);
    const events = await db.query<{ cancelled: number }>({
      name: "test.eventsOf",
      text: "select cancelled from trading.risk_events where scope = 'key' and scope_id = $1",
      values: [customer.keyId],
    });
    // With the halt came its cancel and its entry, or none of them.
    expect([at, events]).toEqual([at, stored.map(() => ({ cancelled: 1 }))]);
    expect((await halts.halt(newHalt(customer, { isCancelling: true }))).unaware).toBe(0);
    await waitUntil(async () => expect(await states(ids)).toEqual(["canceled"]));
    await running.stop();
  }
});
