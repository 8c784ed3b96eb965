/** Conditions of strategies that run, at exchanges whose prices a test sets: each family of metrics, and what changes. */
import { describe, expect, test } from "vitest";
import { strategyVenue } from "../support/strategy-venue.ts";
import { waitUntil } from "../support/wait-until.ts";

const [BTC, OTHER] = ["binance-btcusdt", "binanceus-btcusdt"];
const venue = await strategyVenue(["binance", "binanceus"]);
const plain = () =>
  venue.setBook(
    BTC,
    [
      [100, 15],
      [99, 4],
      [98, 3],
    ],
    [
      [101, 5],
      [102, 4],
      [103, 3],
    ],
  );
await venue.setBook(OTHER, [[104, 10]], [[105, 10]]);
await plain();
await venue.exchange("binance").tell("trades", { symbol: "BTCUSDT", side: "sell", quantity: 1 });
await plain();

/** A strategy that buys far below the market when its condition holds. */
async function started(name: string, values: string, { codes = BTC, levels = "1" } = {}) {
  const trader = await venue.trader({ "strategies.spread.minimum": -1000, "strategies.spread.maximum": 1000 });
  const algorithm = await trader.creator.newAlgorithm("Of a test");
  await trader.creator.done("condition-add", { algorithm_id: algorithm, name });
  await trader.creator.addRow(algorithm, { side: "buy", order_type: "limit" });
  const key = await trader.keyAt("binance", { USDT: "5000", BTC: "3" });
  const id = await trader.ready({
    algorithm_id: algorithm,
    condition_codes: [codes],
    condition_values: [values],
    condition_orderbooklevel_side1: [levels],
    executable_codes: [BTC],
    executable_apikeys: [key.id],
    executable_values: ["7"],
    executable_parents: ["7"],
    executable_priceexact: ["50"],
  });
  await trader.mine.done("start", { id });
  const held = () =>
    waitUntil(async () => {
      const shown = await trader.debugOf(id);
      expect(shown).toMatchObject({ gate: "conditions", conditions: [{ name, result: false }] });
      return shown.conditions[0];
    });
  const fired = () =>
    waitUntil(async () => {
      const orders = await trader.transactions(id);
      expect(orders.map((each) => JSON.parse(each["c_conditions"] ?? ""))).toEqual([[name]]);
    });
  const stop = async (): Promise<void> => {
    await trader.mine.done("stop", { id });
    await trader.untilState(id, "stopped");
  };
  return { ...trader, key, id, held, fired, stop };
}

const SPREAD = { codes: `${BTC}+${OTHER}` };
const NONE = { codes: "" };

describe.each([
  ["spread", -3, SPREAD],
  ["spread_ratio", 101 / 104, SPREAD],
  ["spread_percent", (-3 / 104) * 100, SPREAD],
  ["price_ask", 102, { levels: "2" }],
  ["price_bid", 98, { levels: "3" }],
  ["price_mid", 100.5, {}],
  ["price_last", 100, {}],
  ["price_depth", (5 * 101 + 2 * 102) / 7, {}],
  ["qty_level", 4, { levels: "2" }],
  ["qty_cumulative", 9, { levels: "2" }],
  ["book_imbalance", 0.5, {}],
  ["balance_free", 5000, {}],
  ["position", 0, {}],
  ["transactions_successful", 0, NONE],
  ["transactions_canceled", 0, NONE],
  ["realized_pnl", 0, NONE],
] as const)("%s", (metric, value, more) => {
  test("is what is compared, and lets a slice fire where it holds", async () => {
    const [below, above] = [value - 0.001, value + 0.001];
    const waits = await started(`${metric}_greater_than_input_number`, String(above), more);
    expect((await waits.held()).left).toBeCloseTo(value, 9);
    expect((await waits.key.orders()).open).toEqual([]);
    await waits.stop();
    const fires = await started(`${metric}_between_input_number`, `${below},${above}`, more);
    await fires.fired();
    await fires.stop();
  });
});

test("time since the start, the time of day and the wellbeing of exchanges are compared too", async () => {
  const later = await started("time_elapsed_between_input_number", "80000,90000", NONE);
  expect(await later.held()).toMatchObject({ left: expect.any(Number), right: 80000, right_end: 90000 });
  expect((await later.debugOf(later.id)).why).toMatch(/against 80000 to 90000$/);
  await later.stop();
  const elapsed = await started("time_elapsed_greater_than_input_number", "1.5", NONE);
  await elapsed.fired();
  await elapsed.stop();
  const day = await started("time_of_day_between_input_number", "0,86400", NONE);
  await day.fired();
  await day.stop();
  const well = await started("system_status_is_true", "", NONE);
  await well.fired();
  await well.stop();
});

