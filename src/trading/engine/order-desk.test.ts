/** How senders treat orders that are late, unknown, or not ours. */
import { randomBytes } from "node:crypto";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { ccxtWorld } from "../../../test/support/ccxt-loopback.ts";
import { changed } from "../../../test/support/changed-exchange.ts";
import { testDatabase } from "../../../test/support/database.ts";
import {
  closeCase,
  desk,
  newCustomer,
  untilOver,
  type Customer,
} from "../../../test/support/order-crash/crash-cases.ts";
import { differences } from "../../../test/support/order-crash/crash-differences.ts";
import { HasteningClock } from "../../../test/support/order-crash/hastening-clock.ts";
import { newPerson } from "../../../test/support/trading-people.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { sealer as makeSealer } from "../../kit/auth/seal.ts";
import { systemRandom } from "../../kit/ids/ids.ts";
import { ExchangeFailure } from "../exchanges/index.ts";
import type { Exchange } from "../exchanges/port.ts";
import { exchangeKeyStore } from "../exchanges/sql/key-store.ts";
import { orderStore } from "./sql/order-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const sealer = makeSealer([{ id: "test", key: randomBytes(32) }]);
const loop = await ccxtWorld();
loop.loopback.world.trade(5);
afterAll(() => loop.close());
const { ownerUid } = await newPerson(db);
const orders = orderStore(db, systemRandom());

function start(exchange: Exchange = loop.exchange, clock = new HasteningClock(), missedAfterMs?: number): void {
  const running = desk(db, exchange, {
    sealer,
    clock,
    owner: randomBytes(4).toString("hex"),
    ...(missedAfterMs !== undefined && { missedAfterMs }),
  });
  running.start();
  onTestFinished(() => running.stop());
}

async function ask(
  { keyId }: Customer,
  sendAtMs: readonly number[],
  intervalMs = 0,
  { type = "limit", amount = "0.01" }: { readonly type?: "limit" | "market"; readonly amount?: string } = {},
) {
  const stored = await orders.addBatch({
    ownerUid,
    uid: ownerUid,
    keyId,
    exchange: "binance",
    order: { marketId: "btcusdt", side: "buy", type, amount, ...(type === "limit" && { price: "10000" }) },
    sendAtMs,
    intervalMs,
    expireAfterMs: 0,
    nowMs: Date.now(),
  });
  if (!stored) throw new Error("the orders were not stored");
  return stored.orders;
}

async function alertsOf(id: number): Promise<readonly string[]> {
  const rows = await db.query<{ details: string }>({
    name: "test.alertsOf",
    text: "select details from trading.audit where action = 'order.alert' and subject = $1 order by id",
    values: [String(id)],
  });
  return rows.map(({ details }) => (JSON.parse(details) as { readonly alert: string }).alert);
}

const states = async (ids: readonly number[]) =>
  (await orders.readOrders(ids)).map(({ order, why }) => [order.state, why.slice(0, 13)]);

test("an order that is more than 5 seconds late is not sent, and others keep their distance", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const askFour = async () => {
    const now = Date.now();
    const kept = await ask(customer, [now - 60_000, now - 1_000, now - 700, now - 400], 300);
    return kept.map(({ terms }) => terms.id);
  };
  let ids = await askFour();
  start(loop.exchange, new HasteningClock(), 5_000);
  await waitUntil(async () => {
    const found = await states(ids);
    // A busy machine was too late with one of the others.
    if (found.slice(1).some(([state]) => state === "not_sent")) ids = await askFour();
    expect(found).toEqual([["not_sent", "It was missed"], ...Array.from({ length: 3 }, () => ["open", ""])]);
  });
  // Two intervals after the first of them.
  const [, first, , last] = await orders.readOrders(ids);
  expect((last?.handedMs ?? 0) - (first?.handedMs ?? 0)).toBeGreaterThanOrEqual(595);
  await closeCase(db, customer);
});

