/** What exchanges are asked over HTTP: lists of orders, and predefined questions. */
import { afterAll, describe, expect, test } from "vitest";
import { jobRunner } from "../../src/kit/jobs/job-runner.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { ccxtWorld } from "../support/ccxt-loopback.ts";
import { ids, queryBench, type QueryParams, type Shown } from "../support/query-bench.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { PATIENCE_MS, waitUntil } from "../support/wait-until.ts";

const loop = await ccxtWorld({ timeoutMs: PATIENCE_MS });
afterAll(() => loop.close());
const simulated = await tradingWorld({ settings: { TRIPOD_TRADING_EXCHANGES: "simulated" } });
const live = await tradingWorld({ exchanges: [loop.exchange] });
loop.loopback.world.trade(3);

describe.each([
  ["a simulated exchange", simulated, "simalpha"],
  ["a live exchange", live, "binance"],
] as const)("at %s", (_, world, exchange) => {
  test("open orders are ours and those placed elsewhere, which are left alone", async () => {
    const { apikey, code, data, create, cancel, account, elsewhere } = await queryBench(world, exchange);
    const foreign = await elsewhere();
    const ours = await create();
    const { orders, total, missing } = await data("list-open-orders", { apikey, limit: 1000 });
    expect(missing).toEqual([]);
    expect(total).toBe(orders.length);
    const find = (id: string) => orders.find((each: Shown) => each.id === id);
    expect(find(ours.id)).toMatchObject({ is_foreign: false, state: "open", apikey, code, status: "open" });
    expect(find(foreign.exchangeOrderId)).toMatchObject({
      is_foreign: true,
      apikey,
      code,
      client_order_id: foreign.clientOrderId,
      price: "9000.00000000",
      amount: "0.01000000",
      filled: "0.00000000",
      status: "open",
    });
    const first = await data("list-open-orders", { apikey, limit: 1 });
    expect([ids(first.orders), first.showing, first.total]).toEqual([[orders[0].id], 1, total]);
    await cancel(ours.id);
    const left = await data("list-open-orders", { apikey, code, limit: 1000 });
    expect(ids(left.orders)).not.toContain(ours.id);
    expect(ids(left.orders)).toContain(foreign.exchangeOrderId);
    expect((await account.openOrders()).map((each) => each.exchangeOrderId)).toContain(foreign.exchangeOrderId);
    await account.cancel(foreign);
  });

  test("ended orders are ours, page after page, and those placed elsewhere", async () => {
    const { apikey, code, data, create, cancel, elsewhere } = await queryBench(world, exchange);
    const began = Date.now();
    const mine: string[] = [];
    for (let count = 0; count < 3; count++) {
      const { id } = await create();
      mine.push(id);
      await cancel(id);
    }
    const { exchangeOrderId: foreign } = await elsewhere("market");
    const whole = await waitUntil(async () => {
      const found = await data("list-closed-orders", { apikey, since: began - 5, limit: 1000 });
      expect(found.total).toBe(found.orders.length);
      expect(ids(found.orders)).toEqual(expect.arrayContaining([...mine, foreign]));
      return found;
    });
    expect(whole.orders.find(({ id }: Shown) => id === foreign)).toMatchObject({ is_foreign: true, status: "closed" });
    expect(whole.orders.find(({ id }: Shown) => id === mine[0])).toMatchObject({
      is_foreign: false,
      state: "canceled",
      status: "canceled",
    });
    const paged: string[] = [];
    for (let pagenumber = 1; pagenumber <= whole.total; pagenumber++) {
      const page = await data("list-closed-orders", { apikey, code, since: began - 5, limit: 1, pagenumber });
      paged.push(...ids(page.orders));
    }
    expect(paged).toEqual(ids(whole.orders));
  });

  test("an order that waits for its time is among the open ones", async () => {
    const { apikey, code, data, ask, cancel } = await queryBench(world, exchange);
    const order = { apikey, code, ordertype: "limit", side: "buy", quantity: "0.01", price: "10000" };
    const { json } = await ask("order-create", { ...order, order_send_time: Date.now() + 3_600_000 });
    const { client_order_id: name, id } = json.data.orders[0];
    const { orders } = await data("list-open-orders", { apikey });
    expect(orders.find((each: { client_order_id: string }) => each.client_order_id === name)).toMatchObject({
      id: "",
      state: "created",
      is_foreign: false,
    });
    await cancel(id);
  });

  test("a key whose exchange does not answer is named, and the others are listed", async () => {
    const { addKey, data, create, cancel } = await queryBench(world, exchange);
    const away = await addKey("kraken", { token: "token-of-a-test", secret: "c2VjcmV0LW9mLWEtdGVzdA==" });
    const ours = await create();
    for (const list of ["list-open-orders", "list-closed-orders"]) {
      const { missing } = await data(list, { limit: 1000 });
      expect(missing).toContainEqual({ apikey: away, exchange: "kraken", code: null, error: expect.any(String) });
    }
    await waitUntil(async () => {
      const { orders } = await data("list-open-orders", { limit: 1000 });
      expect(ids(orders)).toContain(ours.id);
    });
    await cancel(ours.id);
  });

  test("every question that the exchange answers is answered, and kept until it is deleted", async () => {
    const { apikey, code, data, create, question, elsewhere, account, ask, person } = await queryBench(world, exchange);
    const ours = await create();
    const foreign = await elsewhere();
    await elsewhere("market");

    const balance = await question("balance");
    expect(balance).toMatchObject({ apikey, exchange, exchange_query: "balance", state: "completed", error: null });
    expect(balance.result.balances.map(({ currency }: { currency: string }) => currency)).toContain("BTC");
    expect(balance.completed_at).toBeGreaterThanOrEqual(balance.time_created);
    const open = await question("open_orders", { code });
    expect(ids(open.result.orders)).toEqual(expect.arrayContaining([ours.id, foreign.exchangeOrderId]));
    expect((await question("my_trades", { code })).result.length).toBeGreaterThan(0);
    expect((await question("trading_fees", { code })).result).toMatchObject({ code, taker: expect.any(Number) });
    expect((await question("closed_orders", { code })).result.orders.length).toBeGreaterThan(0);
    const checked = await question("order_check", { order_id: foreign.exchangeOrderId, code });
    expect(checked.result).toMatchObject({ id: foreign.exchangeOrderId, is_foreign: true, status: "open" });
    for (const named of [{ code }, {}]) {
      const asked = { apikey, id: foreign.exchangeOrderId, ...named };
      const found = {
        id: foreign.exchangeOrderId,
        is_foreign: true,
        status: "open",
        source: "exchange",
        transitions: [],
      };
      expect(await data("order-check", asked)).toMatchObject(found);
    }
    expect((await ask("order-check", { apikey, id: "placed-nowhere", code })).status).toBe(404);
    expect((await question("order_check", { order_id: ours.id })).result).toMatchObject({ id: ours.id, state: "open" });
    const cancelled = await question("order_cancel", { order_id: ours.id });
    const { order, cancel_confirmed } = cancelled.result;
    expect([order.id, cancel_confirmed]).toEqual([ours.id, order.status === "canceled"]);
    await waitUntil(async () =>
      expect(await data("order-check", { apikey, id: ours.id })).toMatchObject({ status: "canceled" }),
    );

    const foreignCancel = { apikey, exchange_query: "order_cancel", order_id: foreign.exchangeOrderId };
    expect((await ask("create-query", foreignCancel)).status).toBe(404);
    expect((await account.openOrders()).map((each) => each.exchangeOrderId)).toContain(foreign.exchangeOrderId);
    await account.cancel(foreign);

    const { queries, total } = await data("list-exchange-queries", { limit: 1000 });
    expect(total).toBe(8);
    expect(queries[0]).toEqual(cancelled);
    expect(await data("delete-exchange-query", { id: balance.id })).toMatchObject({ status: true, id: balance.id });
    expect((await ask("delete-exchange-query", { id: balance.id })).status).toBe(404);
    expect((await data("list-exchange-queries")).total).toBe(7);
    const trail = { key: person.key, params: { action: "exchange_query." } };
    const { entries } = (await world.ask("GET", "user/audit", trail)).json.data;
    expect([entries.length, entries[0].action, entries[0].subject]).toEqual([9, "exchange_query.delete", balance.id]);
    expect(entries[1]).toMatchObject({ action: "exchange_query.create", details: { question: "order_cancel" } });
    const again = await question("order_cancel", { order_id: ours.id });
    expect(again.result).toMatchObject({ cancel_confirmed: true, order: { id: ours.id, status: "canceled" } });
  });

  test("what no exchange answers is refused by name, and nothing is stored", async () => {
    const { apikey, data, ask, addKey } = await queryBench(world, exchange);
    const requests: { id: string; exchanges: string[] }[] = await data("list-exchange-requests");
    expect(requests).toHaveLength(9);
    for (const { id, exchanges } of requests) {
      if (exchanges.includes(exchange)) continue;
      const { status, json } = await ask("create-query", { apikey, exchange_query: id, currency: "BTC" });
      expect([id, status, json.data.failed_validation?.[0]?.parameter]).toEqual([id, 422, "exchange_query"]);
    }
    expect(requests.filter(({ exchanges }) => exchanges.length === 0).map(({ id }) => id)).toEqual([
      "positions",
      "deposit_address",
    ]);
    const missing = async (params: QueryParams) => (await ask("create-query", params)).json.data.missing_parameters;
    expect(await missing({ apikey, exchange_query: "my_trades" })).toEqual(["code"]);
    expect(await missing({ apikey, exchange_query: "order_check" })).toEqual(["order_id"]);
    expect(await missing({ apikey, exchange_query: "order_check", order_id: "1" })).toEqual(["code"]);
    const away = await addKey("kraken", { token: "token-of-a-test", secret: "c2VjcmV0LW9mLWEtdGVzdA==" });
    expect((await ask("create-query", { apikey: away, exchange_query: "balance" })).status).toBe(422);
    expect((await data("list-exchange-queries")).total).toBe(0);
  });

  test("strangers see neither lists nor questions", async () => {
    const { apikey, data } = await queryBench(world, exchange);
    const { id } = await data("create-query", { apikey, exchange_query: "balance" });
    const stranger = await world.person();
    const asked = async (path: string, params: QueryParams = {}) =>
      world.ask("POST", `exchange-query/${path}`, { key: stranger.key, params });
    expect((await asked("list-open-orders", { apikey })).status).toBe(404);
    expect((await asked("list-closed-orders", { apikey })).status).toBe(404);
    expect((await asked("create-query", { apikey, exchange_query: "balance" })).status).toBe(404);
    expect((await asked("delete-exchange-query", { id })).status).toBe(404);
    expect((await asked("list-exchange-queries")).json.data).toMatchObject({ queries: [], total: 0 });
    expect((await asked("list-open-orders")).json.data).toMatchObject({ orders: [], missing: [] });
  });
});

