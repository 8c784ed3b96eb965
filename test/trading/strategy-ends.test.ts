/** How strategies come to their end: by their total, a maximum, their time, and with rests that cannot be traded. */
import { expect, test } from "vitest";
import { OrderGate } from "../support/order-gate.ts";
import type { StrategyParams } from "../support/strategy-talk.ts";
import { strategyVenue } from "../support/strategy-venue.ts";
import { waitUntil } from "../support/wait-until.ts";

const BTC = "binance-btcusdt";
const gate = new OrderGate();
const venue = await strategyVenue(["binance"], undefined, (exchange) => gate.around(exchange));
const plain = () => venue.setBook(BTC, [[100, 50]], [[101, 50]]);
await plain();

/** A strategy of one row, started, by an algorithm with these terms. */
async function started(row: object, values: StrategyParams, { terms = {}, limits = {} } = {}) {
  const trader = await venue.trader(limits);
  const algorithm = await trader.creator.newAlgorithm("Of a test", terms);
  await trader.creator.addRow(algorithm, { side: "buy", order_type: "taker", ...row });
  const key = await trader.keyAt("binance");
  const one = { executable_codes: [BTC], executable_apikeys: [key.id] };
  const id = await trader.ready({ algorithm_id: algorithm, ...one, ...values });
  await trader.mine.done("start", { id });
  return { ...trader, key, id };
}

const SLICES = { executable_parents: ["1"], executable_values: ["0.1"] };
const RESTS = { ...SLICES, executable_priceexact: ["90"] };

test("a strategy is completed after so many successful transactions as its algorithm has", async () => {
  const { id, untilState, summaryOf, transactions } = await started({}, SLICES, {
    terms: { maximum_transactions_successful: 2 },
  });
  await untilState(id, "completed");
  expect(await transactions(id)).toHaveLength(2);
  expect(await summaryOf(id)).toMatchObject({
    qty_done: "0.20000000",
    transactions: { successful: 2, canceled: 0 },
    last_event: { type: "nothing_open", message: "stopping -> completed: maximum_reached" },
  });
});

test("a strategy is completed after so many cancelled transactions as its algorithm has, with nothing open", async () => {
  const values = { ...RESTS, executable_parents: ["0.1"], executable_maximumtimelive: ["100"] };
  const { key, id, untilState, summaryOf } = await started({ order_type: "limit" }, values, {
    terms: { maximum_transactions_canceled: 2 },
  });
  await untilState(id, "completed");
  const { transactions } = await summaryOf(id);
  expect(transactions).toMatchObject({ successful: 0, canceled: 2 });
  expect((await key.orders()).open).toEqual([]);
});

test("a strategy is completed when its time is over, and its rests are cancelled", async () => {
  const { key, id, mine, untilState, summaryOf } = await started({ order_type: "limit" }, RESTS, {
    limits: { "strategies.maximum.duration": 3 },
  });
  await waitUntil(async () => expect((await key.orders()).open.length).toBeGreaterThan(0));
  await untilState(id, "completed");
  const { open, closed } = await key.orders();
  expect([open, new Set(closed.map(({ state }) => state))]).toEqual([[], new Set(["canceled"])]);
  const why = "stopping -> completed: duration_over: the duration of the plan is used up";
  expect((await summaryOf(id)).last_event).toMatchObject({ message: why });
  expect(await mine.done("strategy/data/debug", { id })).toMatchObject({ gate: "not_running", why });
});

test("what would stay too small to trade joins the last slice", async () => {
  const values = { executable_parents: ["0.12"], executable_values: ["0.05"] };
  const { id, untilState, transactions } = await started({}, values);
  await untilState(id, "completed");
  expect((await transactions(id)).map((each) => each["c_order_filled"])).toEqual(["0.07000000", "0.05000000"]);
});

test("what can no longer be traded ends its row, and is shown as dust", async () => {
  await venue.setBook(
    BTC,
    [[100, 5]],
    [
      [101, 0.08],
      [150, 50],
    ],
  );
  const { mine, id, untilState } = await started({}, { executable_parents: ["0.1"] });
  await untilState(id, "completed");
  const rowOf = async (of: string) => (await mine.done("high-level-overview", { id: of })).strategies[0].rows[0];
  expect(await rowOf(id)).toMatchObject({ qty_done: "0.08000000", remaining: "0.02000000", dust: "0.02000000" });
  await plain();
  const other = await started({ order_type: "limit" }, RESTS);
  await waitUntil(async () => expect((await other.key.orders()).open.length).toBeGreaterThan(0));
  const { strategies } = await other.mine.done("high-level-overview", { id: other.id });
  expect(strategies[0].rows[0]).toMatchObject({ remaining: "1.00000000", dust: "0.00000000" });
  await other.mine.done("stop", { id: other.id });
  await other.untilState(other.id, "stopped");
});

test("the algorithm that undoes another one runs the way back", async () => {
  const trader = await venue.trader();
  const { mine, untilState } = trader;
  const key = await trader.keyAt("binance", { USDT: "1000", BTC: "1" });
  const values = (algorithm: string, offset: string) => ({
    algorithm_id: algorithm,
    name: "There and back",
    slice_delay: 0.05,
    executable_codes: [BTC],
    executable_apikeys: [key.id],
    executable_values: ["0.1"],
    executable_parents: ["0.2"],
    executable_priceoffset: [offset],
  });
  const id = await trader.ready(values("900001", "5"));
  await mine.done("start", { id });
  await untilState(id, "completed");
  const listed: { id: string; reverse_id: string }[] = await mine.done("algorithm-creator/list-algorithms");
  const back = listed.find((each) => each.id === "900001")?.reverse_id ?? "";
  const { profile_id: profile } = await trader.summaryOf(id);
  await mine.done("edit-profile", { id: profile, ...values(back, "-5") });
  await mine.done("start", { id });
  await untilState(id, "completed");
  const { closed } = await key.orders();
  const sums = { buy: 0, sell: 0 };
  for (const { side, filled } of closed) sums[side] += Number(filled);
  expect(sums).toEqual({ buy: 20_000_000, sell: 20_000_000 });
});

test.each([
  { how: "stop", force: false, state: "stopped" },
  { how: "forced stop", force: true, state: "force_stopped" },
])("an order that is held back on its way never leaves once a $how has answered", async ({ force, state }) => {
  const { held, release } = gate.close();
  const { key, id, mine, untilState, transactions } = await started(
    { order_type: "limit" },
    { ...RESTS, executable_parents: ["0.1"] },
  );
  await held;
  const answer = await mine.done("stop", { id, force });
  release();
  await gate.settled();
  if (force) expect(answer).toMatchObject({ state, open_orders: 0, orders: [] });
  await untilState(id, state);
  await waitUntil(async () => expect(await transactions(id)).toMatchObject([{ c_order_status: "rejected" }]));
  expect(await key.orders()).toEqual({ open: [], closed: [] });
});
