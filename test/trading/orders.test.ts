/** Orders over HTTP: at a simulated exchange, and at a loopback exchange that speaks Binance's protocol. */
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { ccxtWorld, CREDENTIALS } from "../support/ccxt-loopback.ts";
import { tradingWorld, type TradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const loop = await ccxtWorld();
afterAll(() => loop.close());
const simulated = await tradingWorld({ settings: { TRIPOD_TRADING_EXCHANGES: "simulated" } });
const live = await tradingWorld({ exchanges: [loop.exchange] });
loop.loopback.world.trade(3);

type Person = Awaited<ReturnType<TradingWorld["person"]>>;

async function keyOf(world: TradingWorld, person: Person, exchange: string): Promise<string> {
  const credentials =
    exchange === "binance" ? CREDENTIALS : { token: `token-of-${person.uid}`, secret: "secret-of-a-test" };
  const { json } = await world.ask("POST", "exchange-api-keys/add", {
    key: person.key,
    params: { exchange, label: "Mine", ...credentials },
  });
  expect(json.data.key.status).toBe("active");
  return json.data.id as string;
}

async function bench(world: TradingWorld, exchange: string) {
  const person = await world.person();
  const apikey = await keyOf(world, person, exchange);
  const code = `${exchange}-btcusdt`;
  await waitUntil(() => expect(world.trading.deps.market.listing(code)).toBeDefined());
  const ask = (path: string, params: Record<string, string | number> = {}, headers: Record<string, string> = {}) =>
    world.ask("POST", `exchange-query/${path}`, { key: person.key, params: { apikey, ...params }, headers });
  const create = (params: Record<string, string | number>, headers: Record<string, string> = {}) =>
    ask(
      "order-create",
      { ordertype: "limit", code, side: "buy", quantity: "0.01", price: "10000", ...params },
      headers,
    );
  return { person, apikey, code, ask, create };
}

test("an order of a type that its exchange does not get is refused, and nothing is stored of it", async () => {
  const { has } = loop.exchange;
  const { orderTypes } = has;
  onTestFinished(() => void Object.assign(has, { orderTypes }));
  Object.assign(has, { orderTypes: ["limit"] });
  const { ask, create } = await bench(live, "binance");
  const { status, json } = await create({ ordertype: "market" });
  expect([status, json.data.failed_validation]).toEqual([422, [expect.objectContaining({ parameter: "ordertype" })]]);
  expect((await ask("list-closed-orders")).json.data.orders).toEqual([]);
});

test("at most a thousand orders of a key wait for their time, and more may be due at once", async () => {
  const { person, apikey, create } = await bench(simulated, "simalpha");
  const later = Date.now() + 3_600_000;
  const { uid } = person;
  await simulated.trading.deps.orders.addBatch({
    ownerUid: uid,
    uid,
    keyId: Number(apikey),
    exchange: "simalpha",
    order: { marketId: "btcusdt", side: "buy", type: "limit", amount: "0.01", price: "10000" },
    sendAtMs: Array.from({ length: 994 }, (_, index) => later + index),
    intervalMs: 1,
    expireAfterMs: 0,
    nowMs: Date.now(),
  });
  expect((await create({ order_send_time: later, repeat_times: 5 })).status).toBe(200);
  const { status, json } = await create({ order_send_time: later, repeat_times: 2 });
  expect([status, JSON.stringify(json)]).toEqual([
    422,
    expect.stringContaining("1000 orders that wait for their time"),
  ]);
  // The first of the two is due at once, and only the other one waits.
  expect((await create({ repeat_times: 2, repeat_interval: 3_600_000 })).status).toBe(200);
  expect((await create({ repeat_times: 2, repeat_interval: 3_600_000 })).status).toBe(422);
  expect((await create({})).status).toBe(200);
});

test("an order that the exchange refuses is shown as rejected with the reason", async () => {
  const { ask, create } = await bench(live, "binance");
  const body = { code: -1013, msg: "Filter failure: PERCENT_PRICE_BY_SIDE" };
  const fault = { kind: "answer", status: 400, body } as const;
  loop.loopback.faults.plan({ method: "POST", path: "/api/v3/order", fault });
  const { json } = await create({});
  const { id } = json.data.orders[0];
  await waitUntil(async () => {
    const { data } = (await ask("order-check", { id })).json;
    expect(data).toMatchObject({ status: "rejected", state: "rejected", reason: expect.any(String) });
  });
});

describe.each([
  ["a simulated exchange", simulated, "simalpha"],
  ["a live exchange", live, "binance"],
] as const)("at %s", (_, world, exchange) => {
  test("a limit order rests, is shown by order-check, and is gone after order-cancel has proved it", async () => {
    const { ask, create, code } = await bench(world, exchange);
    const { status, json } = await create({});
    expect([status, json.data]).toMatchObject([200, { status: true, orders: [{ index: 0, state: "sent" }] }]);
    const [{ id: number }] = json.data.orders;
    // A busy machine hands an order over, and hears of it later.
    const placed = await waitUntil(async () => {
      const { data: order } = (await ask("order-check", { id: number, code })).json;
      expect(order).toMatchObject({
        status: "open",
        state: "open",
        code,
        side: "buy",
        type: "limit",
        reason: null,
      });
      return { id: number, client_order_id: json.data.orders[0].client_order_id, order };
    });
    expect(placed.order).toMatchObject({ amount: "0.01000000", price: "10000.00000000", filled: "0.00000000" });
    for (const id of [placed.id, placed.client_order_id, placed.order.id]) {
      await waitUntil(async () => {
        const checked = await ask("order-check", { id, code });
        expect([checked.status, checked.json.data]).toMatchObject([
          200,
          { id: placed.order.id, status: "open", source: "exchange" },
        ]);
      });
    }
    const cancelled = await waitUntil(async () => {
      const answer = await ask("order-cancel", { id: placed.order.id });
      expect(answer.json.data).toMatchObject({ status: true, cancel_confirmed: true, order: { status: "canceled" } });
      return answer;
    });
    const { transitions } = (await ask("order-check", { id: placed.id, code })).json.data;
    expect(transitions[0]).toMatchObject({ from: "created", to: "sent", event: "handed" });
    expect(transitions.at(-1)).toMatchObject({ to: "canceled", time: expect.any(Number) });
    const again = await ask("order-cancel", { id: placed.order.id });
    expect(again.json.data).toEqual(cancelled.json.data);
  });

  test("a market order is filled, and its trades and fee are those of the exchange", async () => {
    const { ask, create } = await bench(world, exchange);
    const { json } = await create({ ordertype: "market" });
    const { id } = json.data.orders[0];
    const order = await waitUntil(async () => {
      const { data } = (await ask("order-check", { id })).json;
      expect(data).toMatchObject({ status: "closed", state: "filled", filled: "0.01000000", remaining: "0.00000000" });
      expect(data.trades.length).toBeGreaterThan(0);
      const traded = data.trades.reduce((sum: number, each: { amount: string }) => sum + Number(each.amount), 0);
      expect(traded).toBeCloseTo(0.01, 8);
      return data;
    });
    expect(Number(order.fee.cost)).toBeGreaterThan(0);
    expect(Number(order.cost)).toBeCloseTo(0.01 * Number(order.average), 4);
  });

  test("three orders leave at their times, and each is cancelled 300 ms after it was placed", async () => {
    const { person, create } = await bench(world, exchange);
    const { json } = await create({ repeat_times: 3, repeat_interval: 200, expire_after: 300 });
    const ids: string[] = json.data.orders.map((each: { id: string }) => each.id);
    const rows = await waitUntil(async () => {
      const found = await world.platform.db.query<{
        state: string;
        send_at_ms: number;
        handed_ms: number;
        cancel_wanted_ms: number;
      }>({
        name: "test.ordersOf",
        text: `select state, send_at_ms, handed_ms, cancel_wanted_ms from trading.orders
          where owner_uid = $1 and id = any ($2::bigint[]) order by id`,
        values: [person.uid, ids],
      });
      expect(found.map(({ state }) => state)).toEqual(["canceled", "canceled", "canceled"]);
      return found;
    });
    const [first = { send_at_ms: 0 }] = rows;
    expect(rows.map((row) => row.send_at_ms - first.send_at_ms)).toEqual([0, 200, 400]);
    for (const row of rows) {
      expect(row.handed_ms).toBeGreaterThanOrEqual(row.send_at_ms);
      expect(row.cancel_wanted_ms - row.handed_ms).toBeGreaterThanOrEqual(299);
    }
  });

  test("a scheduled order waits for its time, and is not sent when it is cancelled before", async () => {
    const { ask, create } = await bench(world, exchange);
    const { json } = await create({ order_send_time: Date.now() + 3_600_000 });
    const [planned] = json.data.orders;
    expect(planned).toMatchObject({ state: "scheduled", order: null });
    await waitUntil(async () =>
      expect((await ask("order-cancel", { id: planned.id })).json.data).toMatchObject({
        cancel_confirmed: true,
        order: { status: "rejected", state: "not_sent", reason: "It was cancelled before it was sent" },
      }),
    );
  });

  test("the same request with an Idempotency-Key makes one order", async () => {
    const { person, create } = await bench(world, exchange);
    const first = await create({}, { "idempotency-key": "one-order" });
    expect(first.json.data.orders[0]).toMatchObject({ state: "scheduled" });
    const again = await create({}, { "idempotency-key": "one-order" });
    expect(again.json.data).toEqual(first.json.data);
    await waitUntil(async () => {
      const rows = await world.platform.db.query<{ state: string }>({
        name: "test.statesOf",
        text: "select state from trading.orders where owner_uid = $1",
        values: [person.uid],
      });
      expect(rows).toEqual([{ state: "open" }]);
    });
  });

  test("what the market does not take is refused with the parameter, and nothing is stored", async () => {
    const { person, create } = await bench(world, exchange);
    const refused = async (params: Record<string, string>) => {
      const { status, json } = await create(params);
      return [status, json.data.failed_validation?.[0]?.parameter ?? json.data.missing_parameters?.[0]];
    };
    expect(await refused({ quantity: "0.00000001" })).toEqual([422, "quantity"]);
    expect(await refused({ price: "10000.00000001" })).toEqual([422, "price"]);
    expect(await refused({ price: "1" })).toEqual([422, "quantity"]);
    expect(await refused({ quantity: "0" })).toEqual([422, "quantity"]);
    expect(await refused({ order_send_time: "1500000000000" })).toEqual([422, "order_send_time"]);
    const rows = await world.platform.db.query({
      name: "test.storedOf",
      text: "select id from trading.orders where owner_uid = $1",
      values: [person.uid],
    });
    expect(rows).toEqual([]);
  });

  test("an order that the account has no money for is not sent, and is shown as rejected with the reason", async () => {
    const { ask, create } = await bench(world, exchange);
    const { json } = await create({ quantity: "9000", price: "50000" });
    const [{ id }] = json.data.orders;
    await waitUntil(async () => {
      const reason = expect.stringContaining("too little USDT");
      const { data } = (await ask("order-check", { id })).json;
      expect(data).toMatchObject({ status: "rejected", state: "not_sent", reason });
    });
  });

  test("strangers see neither key nor order, and a key with an open order is not deleted", async () => {
    const { person, apikey, ask, create } = await bench(world, exchange);
    const { json } = await create({});
    const [{ id }] = json.data.orders;
    const stranger = await world.person();
    for (const path of ["order-check", "order-cancel"]) {
      const asked = { key: stranger.key, params: { apikey, id } };
      expect((await world.ask("POST", `exchange-query/${path}`, asked)).status).toBe(404);
    }
    const remove = () => world.ask("POST", "exchange-api-keys/delete", { key: person.key, params: { id: apikey } });
    expect(await remove()).toMatchObject({ status: 409, json: { data: { open_orders: [id] } } });
    await waitUntil(async () =>
      expect((await ask("order-cancel", { id })).json.data).toMatchObject({ cancel_confirmed: true }),
    );
    expect((await remove()).status).toBe(200);
  });
});