test("a question with an Idempotency-Key is asked once, after its answer was stored", async () => {
  const { apikey, ask, data } = await queryBench(simulated, "simalpha");
  const question = { apikey, exchange_query: "balance" };
  const first = await ask("create-query", question, { "idempotency-key": "one-question" });
  expect(first.json.data).toMatchObject({ state: "queued", result: null });
  const again = await ask("create-query", question, { "idempotency-key": "one-question" });
  expect(again.json.data).toEqual(first.json.data);
  await waitUntil(async () => {
    const { queries } = await data("list-exchange-queries");
    expect(queries).toMatchObject([{ id: first.json.data.id, state: "completed" }]);
  });
});

test("a slow answer is not waited for: the list shows it when it has come", async () => {
  const { apikey, data } = await queryBench(live, "binance");
  const fault = { kind: "delay", ms: 12_000 } as const;
  loop.loopback.faults.plan({ method: "GET", path: "/api/v3/account", fault });
  const asked = await data("create-query", { apikey, exchange_query: "balance" });
  expect(asked).toMatchObject({ state: "running", result: null, completed_at: null });
  await waitUntil(async () => {
    const { queries } = await data("list-exchange-queries");
    expect(queries).toMatchObject([{ id: asked.id, state: "completed", error: null }]);
  });
});

