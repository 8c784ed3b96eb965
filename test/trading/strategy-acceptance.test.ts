/** What strategies must be able to do, case by case, over HTTP, with the exchange in a process of its own. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { transactionRecord } from "../../src/trading/strategies/transaction-record.ts";
import { strategyVenue, type SeenOrder } from "../support/strategy-venue.ts";
import { waitUntil } from "../support/wait-until.ts";

const BTC = "binance-btcusdt";
const venue = await strategyVenue();
await venue.setBook(BTC, [[100, 50]], [[101, 50]]);

/** A time-weighted purchase. */
const slices = (key: string, price: object) => ({
  algorithm_id: "900001",
  executable_codes: [BTC],
  executable_apikeys: [key],
  executable_values: ["0.1"],
  ...price,
});
/** Below the market: it rests. */
const rests = (total: string) => ({ executable_priceexact: ["90"], executable_parents: [total] });
/** Above the best ask: it is filled at once. */
const takes = (total: string) => ({ executable_priceoffset: ["5"], executable_parents: [total] });

test("A11: a key of a running strategy is not deleted, and is gone when the strategy was stopped", async () => {
  const { mine, keyAt, ready, untilState } = await venue.trader();
  const key = await keyAt("binance");
  const isListed = async (): Promise<boolean> =>
    (await mine.done("exchange-api-keys/list")).keys.some((each: { id: string }) => each.id === key.id);
  const id = await ready(slices(key.id, rests("0.1")));
  await mine.done("start", { id });
  await untilState(id, "running");
  const refused = await mine.refused("exchange-api-keys/delete", { id: key.id });
  expect(Math.floor(refused.status / 100)).toBe(4);
  expect(Number.isInteger(refused.code)).toBe(true);
  expect(await isListed()).toBe(true);
  await mine.done("stop", { id });
  await untilState(id, "stopped");
  await mine.done("exchange-api-keys/delete", { id: key.id });
  expect(await isListed()).toBe(false);
});

test("A12: a profile without slice_delay is refused, and that alone is missing", async () => {
  const { mine } = await venue.trader();
  const id = await mine.newProfile();
  const refused = await mine.refused("edit-profile", { id, algorithm_id: "900001", name: "Without a delay" });
  expect(refused).toMatchObject({ code: 1440, missing_parameters: ["slice_delay"] });
});

test("A13: a strategy that has placed an order is started again, and places no second one", async () => {
  const { mine, keyAt, ready, evaluated, summaryOf } = await venue.trader();
  const key = await keyAt("binance");
  const id = await ready(slices(key.id, rests("0.1")));
  const { run_id: runId } = await mine.done("start", { id });
  await waitUntil(async () => expect((await key.orders()).open).toHaveLength(1));
  const again = await mine.done("start", { id });
  expect(again).toMatchObject({ status: true, already: true, run_id: runId });
  await evaluated(id);
  const { open, closed } = await key.orders();
  expect([open.length, closed.length]).toEqual([1, 0]);
  expect((await summaryOf(id)).run_id).toBe(runId);
  await mine.done("stop", { id });
});