test("an order with our letters that is not in the journal is adopted and cancelled; a foreign one is left alone", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const [ours] = await ask(customer, [Date.now()]);
  const credentials = await exchangeKeyStore(db, sealer).findCredentials(ownerUid, customer.keyId);
  if (!ours || !credentials) throw new Error("the order or the key is gone");
  start();
  await waitUntil(async () => expect(await states([ours.terms.id])).toEqual([["open", ""]]));
  const strayId = ours.terms.id + 500;
  const stray = `${ours.order.clientOrderId.slice(0, 2)}${strayId.toString(36)}`;
  const account = loop.exchange.account(credentials);
  onTestFinished(() => account.close());
  const order = { marketId: "btcusdt", side: "buy", type: "limit", amount: "0.01", price: "9000" } as const;
  await account.place({ ...order, clientOrderId: "byHand1" });
  // Our letters, with a number that none of our orders had.
  const lookalike = `${ours.order.clientOrderId.slice(0, 2)}hello`;
  await account.place({ ...order, clientOrderId: lookalike });
  await account.place({ ...order, clientOrderId: stray });
  await waitUntil(async () => expect((await states([strayId]))[0]?.[0]).toBe("canceled"));
  const open = loop.loopback.engine.openOrders(customer.account).map(({ clientOrderId }) => clientOrderId);
  expect(open.toSorted()).toEqual(["byHand1", lookalike, ours.order.clientOrderId].toSorted());
  expect(await alertsOf(strayId)).toEqual(["adopted"]);
  await closeCase(db, customer);
});

test("an order that is cancelled at the exchange by hand is found to be so", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const [ours] = await ask(customer, [Date.now()]);
  if (!ours) throw new Error("the order is gone");
  start();
  await waitUntil(async () => expect(await states([ours.terms.id])).toEqual([["open", ""]]));
  loop.loopback.apply({
    kind: "cancel",
    account: customer.account,
    marketId: "btcusdt",
    order: { clientOrderId: ours.order.clientOrderId },
    atMs: loop.loopback.nowMs(),
  });
  await untilOver(db, customer, new HasteningClock());
  expect(await differences(db, loop.loopback, customer, [])).toEqual([]);
  expect((await states([ours.terms.id]))[0]?.[0]).toBe("canceled");
});

test("an order of a key that is refused in between is not sent", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const [ours] = await ask(customer, [Date.now() + 300]);
  if (!ours) throw new Error("the order is gone");
  const change = { ownerUid, uid: ownerUid, id: customer.keyId, at: new HasteningClock().now() };
  const refused = { canRead: null, canTrade: null, canWithdraw: null, isIpRestricted: null, error: "gone" };
  await exchangeKeyStore(db, sealer).recordTest(change, { status: "invalid", ...refused });
  start();
  await waitUntil(async () => expect(await states([ours.terms.id])).toEqual([["not_sent", "The exchange "]]));
  expect(loop.loopback.engine.openOrders(customer.account)).toEqual([]);
});

test("an order that became unwanted before it was written to a socket was not sent", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const [ours] = await ask(customer, [Date.now()]);
  if (!ours) throw new Error("the order is gone");
  start(
    changed(loop.exchange, (account) => ({
      place: (order, terms) => {
        let asked = 0;
        // The first question comes before the wait for the rate budget.
        const mayStillSend = (): boolean => terms?.mayStillSend?.() !== false && ++asked === 1;
        return account.place(order, { ...terms, mayStillSend });
      },
    })),
  );
  await waitUntil(async () => expect((await states([ours.terms.id]))[0]?.[0]).toBe("not_sent"));
  expect((await orders.readOrders([ours.terms.id]))[0]?.handedMs).toBeNull();
});