test("an exchange that refuses is told in the question", async () => {
  const { question } = await queryBench(live, "binance");
  const body = { code: -1003, msg: "Too many requests." };
  loop.loopback.faults.plan({ method: "GET", path: "/api/v3/myTrades", fault: { kind: "answer", status: 400, body } });
  const asked = await question("my_trades", { code: "binance-btcusdt" });
  expect(asked).toMatchObject({ state: "failed", result: null, error: expect.stringMatching(/./) });
});

test("questions of a process that died have failed two minutes later", async () => {
  const { question, data, person } = await queryBench(simulated, "simalpha");
  const { db, clock } = simulated.platform;
  const { id } = await question("balance");
  await db.execute({
    name: "test.loseQuery",
    text: `update trading.exchange_queries set state = 'running', result = null, completed_at = null,
      created_at = created_at - interval '3 minutes' where owner_uid = $1`,
    values: [person.uid],
  });
  const { trading, database } = simulated;
  const runner = jobRunner({ connection: database.connection, jobs: trading.jobs, log: silentLog(), clock });
  await runner.start();
  try {
    const text = "select graphile_worker.add_job(identifier => 'trading.endLostQueries', payload => '{}'::json)::text";
    await db.query({ name: "test.addJob", text });
    await waitUntil(async () => {
      const { queries } = await data("list-exchange-queries");
      expect(queries).toMatchObject([{ id, state: "failed", error: expect.stringMatching(/process/) }]);
    });
  } finally {
    await runner.stop();
  }
});
