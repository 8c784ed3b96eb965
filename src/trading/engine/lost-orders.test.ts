/** Orders of ours that the database has lost, as a failover loses them, and that were filled at the exchange. */
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { changed } from "../../../test/support/changed-exchange.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { deskWorld } from "../../../test/support/desk-world.ts";
import { closeCase, type Customer } from "../../../test/support/order-crash/crash-cases.ts";
import { HasteningClock } from "../../../test/support/order-crash/hastening-clock.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { parseFine } from "../../kit/money/fine.ts";
import { ExchangeFailure } from "../exchanges/core/failure.ts";
import type { ExchangeAccount } from "../exchanges/port.ts";
import type { OrderDesk } from "./order-desk.ts";
import { exchangeKeyStore } from "../exchanges/sql/key-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { loop, sealer, ownerUid, orders, start, ask, stateOf, newKey } = await deskWorld(db);
afterAll(() => loop.close());

const unwatched = { watch: () => Promise.resolve({ stop: () => Promise.resolve() }) };

type Change = (account: ExchangeAccount) => Partial<ExchangeAccount>;

const listsOthers: Change = (account) => ({
  ...unwatched,
  closedOrders: (market, range) => account.closedOrders(market, { ...range, limit: 1 }),
});

/** Trades by hand and under ids of ours while an order of ours is open. Answers the id of that one, and its senders. */
async function tradeBeside(customer: Customer, change: Change, more: readonly number[]) {
  const clock = new HasteningClock();
  const desk = start([changed(loop.exchange, change)], { clock });
  const id = await ask(customer, "binance", Date.now());
  await waitUntil(async () => expect(await stateOf(id)).toEqual(["open", ""]));
  const [ours] = await orders.readOrders([id]);
  const credentials = await exchangeKeyStore(db, sealer).findCredentials(ownerUid, customer.keyId);
  if (!ours || !credentials) throw new Error("the order or the key is gone");
  const account = loop.exchange.account(credentials);
  onTestFinished(() => account.close());
  const order = { marketId: "btcusdt", side: "buy", type: "market", amount: "0.01" } as const;
  const { clientOrderId: own } = ours.order;
  const strays = more.map((each) => `${own.slice(0, 2)}${(id + each).toString(36)}`);
  for (const clientOrderId of ["byHand2", ...strays, "byHand3"]) await account.place({ ...order, clientOrderId });
  return { id, clock, desk, cancelByHand: () => account.cancel({ marketId: "btcusdt", clientOrderId: own }) };
}

describe.each<readonly [string, Change]>([
  ["the stream", () => ({})],
  ["the lists", () => unwatched],
  ["its trades, where the list shows others,", listsOthers],
])("an order of ours that is filled and not in the journal, by %s,", (way, change) => {
  async function trade(customer: Customer, more: readonly number[]): Promise<number> {
    const { id, clock } = await tradeBeside(customer, change, more);
    // The lists are read once a minute. The exchange allows no more requests than this is quicker.
    if (way !== "the stream") clock.hurry(10);
    return id;
  }

  async function erase(erasure: { keyId: number; ownerUid: number | null; exchange: string | null }): Promise<void> {
    await db.execute({
      name: "test.erase",
      text: "insert into trading.erased_orders (key_id, owner_uid, exchange, erased_at) values ($1, $2, $3, now())",
      values: [erasure.keyId, erasure.ownerUid, erasure.exchange],
    });
    onTestFinished(async () => {
      await db.execute({ name: "test.forgetErased", text: "delete from trading.erased_orders" });
    });
  }

  const idsOf = async ({ keyId }: Customer): Promise<readonly number[]> => {
    const rows = await db.query<{ id: number }>({
      name: "test.ordersOf",
      text: "select id from trading.orders where key_id = $1 order by id",
      values: [keyId],
    });
    return rows.map(({ id }) => id);
  };

  test("is adopted with its trades, and nothing else changes", async () => {
    const customer = await newKey();
    // What others have erased, or its owner elsewhere, says nothing about it.
    await erase({ keyId: -customer.keyId * 10, ownerUid: -1, exchange: "binance" });
    await erase({ keyId: -customer.keyId * 10 - 1, ownerUid, exchange: "kraken" });
    const id = await trade(customer, [500]);
    await waitUntil(async () => {
      const [adopted] = await orders.readOrders([id + 500]);
      expect(adopted?.order).toMatchObject({ state: "filled", filled: parseFine("0.01"), booked: parseFine("0.01") });
      expect(adopted?.terms).toMatchObject({ type: "market", amount: "0.01", strategyId: null });
      // Its trades are asked for from when it was sent, not from when it was found.
      expect(adopted?.handedMs).toBeLessThan(adopted?.terms.createdMs ?? 0);
    });
    expect(await stateOf(id)).toEqual(["open", ""]);
    expect(await idsOf(customer)).toEqual([id, id + 500]);
    await closeCase(db, customer);
  });

  test.each([
    ["of this key", (keyId: number) => ({ keyId, ownerUid, exchange: "binance" })],
    ["of this key, by an earlier release,", (keyId: number) => ({ keyId, ownerUid: null, exchange: null })],
    ["of another key at this exchange", (keyId: number) => ({ keyId: -keyId, ownerUid, exchange: "binance" })],
  ])("is left alone if its owner has erased orders %s since it was sent", async (_of, erasure) => {
    const customer = await newKey();
    await erase(erasure(customer.keyId));
    // Ids hold their time: this one is of two minutes later.
    const later = 1_024 * 120_000;
    const id = await trade(customer, [500, later]);
    await waitUntil(async () => expect((await stateOf(id + later))?.[0]).toBe("filled"));
    expect(await idsOf(customer)).toEqual([id, id + later]);
    await closeCase(db, customer);
  });
});

