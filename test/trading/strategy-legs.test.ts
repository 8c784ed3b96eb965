/** Legs of a slice that are not filled while another is (contract 4.5 step 8), at an exchange whose prices a test sets. */
import { expect, test } from "vitest";
import type { StrategyParams } from "../support/strategy-talk.ts";
import { strategyVenue } from "../support/strategy-venue.ts";

const [BTC, ETH] = ["binance-btcusdt", "binance-ethusdt"];
const venue = await strategyVenue();
await venue.setBook(BTC, [[100, 500]], [[101, 500]]);

/** Buys bitcoin and sells ether at the same time; ether only at 101, while 100 is bid. */
async function started(values: StrategyParams, bid = 500) {
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
  const { id, mine, untilState, transactions, summaryOf, lacking } = await started({
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
    0.4,
  );
  await untilState(id, "completed");
  const sold = (await transactions(id)).filter((each) => each["c_row"] === "1").toReversed();
  expect(sold).toMatchObject([
    { c_trace_order: "slice", c_order_filled: "0.40000000" },
    { c_trace_order: "price", c_amount: "0.60000000", c_order_filled: "0.60000000" },
  ]);
});