test("every trade is booked where the exchange answers two at a time and tells nothing by its stream", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  start(
    changed(loop.exchange, (account) => ({
      // With all of the millisecond in which a page ends: a busy machine trades several in one.
      fills: async (marketId, range) => {
        const fills = await account.fills(marketId, range);
        return fills.filter(({ atMs }) => atMs <= (fills[1]?.atMs ?? atMs));
      },
      watch: () => Promise.resolve({ stop: () => Promise.resolve() }),
    })),
  );
  const askFour = () => {
    const now = Date.now();
    return ask(customer, [now, now + 40, now + 80, now + 120], 0, { type: "market", amount: "0.001" });
  };
  let kept = await askFour();
  await waitUntil(async () => {
    const found = await orders.readOrders(kept.map(({ terms }) => terms.id));
    // A busy machine was too late with one.
    if (found.some(({ order }) => order.state === "not_sent")) kept = await askFour();
    expect(found.map(({ order }) => [order.state, order.booked])).toEqual(
      kept.map(({ order }) => ["filled", order.amount]),
    );
  });
});

test("an order stream that does not start is tried again", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  await ask(customer, [Date.now()]);
  let tried = 0;
  start(
    changed(loop.exchange, (account) => ({
      watch: (sink) => (++tried < 3 ? Promise.reject(new Error("no stream today")) : account.watch(sink)),
    })),
  );
  await waitUntil(() => expect(tried).toBe(3));
  await closeCase(db, customer);
});

test("the cost of an order whose reports lack it is the cost of its trades", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const [ours] = await ask(customer, [Date.now()], 0, { type: "market", amount: "0.001" });
  if (!ours) throw new Error("the order is gone");
  start(
    changed(loop.exchange, (account) => ({
      place: async (order, terms) => ({ ...(await account.place(order, terms)), cost: "0" }),
      watch: () => Promise.resolve({ stop: () => Promise.resolve() }),
    })),
  );
  await waitUntil(async () => expect((await orders.readOrders([ours.terms.id]))[0]?.order.booked).toBe(10n ** 15n));
  const [kept] = await orders.readOrders([ours.terms.id]);
  const [fill] = await orders.listFillsOf([ours.terms.id], 10);
  expect(Number(kept?.cost)).toBeCloseTo(Number(fill?.price) * 0.001, 6);
});

test("lookups that the exchange does not answer add nothing to what happened to an order", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const [ours] = await ask(customer, [Date.now()]);
  if (!ours) throw new Error("the order is gone");
  const clock = new HasteningClock();
  let unanswered = 0;
  start(
    changed(loop.exchange, (account) => ({
      place: (_, terms) => {
        terms?.onWrite?.();
        return Promise.reject(new ExchangeFailure("unknown", "timeout", "no answer"));
      },
      find: (order) =>
        ++unanswered <= 4
          ? Promise.reject(new ExchangeFailure("unavailable", "network", "no line"))
          : account.find(order),
    })),
    clock,
  );
  await waitUntil(async () => {
    const [state] = (await states([ours.terms.id]))[0] ?? [];
    if (state === "unknown") clock.hurry(40);
    expect(state).toBe("missing");
  });
  // A clock in a hurry may take the lease from its sender, which then begins again.
  const events = await db.query<{ event: string }>({
    name: "test.eventsOf",
    text: "select event from trading.order_transitions where order_id = $1 and event <> 'restarted' order by version",
    values: [ours.terms.id],
  });
  expect(unanswered).toBeGreaterThan(4);
  expect(new Set(events.map(({ event }) => event))).toEqual(new Set(["handed", "unclear", "absent"]));
  await closeCase(db, customer);
});

test("a command that is left of an order which was not sent is done, and does not wake its key for ever", async () => {
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const [ours] = await ask(customer, [Date.now() - 60_000]);
  if (!ours) throw new Error("the order is gone");
  await db.execute({
    name: "test.leaveCommand",
    text: "update trading.orders set state = 'not_sent', is_settled = true, why = 'left' where id = $1",
    values: [ours.terms.id],
  });
  start();
  await waitUntil(async () => expect(await commandsLeft(customer)).toBe(0));
  expect(await states([ours.terms.id])).toEqual([["not_sent", "left"]]);
});

const commandsLeft = async ({ keyId }: Customer) =>
  (
    await db.query({
      name: "test.commandsLeft",
      text: "select from trading.orders where has_command and key_id = $1",
      values: [keyId],
    })
  ).length;