test("a lost order is found where its key has traded lately, though nothing of the key is in progress", async () => {
  const customer = await newKey();
  const first = start([changed(loop.exchange, () => unwatched)]);
  const id = await ask(customer, "binance", Date.now(), { type: "market" });
  await waitUntil(async () => expect((await orders.readOrders([id]))[0]?.order.booked).toBe(parseFine("0.01")));
  await first.stop();
  const [ours] = await orders.readOrders([id]);
  const credentials = await exchangeKeyStore(db, sealer).findCredentials(ownerUid, customer.keyId);
  if (!ours || !credentials) throw new Error("the order or the key is gone");
  const account = loop.exchange.account(credentials);
  onTestFinished(() => account.close());
  const clientOrderId = `${ours.order.clientOrderId.slice(0, 2)}${(id + 500).toString(36)}`;
  await account.place({ marketId: "btcusdt", side: "buy", type: "market", amount: "0.01", clientOrderId });
  const look = () =>
    db.execute({
      name: "test.lookAtKey",
      text: "update trading.exchange_keys set look_at = 'epoch' where id = $1",
      values: [customer.keyId],
    });
  let fills = 0;
  /** The questions for trades before each question for open orders. */
  const until: number[] = [];
  const counted: Change = (each) => ({
    ...unwatched,
    openOrders(...range) {
      until.push(fills);
      return each.openOrders(...range);
    },
    fills(...range) {
      fills++;
      return each.fills(...range);
    },
  });
  const clock = new HasteningClock();
  start([changed(loop.exchange, counted)], { clock });
  await look();
  await waitUntil(async () => {
    const [found] = await orders.readOrders([id + 500]);
    expect(found?.order).toMatchObject({ state: "filled", booked: parseFine("0.01") });
  });
  // Nothing is left to look after: the next sender of the key has no reason to ask again.
  clock.hurry(20);
  await waitUntil(async () => {
    await look();
    expect(until.at(-1)).toBe(until.at(-2));
  });
});

test.each([
  ["", () => undefined],
  [", and after its sender has failed", (desk: OrderDesk, keyId: number) => desk.abandon([keyId])],
])(
  "a lost order is asked for until the exchange answers, also when nothing else of its key is under way%s",
  async (_, meanwhile) => {
    const customer = await newKey();
    let isAnswering = false;
    let asked = 0;
    const { id, clock, desk, cancelByHand } = await tradeBeside(
      customer,
      (account) => ({
        ...listsOthers(account),
        find(order) {
          if (order.clientOrderId !== "" || isAnswering) return account.find(order);
          asked++;
          return Promise.reject(new ExchangeFailure("unavailable", "network", "away"));
        },
      }),
      [500],
    );
    clock.hurry(10);
    await waitUntil(() => expect(asked).toBeGreaterThan(0));
    await cancelByHand();
    await waitUntil(async () => expect((await stateOf(id))?.[0]).toBe("canceled"));
    meanwhile(desk, customer.keyId);
    const before = asked;
    await waitUntil(() => expect(asked).toBeGreaterThan(before + 2));
    isAnswering = true;
    await waitUntil(async () => expect((await stateOf(id + 500))?.[0]).toBe("filled"));
    await closeCase(db, customer);
  },
);
