/** The journal on PostgreSQL: what one write makes durable, and which keys have work. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { sealer as makeSealer } from "../../../kit/auth/seal.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { acquireLease } from "../../../kit/sql/lease.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { exchangeKeyStore } from "../../exchanges/sql/key-store.ts";
import { senderLease, type JournalChange, type KeptOrder } from "../store.ts";
import { haltViewStore } from "./halt-view-store.ts";
import { orderJournal } from "./order-journal.ts";
import { orderStore } from "./order-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const keys = exchangeKeyStore(db, makeSealer([{ id: "test", key: randomBytes(32) }]));
const journal = orderJournal(db, systemRandom());
const orders = orderStore(db, systemRandom());
const { ownerUid } = await newPerson(db);

async function newKey(exchange = "binance"): Promise<number> {
  const at = systemClock().now();
  const credentials = { token: `key${randomBytes(8).toString("hex")}`, secret: "secretOfTheTest01" };
  const key = await keys.addKey({ ownerUid, uid: ownerUid, exchange, label: "x", credentials, at }, 100_000);
  if (!key) throw new Error("the key was not stored");
  const works = { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: false, error: null };
  await keys.recordTest({ ownerUid, uid: ownerUid, id: key.id, at }, { status: "active", ...works });
  return key.id;
}

async function newOrders(keyId: number, count: number, exchange = "binance"): Promise<readonly KeptOrder[]> {
  const stored = await orders.addBatch({
    ownerUid,
    uid: ownerUid,
    keyId,
    exchange,
    order: { marketId: "btcusdt", side: "buy", type: "limit", amount: "0.01", price: "10000" },
    sendAtMs: Array.from({ length: count }, () => Date.now()),
    intervalMs: 0,
    expireAfterMs: 0,
    nowMs: Date.now(),
  });
  if (!stored) throw new Error("the orders were not stored");
  return stored.orders;
}

async function hold(keyId: number, owner = "test"): Promise<number> {
  const lease = await acquireLease(db, { name: senderLease(keyId), owner, ttlMs: 600_000 });
  if (!lease) throw new Error("the lease was not to be had");
  return lease.fence;
}

function changeOf({ terms, order, version }: KeptOrder, change: Partial<JournalChange>): JournalChange {
  return {
    id: terms.id,
    keyId: terms.keyId,
    ownerUid,
    version: version + 1,
    order,
    from: order.state,
    event: "withheld",
    why: "",
    isDeferred: false,
    cost: "0",
    handedMs: null,
    atMs: Date.now(),
    isQuiet: false,
    fill: undefined,
    alerts: [],
    pauses: false,
    followedIds: [],
    ...change,
  };
}

test("an order that is not to be sent has no command left in the commit that says so", async () => {
  const keyId = await newKey();
  const [first] = await newOrders(keyId, 1);
  if (!first) throw new Error("the order is gone");
  expect(await journal.listCommands(keyId, Date.now(), 10)).toHaveLength(1);
  const change = changeOf(first, { order: { ...first.order, state: "not_sent" } });
  await journal.write(keyId, await hold(keyId), [change]);
  expect(await journal.listCommands(keyId, Date.now(), 10)).toEqual([]);
});

test("a trade between two orders of one key is a fill of both", async () => {
  const keyId = await newKey();
  const both = await newOrders(keyId, 2);
  const fence = await hold(keyId);
  const changes = both.map((each) =>
    changeOf(each, {
      event: "fill",
      fill: {
        orderId: each.terms.id,
        tradeId: "7",
        marketId: "btcusdt",
        price: "100",
        amount: "0.01",
        fee: null,
        isMaker: false,
        atMs: 1,
      },
    }),
  );
  await journal.write(keyId, fence, changes);
  for (const { terms } of both) expect(await orders.listFillsOf([terms.id], 10)).toMatchObject([{ tradeId: "7" }]);
});

test("the trades of many orders are bounded together, and those of the orders named first are there", async () => {
  const keyId = await newKey();
  const ids = (await newOrders(keyId, 3)).map(({ terms }) => terms.id);
  await db.execute({
    name: "test.addFills",
    text: `insert into trading.order_fills (order_id, key_id, market_id, trade_id, price, amount, is_maker, at_ms)
      select id, $2, 'btcusdt', 'B' || n || '-' || id, 100, 0.001, false, n from unnest($1::bigint[]) as id, generate_series(1, 4) as n`,
    values: [ids, keyId],
  });
  const [first = 0, second = 0, third = 0] = ids;
  const read = async (...limits: [number, number?]) =>
    (await orders.listFillsOf([second, third, first], ...limits)).map(({ orderId, atMs }) => [orderId, atMs]);
  expect(await read(2, 100)).toEqual(
    [second, third, first].flatMap((id) => [
      [id, 1],
      [id, 2],
    ]),
  );
  expect(await read(3, 5)).toEqual([
    [second, 1],
    [second, 2],
    [second, 3],
    [third, 1],
    [third, 2],
  ]);
});

test("an order that was erased holds up no other of its key, and leaves its alerts", async () => {
  const keyId = await newKey();
  const [erased, kept] = await newOrders(keyId, 2);
  if (!erased || !kept) throw new Error("the orders are gone");
  const id = erased.terms.id;
  await db.execute({ name: "test.eraseOrder", text: "delete from trading.orders where id = $1", values: [id] });
  const booked: number[] = [];
  const books = orderJournal(
    db,
    systemRandom(),
    async (_, changes) => void booked.push(...changes.map((each) => each.id)),
  );
  const fill = {
    orderId: id,
    tradeId: "8",
    marketId: "btcusdt",
    price: "1",
    amount: "0.01",
    fee: null,
    isMaker: false,
    atMs: 1,
  };
  const fence = await hold(keyId);
  await books.write(keyId, fence, [
    changeOf(erased, { event: "fill", fill, alerts: ["alert_late_fill"] }),
    changeOf(kept, { order: { ...kept.order, state: "not_sent" } }),
  ]);
  expect(await orders.readOrders([kept.terms.id])).toMatchObject([{ order: { state: "not_sent" } }]);
  expect(booked).toEqual([kept.terms.id]);
  const alerts = await db.query({
    name: "test.alertsOf",
    text: "select details from trading.audit where action = 'order.alert' and subject = $1",
    values: [String(id)],
  });
  expect(alerts).toHaveLength(1);
  // A stored order that differs from the base of the change is refused.
  const stale = changeOf(kept, { order: { ...kept.order, state: "unknown" } });
  await expect(journal.write(keyId, fence, [stale])).rejects.toThrow(/follows what is stored/);
});

test("keys of other exchanges and keys that another process holds do not take the place of keys with work", async () => {
  const [elsewhere, held, mine, free] = [await newKey("nowhere"), await newKey(), await newKey(), await newKey()];
  await newOrders(elsewhere, 1, "nowhere");
  for (const keyId of [held, mine, free]) await newOrders(keyId, 1);
  await hold(held, "another");
  await hold(mine, "me");
  const range = { exchanges: ["binance"], owner: "me", limit: 2 };
  const keyIds = (found: readonly { readonly keyId: number }[]) => found.map(({ keyId }) => keyId);
  await settleBut([elsewhere, held, mine, free]);
  const { keys: due, riskEpoch } = await journal.keysWithCommands(Date.now(), range);
  expect(keyIds(due)).toEqual([mine, free]);
  expect(await journal.keysWithCommands(0, range)).toEqual({ keys: [], riskEpoch });
  expect(riskEpoch).toBe(await haltViewStore(db).readEpoch());
  await db.execute({ name: "test.claimAll", text: "update trading.orders set claimed_fence = 1" });
  expect(keyIds(await journal.keysWithOrders({ ...range, limit: 1 }))).toEqual([free]);
});

/** Other tests have left orders. */
async function settleBut(keyIds: readonly number[]): Promise<void> {
  await db.execute({
    name: "test.settleOthers",
    text: "update trading.orders set is_settled = true, has_command = false where key_id <> all ($1::bigint[])",
    values: [keyIds],
  });
}
