/**
 * Orders that no sender takes come to an end, and orders of ours are found even at keys where nothing is in progress.
 */
import { afterAll, expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { deskWorld } from "../../../test/support/desk-world.ts";
import { closeCase, type Customer } from "../../../test/support/order-crash/crash-cases.ts";
import { TOO_LATE } from "../../../test/support/too-late.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import { acquireLease, releaseLease } from "../../kit/sql/lease.ts";
import { ExchangeFailure } from "../exchanges/index.ts";
import type { Exchange, ExchangeAccount, OrderSink } from "../exchanges/port.ts";
import { exchangeKeyStore } from "../exchanges/sql/key-store.ts";
import type { OrderDeskDeps } from "./order-desk.ts";
import { senderLease } from "./store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { loop, sealer, ownerUid, orders, journal, start, ask, stateOf, newKey } = await deskWorld(db);
afterAll(() => loop.close());

/** As if the key were one of another exchange. */
async function moveKey({ keyId }: Customer, exchange: string): Promise<void> {
  await db.execute({
    name: "test.moveKey",
    text: "update trading.exchange_keys set exchange = $2 where id = $1",
    values: [keyId, exchange],
  });
}

/** Asks for an order that leaves now, and for another where a busy machine was too late with it. Answers with its state. */
async function askInTime(customer: Customer, terms: Parameters<typeof ask>[3] = {}) {
  for (;;) {
    const id = await ask(customer, "binance", Date.now(), terms);
    const [state, why] = await waitUntil(async () => {
      const [now = "", said = ""] = (await stateOf(id)) ?? [];
      expect(["", "created", "sent", "open", "unknown"]).not.toContain(now);
      return [now, said];
    });
    if (!TOO_LATE.test(why)) return { id, state, why };
  }
}

test("an order for an exchange that no process is connected to says so, and ends as missed", async () => {
  const customer = await newKey();
  await moveKey(customer, "kraken");
  // Stands still: however slow this machine is, nothing is missed before the test says so.
  let nowMs = Date.now();
  start([loop.exchange], { clock: { ...systemClock(), now: () => fromMillis(nowMs) } });
  const late = await ask(customer, "kraken", nowMs - 60_000);
  nowMs += 2_000;
  await waitUntil(async () =>
    expect(await stateOf(late)).toEqual(["not_sent", expect.stringMatching(/missed.*connected to kraken/)]),
  );
  const told = ["created", "It waits for a process that is connected to kraken"];
  const id = await ask(customer, "kraken", nowMs);
  nowMs += 2_000;
  await waitUntil(async () => expect(await stateOf(id)).toEqual(told));
  nowMs += 60_000;
  await waitUntil(async () => expect((await stateOf(id))?.[0]).toBe("not_sent"));
  expect(await db.query({ name: "test.commands", text: "select from trading.orders where has_command" })).toEqual([]);
});

test("an order that waited for its exchange is sent when a process connects in time, and says nothing more of it", async () => {
  const customer = await newKey();
  await moveKey(customer, "kraken");
  start([]);
  const id = await ask(customer, "kraken", Date.now());
  await waitUntil(async () => expect((await stateOf(id))?.[1]).toMatch(/waits/));
  await moveKey(customer, "binance");
  // Time enough to connect in.
  await db.execute({
    name: "test.moveOrder",
    text: "update trading.orders set send_at_ms = $2 where id = $1",
    values: [id, Date.now() + 8_000],
  });
  start([loop.exchange]);
  await waitUntil(async () => expect(await stateOf(id)).toEqual(["open", ""]));
  await closeCase(db, customer);
});

test("a cancelled order for such an exchange ends, though its time is far", async () => {
  const customer = await newKey();
  await moveKey(customer, "kraken");
  start([]);
  const id = await ask(customer, "kraken", Date.now() + 3_600_000);
  const [kept] = await orders.readOrders([id]);
  if (!kept) throw new Error("the order is gone");
  await orders.askCancel(kept.terms, { uid: ownerUid, nowMs: Date.now() - 60_000 });
  await waitUntil(async () => expect(await stateOf(id)).toEqual(["not_sent", "It was cancelled before it was sent"]));
});

test("orders of a key that is gone, or whose credentials do not open, end as well", async () => {
  const [gone, sealed] = [await newKey(), await newKey()];
  const ids = [await ask(gone, "binance", Date.now() - 60_000), await ask(sealed, "binance", Date.now() - 60_000)];
  await db.execute({
    name: "test.dropKey",
    text: "delete from trading.exchange_keys where id = $1",
    values: [gone.keyId],
  });
  const findCredentials: OrderDeskDeps["exchangeKeys"]["findCredentials"] = () => Promise.reject(new Error("sealed"));
  start([loop.exchange], { exchangeKeys: { findCredentials } });
  await waitUntil(async () => {
    expect(await stateOf(ids[0] ?? 0)).toEqual(["not_sent", "The exchange key can no longer be used"]);
    expect(await stateOf(ids[1] ?? 0)).toEqual(["not_sent", expect.stringMatching(/^It was missed/)]);
  });
});

test("an order of ours at a key with nothing in progress is found, cancelled and alerted", async () => {
  const customer = await newKey();
  const id = await ask(customer, "binance", Date.now() - 60_000);
  start([loop.exchange]);
  await waitUntil(async () => expect((await stateOf(id))?.[0]).toBe("not_sent"));
  // The sender has looked, and has ended.
  await waitUntil(async () => expect(await leaseOf(customer)).toBe(false));
  const { id: strayId } = await placeStray(customer, id);
  await db.execute({
    name: "test.lookSoon",
    text: "update trading.exchange_keys set look_at = 'epoch' where id = $1",
    values: [customer.keyId],
  });
  await waitUntil(async () => expect((await stateOf(strayId))?.[0]).toBe("canceled"));
  expect(loop.loopback.engine.openOrders(customer.account)).toEqual([]);
  await closeCase(db, customer);
});

test("a key whose sender is just ending is looked at when that has ended", async () => {
  const customer = await newKey();
  const id = await ask(customer, "binance", Date.now() - 60_000);
  let isEnding: () => void = () => undefined;
  const ending = new Promise<void>((resolve) => (isEnding = resolve));
  const close = (): Promise<void> => {
    isEnding();
    // The lease is free by now, and the sender is still there.
    return new Promise(() => undefined);
  };
  let hasLooked = false;
  let isPlaced: () => void = () => undefined;
  const placing = new Promise<void>((resolve) => (isPlaced = resolve));
  const key = { keyId: customer.keyId, ownerUid, exchange: "binance", isActive: true };
  start([withAccount({ close })], {
    journal: {
      ...journal,
      async takeKeysToLookAt() {
        if (hasLooked) return [];
        hasLooked = true;
        await placing;
        return [key];
      },
    },
  });
  await waitUntil(async () => expect((await stateOf(id))?.[0]).toBe("not_sent"));
  await ending;
  const { id: strayId } = await placeStray(customer, id);
  isPlaced();
  await waitUntil(async () => expect((await stateOf(strayId))?.[0]).toBe("canceled"));
});

test("an order of ours whose sender died when it had adopted it is cancelled by the next one", async () => {
  const customer = await newKey();
  const id = await ask(customer, "binance", Date.now() + 3_600_000);
  const stray = await placeStray(customer, id);
  const name = senderLease(customer.keyId);
  const lease = await acquireLease(db, { name, owner: "mortal", ttlMs: 60_000 });
  if (!lease) throw new Error("the key has a sender");
  const key = { keyId: customer.keyId, ownerUid, exchange: "binance", isActive: true };
  await journal.adopt(key, lease.fence, { ...stray, sentAfterMs: null, handedMs: Date.now(), nowMs: Date.now() });
  await releaseLease(db, lease);
  start([loop.exchange]);
  await waitUntil(async () => expect((await stateOf(stray.id))?.[0]).toBe("canceled"));
  expect(loop.loopback.engine.openOrders(customer.account)).toEqual([]);
  await closeCase(db, customer);
});

test("a late trade of an order that is out of memory is booked while another waits for its id at the exchange", async () => {
  const customer = await newKey();
  const first = start([loop.exchange]);
  const { id: done, state } = await askInTime(customer, { type: "market" });
  expect(state).toBe("filled");
  await waitUntil(async () => expect(await orders.listFillsOf([done], 10)).not.toEqual([]));
  await first.stop();
  const [kept] = await orders.readOrders([done]);
  const [fill] = await orders.listFillsOf([done], 1);
  if (!kept || !fill) throw new Error("nothing was traded");
  const sinks: OrderSink[] = [];
  let isHanded = false;
  const slow = withAccount({
    place(_, terms) {
      terms?.onWrite?.();
      isHanded = true;
      return new Promise(() => undefined);
    },
    watch(sink) {
      sinks.push(sink);
      return Promise.resolve({ stop: () => Promise.resolve() });
    },
  });
  start([slow]);
  let handed = await ask(customer, "binance", Date.now());
  await waitUntil(async () => {
    // A busy machine was too late with it.
    if ((await stateOf(handed))?.[0] === "not_sent") handed = await ask(customer, "binance", Date.now());
    expect(isHanded).toBe(true);
  });
  const { exchangeOrderId } = kept.order;
  const late = { ...fill, id: "late", fee: undefined, marketId: "btcusdt", side: "buy", clientOrderId: "" } as const;
  await waitUntil(async () => {
    // Keys of other tests have streams, too.
    for (const { fill: tell } of sinks) tell({ ...late, exchangeOrderId });
    expect((await orders.listFillsOf([done], 10)).map(({ tradeId }) => tradeId)).toContain("late");
  });
  await closeCase(db, customer);
});

test("a refusal with text that no database stores ends the order, and the sender goes on", async () => {
  const customer = await newKey();
  const message = `${"x".repeat(298)}\u0000\ud83d\ude00 and more`;
  start([withAccount({ place: () => Promise.reject(new ExchangeFailure("rejected", "other", message)) })]);
  expect(await askInTime(customer)).toMatchObject({ state: "rejected", why: `${"x".repeat(298)}\u{1f600}` });
});

test("an order that its exchange does not take for the moment is stored as deferred, and a refused one is not", async () => {
  const customer = await newKey();
  const refusals = ["unavailable", "rejected"] as const;
  let asked = 0;
  const place = () => Promise.reject(new ExchangeFailure(refusals[asked++] ?? "unknown", "rateLimited", "not now"));
  start([withAccount({ place })]);
  for (const kind of refusals) {
    const { id, ...ended } = await askInTime(customer);
    expect(ended).toEqual({ state: "rejected", why: "not now" });
    expect((await orders.readOrders([id]))[0]?.isDeferred).toBe(kind === "unavailable");
  }
});

test("a key is looked at by one process, and then not for minutes", async () => {
  const customer = await newKey();
  await ask(customer, "binance", Date.now() + 3_600_000);
  const range = { exchanges: ["binance"], limit: 1_000 };
  const taken = await Promise.all([journal.takeKeysToLookAt(range), journal.takeKeysToLookAt(range)]);
  const ids = taken.flat().map(({ keyId }) => keyId);
  expect(ids.filter((id) => id === customer.keyId)).toHaveLength(1);
  expect((await journal.takeKeysToLookAt(range)).map(({ keyId }) => keyId)).not.toContain(customer.keyId);
  const untouched = await newKey();
  expect(ids).not.toContain(untouched.keyId);
});

/** Places an order at the exchange with a number of ours that the journal does not know. */
async function placeStray(customer: Customer, knownId: number) {
  const [ours] = await orders.readOrders([knownId]);
  const credentials = await exchangeKeyStore(db, sealer).findCredentials(ownerUid, customer.keyId);
  if (!ours || !credentials) throw new Error("the order or the key is gone");
  const id = knownId + 500;
  const clientOrderId = `${ours.order.clientOrderId.slice(0, 2)}${id.toString(36)}`;
  const account = loop.exchange.account(credentials);
  onTestFinished(() => account.close());
  const stray = {
    marketId: "btcusdt",
    side: "buy",
    type: "limit",
    amount: "0.01",
    price: "9000",
    clientOrderId,
  } as const;
  await account.place(stray);
  return { ...stray, id };
}

/** The exchange, with accounts that do some things differently. */
function withAccount(change: Partial<ExchangeAccount>): Exchange {
  return Object.assign(Object.create(loop.exchange) as Exchange, {
    account: (credentials: Parameters<Exchange["account"]>[0]) =>
      new Proxy(loop.exchange.account(credentials), {
        get(account, name: keyof ExchangeAccount) {
          return change[name] ?? account[name].bind(account);
        },
      }),
  });
}

async function leaseOf({ keyId }: Customer): Promise<boolean> {
  const rows = await db.query({
    name: "test.leaseOf",
    text: "select from kit.leases where name = 'trading.sender.' || $1 and expires_at > clock_timestamp()",
    values: [keyId],
  });
  return rows.length > 0;
}
