/** Every algorithm of the library, at simulated exchanges, up to its first slice; and indicators over candles that live. */
import { expect, test } from "vitest";
import { algorithmTalk } from "../support/algorithm-talk.ts";
import { limitedAccount } from "../support/limited-accounts.ts";
import { ROOM, strategyTalk, type StrategyParams } from "../support/strategy-talk.ts";
import { runsOf } from "../support/strategy-venue.ts";
import { EXAMPLE_SETTINGS } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";
import { LIBRARY } from "../../src/trading/algorithms/core/library.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const account = await limitedAccount(world, {
  ...ROOM,
  "strategies.ratelimit.orders_per_second": 100,
  "strategies.orderbook_refresh": 50,
  "strategies.maximum.concurrent_exchange_api_key": 50,
  "strategies.spread.minimum": -100_000,
  "strategies.spread.maximum": 100_000,
});
const mine = strategyTalk(account);
const { ready, untilState, transactions, debugOf } = runsOf(mine);
const [ALPHA, BETA] = ["simalpha-btcusdt", "simbeta-btcusdt"];
const keys = { alpha: await mine.keyAt("simalpha"), beta: await mine.keyAt("simbeta") };
await waitUntil(() => expect(world.trading.deps.market.listing(BETA)).toBeDefined());

const one = { executable_codes: [ALPHA], executable_apikeys: [keys.alpha], executable_parents: ["0.01"] };
const two = {
  executable_codes: [ALPHA, BETA],
  executable_apikeys: [keys.alpha, keys.beta],
  executable_parents: ["0.01", "0.01"],
};

/** By the name of the algorithm: values with which it begins at once, and the rows of its first slice. */
const VALUES: Readonly<Record<string, readonly [values: StrategyParams, rows: readonly string[]]>> = {
  twap_buy: [one, ["0"]],
  maker_taker: [
    {
      ...two,
      executable_parents: ["0.01"],
      condition_codes: [`${ALPHA}+${BETA}`],
      condition_values: ["90000"],
      executable_priceoffset: ["-500"],
    },
    ["0"],
  ],
  market_maker_taker: [
    {
      executable_codes: [ALPHA, ALPHA, BETA, BETA],
      executable_apikeys: [keys.alpha, keys.alpha, keys.beta, keys.beta],
      executable_parents: ["0.01", "0.01"],
      executable_priceoffset: ["-500", "500"],
    },
    ["0", "1"],
  ],
  matrix_price_movement: [{ ...two, condition_codes: [ALPHA], condition_values: ["-50,1"] }, ["0", "1"]],
  spread_arbitrage: [{ ...two, condition_codes: [`${ALPHA}+${BETA}`], condition_values: ["90000"] }, ["0", "1"]],
  iceberg_buy: [{ ...one, executable_values: ["0.005"] }, ["0"]],
  stop_buy: [{ ...one, executable_priceoffset: ["2000"] }, ["0"]],
  trailing_stop_buy: [{ ...one, executable_priceoffset: ["0.01"] }, ["0"]],
  rsi_buy: [{ ...one, condition_codes: [ALPHA], condition_values: ["100"] }, ["0"]],
};
const begun = LIBRARY.filter(({ definition }) => definition.name in VALUES);

test("every algorithm of the library is tried, or is the way back of one that is", () => {
  const tried = new Set(begun.flatMap(({ id, definition }) => [id, definition.reverseId]));
  expect(LIBRARY.filter(({ id }) => !tried.has(id))).toEqual([]);
  expect(begun).toHaveLength(9);
});

test.each(begun.map(({ id, definition }) => [definition.name, String(id)]))(
  "%s runs to its first slice",
  async (name, algorithm) => {
    const [values, rows] = VALUES[name] ?? [{}, []];
    const id = await ready({ algorithm_id: algorithm, slice_delay: 1, ...values });
    await mine.done("start", { id });
    await waitUntil(async () => {
      const first = (await transactions(id)).filter((each) => each["c_trace_order"] === "slice");
      const own = first.filter((each) => each["c_order_slice"] === "1");
      if (own.length === 0) throw new Error(JSON.stringify(await debugOf(id)));
      expect(new Set(own.map((each) => each["c_row"]))).toEqual(new Set(rows));
      for (const each of own) expect(["open", "closed", "canceled", "expired"]).toContain(each["c_order_status"]);
    });
    await mine.done("stop", { id });
    await waitUntil(async () => expect(["stopped", "completed"]).toContain((await runsOf(mine).summaryOf(id)).state));
  },
);

test("a condition follows an indicator of the candle that is under way", async () => {
  const creator = algorithmTalk(world, account.key);
  const algorithm = await creator.newAlgorithm("Above its average");
  const name = "indicator_ema_9_1m_greater_than_input_number";
  await creator.done("condition-add", { algorithm_id: algorithm, name });
  await creator.addRow(algorithm, { side: "buy", order_type: "taker" });
  const values = { algorithm_id: algorithm, slice_delay: 1, condition_codes: [ALPHA], ...one };
  const waits = await ready({ ...values, condition_values: ["100000000"] });
  await mine.done("start", { id: waits });
  const seen = new Set<number>();
  const average = await waitUntil(async () => {
    const [condition] = (await debugOf(waits)).conditions;
    expect(condition).toMatchObject({ name, result: false, unknown: null });
    seen.add(condition.left);
    // It is computed again while its candle changes.
    expect(seen.size).toBeGreaterThan(1);
    return condition.left as number;
  });
  const listing = world.trading.deps.market.listing(ALPHA);
  if (!listing) throw new Error("it is listed");
  const { bidPrice } = world.trading.deps.market.top(listing);
  expect(average / bidPrice).toBeGreaterThan(0.9);
  expect(average / bidPrice).toBeLessThan(1.1);
  const fires = await ready({ ...values, condition_values: [String(average / 2)] });
  await mine.done("start", { id: fires });
  await untilState(fires, "completed");
  const [order] = await transactions(fires);
  expect(JSON.parse(order?.["c_conditions"] ?? "")).toEqual([name]);
  await mine.done("stop", { id: waits });
  await untilState(waits, "stopped");
});
