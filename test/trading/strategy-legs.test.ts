/** Legs of a slice that are not filled while another is (contract 4.5 step 8), at an exchange whose prices a test sets. */
import { expect, test } from "vitest";
import type { StrategyParams } from "../support/strategy-talk.ts";
import { strategyVenue, type Trader } from "../support/strategy-venue.ts";
import { waitUntil } from "../support/wait-until.ts";

const [BTC, ETH] = ["binance-btcusdt", "binance-ethusdt"];
const venue = await strategyVenue();
await venue.setBook(BTC, [[100, 500]], [[101, 500]]);

interface Beginning {
  /** How much ether is bid at 100. */
  readonly bid?: number;
  /** Done before the strategy is started. */
  readonly before?: (ask: Trader["mine"], apikey: string) => Promise<unknown>;
}

/** Buys bitcoin and sells ether at the same time; ether only at 101, while 100 is bid. */
async function started(values: StrategyParams, { bid = 500, before = () => Promise.resolve() }: Beginning = {}) {
  await venue.setBook(ETH, [[100, bid], ...(bid < 500 ? [[99.9, 500] as const] : [])], [[102, 500]]);
  const trader = await venue.trader();
  const algorithm = await trader.creator.newAlgorithm("Two at once");
  await trader.creator.addRow(algorithm, { side: "buy", order_type: "taker" });
  await trader.creator.addRow(algorithm, { side: "sell", order_type: "taker" });
  const key = await trader.keyAt("binance", { USDT: "100000", BTC: "10", ETH: "10" });
  const id = await trader.ready({
    algorithm_id: algorithm,
    executable_codes: [BTC, ETH],
    executable_apikeys: [key.id, key.id],
    executable_parents: ["1", "1"],
    executable_priceexact: ["", "101"],
    ...values,
  });
  await before(trader.mine, key.id);
  await trader.mine.done("start", { id });
  const lacking = async (): Promise<string[]> =>
    (await trader.mine.done("high-level-overview", { id })).strategies[0].rows.map(
      (row: { unhedged: { amount: string } }) => row.unhedged.amount,
    );
  return { ...trader, key, id, lacking };
}

test("a leg that failed is tried again within its tolerance, and both are done", async () => {
  const { id, untilState, transactions, key } = await started({ executable_tolerancemaximum: ["", "3"] });
  await untilState(id, "completed");
  const tried = (await transactions(id)).filter((each) => each["c_row"] === "1");
  expect(tried).toMatchObject([
    { c_trace_order: "price", c_price: "100.00000000", c_order_filled: "1.00000000" },
    { c_trace_order: "slice", c_price: "101.00000000", c_order_filled: "0.00000000" },
  ]);
  expect((await key.orders()).closed).toHaveLength(3);
});

test("a leg that nothing fills is tried three times, then the run is paused as unhedged, and says so", async () => {
  const { id, mine, untilState, transactions, summaryOf, lacking, debugOf } = await started({
    executable_tolerancemaximum: ["", "0.3"],
  });
  await untilState(id, "paused");
  const tried = (await transactions(id)).filter((each) => each["c_row"] === "1").toReversed();
  expect(tried.map((each) => [each["c_trace_order"], Number(each["c_price"]), Number(each["c_order_filled"])])).toEqual(
    [
      ["slice", 101, 0],
      ["price", 100.9, 0],
      ["price", 100.8, 0],
      ["price", 100.7, 0],
    ],
  );
  expect(await lacking()).toEqual(["0.00000000", "1.00000000"]);
  expect((await summaryOf(id)).last_event).toMatchObject({
    type: "unhedged",
    message: expect.stringContaining("row 1"),
  });
  expect(await debugOf(id)).toMatchObject({ state: "paused", gate: "not_running", why: "paused: unhedged", rows: [] });
  // Its owner has looked at it: what lacks stays told, and is not traded any more.
  const { run_id: runId } = await summaryOf(id);
  expect(await mine.done("start", { id })).toMatchObject({ run_id: runId, state: "reconvening" });
  await untilState(id, "running");
  expect((await transactions(id)).filter((each) => each["c_row"] === "0")).toHaveLength(1);
  await mine.done("stop", { id });
  await untilState(id, "stopped");
  expect(await lacking()).toEqual(["0.00000000", "1.00000000"]);
});

test("a market order comes after the prices, where the profile allows one", async () => {
  const { id, untilState, transactions } = await started({
    executable_tolerancemaximum: ["", "0.3"],
    failed_leg_market: true,
  });
  await untilState(id, "completed");
  const last = (await transactions(id)).find((each) => each["c_row"] === "1");
  expect(last).toMatchObject({ c_trace_order: "market", c_type: "market", c_order_filled: "1.00000000" });
});

