/** Stops and trailing stops of strategies, at an exchange whose prices a test sets. */
import { expect, test } from "vitest";
import type { StrategyParams } from "../support/strategy-talk.ts";
import { strategyVenue, type Trader } from "../support/strategy-venue.ts";
import { waitUntil } from "../support/wait-until.ts";

const BTC = "binance-btcusdt";
const venue = await strategyVenue();

/** Sets the best prices: a bid, and an ask one above it. */
const price = (bid: number) => venue.setBook(BTC, [[bid, 500]], [[bid + 1, 500]]);
const trade = () => venue.exchange("binance").tell("trades", { symbol: "BTCUSDT", side: "sell", quantity: 0.1 });

// Stops at the exchange compare with the last trade.
await price(100);
await trade();

async function started(values: StrategyParams) {
  const trader = await venue.trader();
  const key = await trader.keyAt("binance");
  const id = await trader.ready({
    executable_codes: [BTC],
    executable_apikeys: [key.id],
    executable_parents: ["0.5"],
    ...values,
  });
  await trader.mine.done("start", { id });
  return { ...trader, key, id };
}

/** Waits until the platform holds the trigger there, and has sent nothing. */
const holdsAt = ({ debugOf }: Trader, id: string, trigger: string) =>
  waitUntil(async () => {
    const shown = await debugOf(id);
    expect(shown).toMatchObject({ gate: "rows", inflight: [] });
    expect(shown.why).toMatch(new RegExp(`^row 0: trigger ${trigger}(\\.0*)?$`));
  });

test("a stop loss waits at the exchange, and sells when the price has fallen to its trigger", async () => {
  await price(100);
  const { key, id, transactions, untilState } = await started({
    algorithm_id: "900013",
    executable_priceoffset: ["-6"],
  });
  const [waiting] = await waitUntil(async () => {
    const { open } = await key.orders();
    expect(open).toHaveLength(1);
    return open;
  });
  // The reference of a sale is the best ask.
  expect(waiting).toMatchObject({ side: "sell", type: "stop", stopPrice: "9500000000", isWaiting: true });
  await price(96);
  await price(94);
  await trade();
  await untilState(id, "completed");
  expect(await transactions(id)).toMatchObject([
    { c_side: "sell", c_order_status: "closed", c_order_filled: "0.50000000", c_type_orig: "stop" },
  ]);
  expect((await key.orders()).closed).toHaveLength(1);
});

test("a trailing stop follows the price up, never down, and sells once when its trigger is reached", async () => {
  await price(100);
  const trader = await started({ algorithm_id: "900015", executable_priceoffset: ["5"] });
  const { key, id, transactions, untilState } = trader;
  await holdsAt(trader, id, "96");
  await price(110);
  await holdsAt(trader, id, "106");
  await price(107);
  await trader.evaluated(id);
  await holdsAt(trader, id, "106");
  expect((await key.orders()).open).toEqual([]);
  await price(104);
  await untilState(id, "completed");
  // Beside it one that a busy machine could not send in time.
  const traded = (await transactions(id)).filter((each) => each["c_order_filled"] !== "0.00000000");
  expect(traded).toMatchObject([
    { c_side: "sell", c_order_status: "closed", c_order_filled: "0.50000000", c_type_orig: "trailing_stop" },
  ]);
  const { open, closed } = await key.orders();
  expect([open, closed.map(({ type, filled }) => [type, filled])]).toEqual([[], [["market", "50000000"]]]);
});

test("a stop that was met sells though its first order came to nothing, and does not wait for a worse price", async () => {
  await price(100);
  const trader = await started({ algorithm_id: "900015", executable_priceoffset: ["5"] });
  const { id, transactions, untilState } = trader;
  await holdsAt(trader, id, "96");
  const body = { code: -1013, msg: "Filter failure: PERCENT_PRICE_BY_SIDE" };
  const fault = { kind: "answer", status: 400, body } as const;
  await venue.exchange("binance").tell("faults", { plan: { method: "POST", path: "/api/v3/order", fault } });
  await price(94);
  await untilState(id, "completed");
  // Newest first.
  expect(await transactions(id)).toMatchObject([
    { c_side: "sell", c_order_status: "closed", c_order_filled: "0.50000000" },
    { c_side: "sell", c_order_status: "rejected", c_order_filled: "0.00000000" },
  ]);
});