test("A14: after a forced stop both orders are open, and a start counts them and places no other", async () => {
  const { mine, keyAt, ready, evaluated, untilState, summaryOf, transactions } = await venue.trader();
  const key = await keyAt("binance");
  const id = await ready(slices(key.id, rests("0.2")));
  const { run_id: runId } = await mine.done("start", { id });
  await waitUntil(async () => {
    const orders = await transactions(id);
    expect(orders.map((each) => each["c_order_id"] !== "")).toEqual([true, true]);
  });
  const cancels = (await venue.requests("binance", "DELETE /api/v3/order")).length;
  const forced = await mine.done("stop", { id, force: true });
  expect(forced).toMatchObject({ state: "force_stopped", open_orders: 2 });
  const before = await key.orders();
  expect([before.open.length, before.closed.length]).toEqual([2, 0]);

  const looks = async () => (await venue.requests("binance", "GET /api/v3/order")).map(({ parameters }) => parameters);
  const seen = (await looks()).length;
  expect(await mine.done("start", { id })).toMatchObject({ run_id: runId, open_orders: 2 });
  await untilState(id, "running");
  const named = (await looks()).slice(seen).flatMap((each) => [each["orderId"], each["origClientOrderId"]]);
  const asked = new Set(named);
  for (const { orderId, clientOrderId } of before.open) {
    expect(asked.has(String(orderId)) || asked.has(clientOrderId)).toBe(true);
  }
  await evaluated(id);
  expect(await summaryOf(id)).toMatchObject({ run_id: runId, open_orders: 2 });
  const ids = ({ open }: { open: readonly SeenOrder[] }) => open.map(({ orderId }) => orderId);
  const after = await key.orders();
  expect([ids(after), after.closed]).toEqual([ids(before), []]);
  expect(await venue.requests("binance", "DELETE /api/v3/order")).toHaveLength(cancels);
  expect((await transactions(id)).map((each) => each["c_order_slice"])).toEqual(["2", "1"]);
  await mine.done("stop", { id });
});

test("A15: transactions come ten at a time, newest first, and every member of them is text", async () => {
  const { mine, keyAt, ready, untilState } = await venue.trader();
  const key = await keyAt("binance");
  const id = await ready(slices(key.id, takes("1")));
  await mine.done("start", { id });
  await untilState(id, "completed");
  const profile = (await mine.done("strategy/data/list")).strategies[0].profile_id;
  await mine.done("edit-profile", { id: profile, name: "Rests", slice_delay: 0.05, ...slices(key.id, rests("0.2")) });
  await mine.done("start", { id });
  await waitUntil(async () => expect((await key.orders()).open).toHaveLength(2));
  await mine.done("stop", { id });
  await untilState(id, "stopped");

  const list = async (more: object = {}): Promise<Record<string, string>[]> =>
    (await mine.done("list-strategy-transactions", { main_id: id, ...more })).transactions;
  const first = await list();
  expect(first).toHaveLength(10);
  const numbers = first.map((each) => Number(each["custom_id"]));
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
  expect(await list({ limit: 5, pagenumber: 3 })).toHaveLength(2);
  const filled = await list({ remove_unfilled: true, limit: 100 });
  expect(filled.map((each) => each["c_order_filled"])).toEqual(Array.from({ length: 10 }, () => "0.10000000"));
  const all = await list({ limit: 100 });
  expect(all).toHaveLength(12);
  for (const each of all) {
    expect(Object.keys(each).toSorted()).toEqual(Object.keys(transactionRecord.properties).toSorted());
    for (const value of Object.values(each)) expect(typeof value).toBe("string");
    expect(JSON.parse(each["c_payload"] ?? "")).toMatchObject({ clientOrderId: expect.any(String) });
    expect(JSON.parse(each["c_conditions"] ?? "")).toEqual([]);
  }
});

test("A25: transactions of a market are exported, waited for, fetched and listed", async () => {
  const { mine, keyAt, ready, untilState } = await venue.trader();
  const key = await keyAt("binance");
  const strategy = await ready(slices(key.id, takes("0.3")));
  await mine.done("start", { id: strategy });
  await untilState(strategy, "completed");
  const wanted = { system: "strategy_transactions", type: ".csv", symbol: BTC, limit: 100 };
  const { id } = await mine.done("export/request", wanted);
  expect(typeof id).toBe("string");
  expect(await mine.done("export/fetch", { id })).toMatchObject({ id, message: expect.stringMatching(/wait/i) });
  await makeExport(Number(id));
  const file = await mine.done("export/fetch", { id });
  expect(file).toMatchObject({ id, state: "completed", rows: 3 });
  const lines = Buffer.from(file.content, "base64").toString().trimEnd().split("\r\n");
  expect(lines.slice(1)).toHaveLength(3);
  const { exports: made } = await mine.done("export/list");
  expect(made.map((each: { id: string }) => each.id)).toContain(id);
});