test("the other leg is traded back where the profile says so, and the run is paused with nothing open", async () => {
  const { id, key, untilState, transactions, lacking } = await started({ failed_leg: "unwind" });
  await untilState(id, "paused");
  const bitcoin = (await transactions(id)).filter((each) => each["c_row"] === "0").toReversed();
  expect(bitcoin).toMatchObject([
    { c_trace_order: "slice", c_side: "buy", c_order_filled: "1.00000000" },
    { c_trace_order: "unwind", c_side: "sell", c_order_filled: "1.00000000" },
  ]);
  expect(await lacking()).toEqual(["0.00000000", "0.00000000"]);
  expect((await key.orders()).open).toEqual([]);
});

test("what one leg lacks is what the other has more, where both were filled in part", async () => {
  const { id, untilState, transactions } = await started(
    { executable_priceexact: ["", "100"], executable_tolerancemaximum: ["", "0.3"] },
    { bid: 0.4 },
  );
  await untilState(id, "completed");
  const sold = (await transactions(id)).filter((each) => each["c_row"] === "1").toReversed();
  expect(sold).toMatchObject([
    { c_trace_order: "slice", c_order_filled: "0.40000000" },
    { c_trace_order: "price", c_amount: "0.60000000", c_order_filled: "0.60000000" },
  ]);
});

test.each([
  ["maximum_notional", "300"],
  ["maximum_open_orders", "1"],
  ["price_collar_percent", "5"],
])("no leg leaves under a %s of %s that only one of them breaks, and both leave after it", async (name, value) => {
  const { id, mine, key, transactions, debugOf } = await started(
    { executable_parents: ["1", "5"], executable_priceexact: ["", "110"] },
    { before: (ask) => ask.done("risk/limits", { scope: "account", [name]: value }) },
  );
  const limit = `the limit ${name} of the account does not allow it`;
  await waitUntil(async () =>
    expect(await debugOf(id)).toMatchObject({ state: "running", gate: "rows", why: `row 1: ${limit}` }),
  );
  expect([await transactions(id), await key.orders()]).toEqual([[], { open: [], closed: [] }]);
  await mine.done("risk/limits", { scope: "account", [name]: "none" });
  await waitUntil(async () => {
    const rows = (await transactions(id)).map((each) => each["c_row"]);
    expect(rows).toEqual(expect.arrayContaining(["0", "1"]));
  });
});

test("no leg leaves while the account may only reduce, though one of them would reduce its position", async () => {
  const before: Beginning["before"] = async (ask, apikey) => {
    const bought = { apikey, code: ETH, ordertype: "market", side: "buy", quantity: 5 };
    await ask.done("exchange-query/order-create", bought);
    await ask.done("risk/halt", { scope: "account", mode: "reducing" });
  };
  const { id, key, transactions, debugOf } = await started({}, { before });
  await waitUntil(async () =>
    expect(await debugOf(id)).toMatchObject({ state: "running", gate: "halted", rows: [{ row: 0 }] }),
  );
  expect(await transactions(id)).toEqual([]);
  const { open, closed } = await key.orders();
  expect([open.length, closed.length]).toEqual([0, 1]);
});

test("a strategy whose account a limit has halted goes on when that halt ends, and has sent nothing under it", async () => {
  const trader = await venue.trader();
  const { mine, evaluated, untilState, transactions } = trader;
  const key = await trader.keyAt("binance");
  const values = { executable_codes: [BTC], executable_apikeys: [key.id], executable_parents: ["1"] };
  const id = await trader.ready({
    algorithm_id: "900001",
    executable_values: ["0.5"],
    executable_priceoffset: ["50"],
    ...values,
  });
  // A loss of nothing is as much as is allowed.
  await mine.done("risk/limits", { scope: "account", maximum_loss_day: 0, resume: "auto" });
  await waitUntil(async () => {
    const { places } = await mine.done("risk/status");
    expect(places[0]).toMatchObject({ mode: "reducing", halts: [{ limit: "maximum_loss_day" }] });
  });
  await mine.done("start", { id });
  await untilState(id, "running");
  await evaluated(id);
  expect(await transactions(id)).toEqual([]);
  await mine.done("risk/limits", { scope: "account", maximum_loss_day: 100_000 });
  await untilState(id, "completed");
  expect(await transactions(id)).toHaveLength(2);
});