test("a trailing stop of a purchase follows the price down, and keeps its trigger through a restart", async () => {
  await price(100);
  const trader = await started({ algorithm_id: "900014", executable_priceoffset: ["5"] });
  const { key, id, untilState } = trader;
  await holdsAt(trader, id, "105");
  await price(90);
  await holdsAt(trader, id, "95");
  await venue.restart();
  await untilState(id, "running");
  // Armed again it would be at 98.
  await price(93);
  await trader.evaluated(id);
  await holdsAt(trader, id, "95");
  await price(95);
  await untilState(id, "completed");
  const { closed } = await key.orders();
  expect(closed.map(({ side, filled }) => [side, filled])).toEqual([["buy", "50000000"]]);
});

test("a stop limit is sent with its trigger and its limit, in whole ticks", async () => {
  await price(100);
  const trader = await venue.trader();
  const algorithm = await trader.creator.newAlgorithm("Stop with a limit");
  await trader.creator.addRow(algorithm, { side: "sell", order_type: "stop_limit" });
  const key = await trader.keyAt("binance");
  const id = await trader.ready({
    algorithm_id: algorithm,
    executable_codes: [BTC],
    executable_apikeys: [key.id],
    executable_parents: ["0.5"],
    executable_priceoffset: ["-6.005"],
    executable_priceexact: ["94.123"],
  });
  await trader.mine.done("start", { id });
  const [waiting] = await waitUntil(async () => {
    const { open } = await key.orders();
    expect(open).toHaveLength(1);
    return open;
  });
  // A sale is rounded up.
  expect(waiting).toMatchObject({ type: "stop_limit", stopPrice: "9500000000", price: "9413000000" });
  await trader.mine.done("stop", { id });
  await trader.untilState(id, "stopped");
  expect((await key.orders()).open).toEqual([]);
});

test("a trailing stop that follows purchases waits for its trigger, also through a restart and a soft stop", async () => {
  await price(100);
  const trader = await venue.trader();
  const algorithm = await trader.creator.newAlgorithm("Bought and protected");
  await trader.creator.addRow(algorithm, { side: "buy", order_type: "taker" });
  await trader.creator.addRow(algorithm, { side: "sell", order_type: "trailing_stop", depends_on: 0 });
  const key = await trader.keyAt("binance");
  const id = await trader.ready({
    algorithm_id: algorithm,
    executable_codes: [BTC, BTC],
    executable_apikeys: [key.id, key.id],
    executable_parents: ["0.5"],
    executable_values: ["0.25"],
    executable_priceoffset: ["0", "5"],
  });
  await trader.mine.done("start", { id });
  const protects = (amount: string, trigger: string) =>
    waitUntil(async () => {
      const shown = await trader.debugOf(id);
      expect(shown).toMatchObject({ owed: [], inflight: [] });
      expect(shown.armed.map((each: { row: number; amount: string }) => [each.row, Number(each.amount)])).toEqual([
        [1, Number(amount)],
      ]);
      expect(Number(shown.armed[0].trigger)).toBe(Number(trigger));
    });
  // It does not hold the second slice up, and protects that one too: what was bought, less its fees.
  await protects("0.4995", "96");
  await price(110);
  await protects("0.4995", "106");
  await venue.restart();
  await trader.untilState(id, "running");
  await price(107);
  await trader.evaluated(id);
  await protects("0.4995", "106");
  await trader.mine.done("soft-stop", { id });
  await trader.untilState(id, "soft_stopping");
  await protects("0.4995", "106");
  expect((await key.orders()).closed.map(({ side }) => side)).toEqual(["buy", "buy"]);
  await price(104);
  await trader.untilState(id, "stopped");
  const { open, closed } = await key.orders();
  expect([open, closed.map(({ side, type, filled }) => [side, type, filled])]).toEqual([
    [],
    [
      ["sell", "market", "49950000"],
      ["buy", "limit", "25000000"],
      ["buy", "limit", "25000000"],
    ],
  ]);
});