/** What a process that runs jobs does. */
async function makeExport(exportId: number): Promise<void> {
  const bound = venue.world().trading.jobs.find(({ job }) => job.name === "trading.makeExport");
  if (!bound) throw new Error("the platform makes exports");
  const { signal } = new AbortController();
  await bound.job.run(bound.deps, { exportId }, { attempt: 1, maxAttempts: 1, signal });
}

/** A machine that is busy may hold up any one of three orders; so often all three are tried. */
const TRIES = 20;
const NEAR_MS = 50;

/** What this machine was late by meanwhile: its timers, and its answers between two processes. */
class Lateness {
  readonly #ended = new AbortController();
  #worstMs = 0;
  readonly #watching = [
    this.#watch(() => delay(5), 5),
    this.#watch(() => venue.exchange("binance").ask("book?symbol=BTCUSDT"), 0),
  ];

  async end(): Promise<number> {
    this.#ended.abort();
    await Promise.all(this.#watching);
    return this.#worstMs;
  }

  async #watch(wait: () => Promise<unknown>, plannedMs: number): Promise<void> {
    while (!this.#ended.signal.aborted) {
      const began = performance.now();
      await wait();
      this.#worstMs = Math.max(this.#worstMs, performance.now() - began - plannedMs);
      await delay(5);
    }
  }
}

test("A23: three orders reach the exchange 200 ms apart, and each is cancelled 300 ms after it came", async () => {
  const { mine, keyAt } = await venue.trader();
  const order = { code: BTC, ordertype: "limit", side: "buy", quantity: "0.1", price: "90" };
  const times = { repeat_times: 3, repeat_interval: 200, expire_after: 300 };
  const found: unknown[] = [];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const key = await keyAt("binance");
    const lateness = new Lateness();
    const { orders } = await mine.done("exchange-query/order-create", { apikey: key.id, ...order, ...times });
    await waitUntil(async () => {
      for (const { id } of orders) {
        const { status } = await mine.done("exchange-query/order-check", { apikey: key.id, id });
        expect(["canceled", "rejected"]).toContain(status);
      }
    });
    const lateMs = await lateness.end();
    const { open, closed: all } = await key.orders();
    expect(open).toEqual([]);
    expect(all.map(({ state }) => state)).toEqual(all.map(() => "canceled"));
    const closed = all.toSorted((one, other) => one.createdMs - other.createdMs);
    const apart = closed.slice(1).map(({ createdMs }, at) => createdMs - (closed[at]?.createdMs ?? 0));
    const lived = closed.map(({ createdMs, updatedMs }) => updatedMs - createdMs);
    found.push({ apart, lived, lateMs });
    const isNear = (wanted: number) => (ms: number) => Math.abs(ms - wanted) <= NEAR_MS + lateMs;
    // One that could not leave in time was not sent at all.
    if (closed.length === 3 && apart.every(isNear(200)) && lived.every(isNear(300))) return;
  }
  throw new Error(`no try was within ${NEAR_MS} ms: ${JSON.stringify(found)}`);
});

test("A26: an algorithm has a name of four characters or more, and is listed for strategies", async () => {
  const { mine, account } = await venue.trader();
  const refused = await mine.refused("algorithm-creator/algorithm-add", { name: "abc", group_name: "demo" });
  expect([Math.floor(refused.status / 100), Number.isInteger(refused.code)]).toEqual([4, true]);
  const { id } = await mine.done("algorithm-creator/algorithm-add", { name: "abcd", group_name: "demo" });
  const { status, json } = await venue.world().ask("GET", "strategy/list-algorithms", { key: account.key });
  expect(status).toBe(200);
  expect(typeof id).toBe("string");
  expect(json.data).toContainEqual(expect.objectContaining({ id, group_name: "demo", name: "abcd" }));
});