test("a price that was above at the start has not crossed; it crosses when it comes from below", async () => {
  const above = await started("price_ask_crosses_above_input_number", "100.5");
  await above.held();
  await above.evaluated(above.id);
  await venue.setBook(BTC, [[99, 15]], [[100, 5]]);
  await above.evaluated(above.id);
  expect(await above.transactions(above.id)).toEqual([]);
  await plain();
  await above.fired();
  await above.stop();
});

test("a price is compared with another market, with what it was, and with its start", async () => {
  const other = await started("price_bid_greater_than_other_code", "", SPREAD);
  expect(await other.held()).toMatchObject({ left: 100, right: 104 });
  await venue.setBook(BTC, [[104.5, 15]], [[106, 5]]);
  await other.fired();
  await other.stop();
  await plain();
  const before = await started("price_bid_greater_than_previous_value", "");
  await before.held();
  const start = await started("price_bid_less_or_equal_input_percent", "-5");
  expect(await start.held()).toMatchObject({ left: 100, right: 95 });
  await venue.setBook(BTC, [[100.5, 15]], [[101, 5]]);
  await before.fired();
  await before.stop();
  await venue.setBook(BTC, [[95, 15]], [[101, 5]]);
  await start.fired();
  await start.stop();
  await plain();
});

test("the start that percentages refer to stays where it was after a forced stop, also where nothing has fired yet", async () => {
  const name = "price_bid_less_or_equal_input_percent";
  const dips = await started(name, "-5");
  expect(await dips.held()).toMatchObject({ left: 100, right: 95 });
  await dips.mine.done("stop", { id: dips.id, force: true });
  await venue.setBook(BTC, [[96, 15]], [[101, 5]]);
  await dips.mine.done("start", { id: dips.id });
  await dips.untilState(dips.id, "running");
  await dips.evaluated(dips.id);
  expect((await dips.debugOf(dips.id)).conditions).toMatchObject([{ left: 96, right: 95, result: false }]);
  await venue.setBook(BTC, [[95, 15]], [[101, 5]]);
  await dips.fired();
  await dips.stop();
  await plain();
});

test("a price moves by so many percent within seconds, and stays as it is for so long", async () => {
  const rises = await started("price_mid_increased_percent_in_input_seconds", "2,4");
  await waitUntil(async () => expect(await rises.held()).toMatchObject({ unknown: null, left: 0 }));
  await venue.setBook(BTC, [[104, 15]], [[105, 5]]);
  await rises.fired();
  await rises.stop();
  const rests = await started("price_mid_unchanged_for_input_seconds", "1");
  await rests.fired();
  await rests.stop();
  await plain();
});

test("what keeps a slice back is a condition of the group that does not hold, not a false one of a group that does", async () => {
  const trader = await venue.trader();
  const algorithm = await trader.creator.newAlgorithm("Of groups");
  for (const [name, join] of [
    ["price_ask_less_than_input_number", "and"],
    ["price_bid_greater_than_input_number", "or"],
    ["price_mid_less_than_input_number", "and"],
    ["price_bid_less_than_input_number", "or"],
  ])
    await trader.creator.done("condition-add", { algorithm_id: algorithm, name: name ?? "", join: join ?? "" });
  await trader.creator.addRow(algorithm, { side: "buy", order_type: "limit" });
  const key = await trader.keyAt("binance");
  const id = await trader.ready({
    algorithm_id: algorithm,
    condition_codes: [BTC, BTC, BTC, BTC],
    condition_values: ["1", "1", "1", "1"],
    executable_codes: [BTC],
    executable_apikeys: [key.id],
    executable_values: ["7"],
    executable_parents: ["7"],
    executable_priceexact: ["50"],
  });
  await trader.mine.done("start", { id });
  await trader.untilState(id, "running");
  await trader.evaluated(id);
  const why = "price_mid_less_than_input_number: 100.5 against 1";
  expect(await trader.debugOf(id)).toMatchObject({ gate: "conditions", why });
  await trader.mine.done("stop", { id });
});

test("without its book a condition is false, whatever it was before", async () => {
  const waits = await started("price_ask_less_than_input_number", "104", { codes: OTHER });
  await waits.held();
  await venue.exchange("binanceus").tell("faults", { set: { isMaintained: true } });
  await waitUntil(async () =>
    expect(await waits.debugOf(waits.id)).toMatchObject({ gate: "book", why: expect.stringContaining(OTHER) }),
  );
  await venue.exchange("binanceus").tell("faults", { heal: true });
  await venue.setBook(OTHER, [[102, 10]], [[103, 10]]);
  await waits.fired();
  await waits.stop();
});
