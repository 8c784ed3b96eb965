/** How rows of strategies are priced, live, and end, at an exchange whose prices a test sets. */
import { describe, expect, test } from "vitest";
import type { StrategyParams } from "../support/strategy-talk.ts";
import { strategyVenue, type Trader } from "../support/strategy-venue.ts";
import { PATIENCE_MS, waitUntil } from "../support/wait-until.ts";

const BTC = "binance-btcusdt";
const venue = await strategyVenue();
const plain = () =>
  venue.setBook(
    BTC,
    [
      [100, 5],
      [99, 5],
      [98, 5],
    ],
    [
      [101, 5],
      [102, 5],
      [103, 5],
    ],
  );
await plain();

/** An algorithm of these rows, and values for it. */
async function ready(trader: Trader, rows: readonly object[], values: StrategyParams) {
  const { creator } = trader;
  const algorithm = await creator.newAlgorithm("Of a test");
  for (const row of rows) await creator.addRow(algorithm, { ...row });
  const key = await trader.keyAt("binance");
  const all = { executable_codes: rows.map(() => BTC), executable_apikeys: rows.map(() => key.id) };
  return { key, id: await trader.ready({ algorithm_id: algorithm, ...all, ...values }) };
}

const units = (decimal: number): string => String(Math.round(decimal * 1e8));

describe("the price of a row", () => {
  test.each([
    ["a purchase at its own side, down to the tick", "buy", { executable_priceoffset: ["-0.019"] }, 99.98],
    ["a sale at its own side, up to the tick", "sell", { executable_priceoffset: ["0.011"] }, 101.02],
    ["the third level", "buy", { executable_priceoffsettype: ["ob3"] }, 98],
    ["the middle of both sides", "buy", { executable_priceoffsetside: ["mid"], executable_priceoffset: ["-1.5"] }, 99],
    [
      "the other side, with an offset",
      "buy",
      { executable_priceoffsetside: ["opposite"], executable_priceoffset: ["-3"] },
      98,
    ],
    ["an exact price", "sell", { executable_priceexact: ["105.5"] }, 105.5],
  ])("is that of %s", async (_, side, values, price) => {
    const trader = await venue.trader();
    const { key, id } = await ready(trader, [{ side, order_type: "limit" }], {
      executable_parents: ["0.1"],
      ...values,
    });
    await trader.mine.done("start", { id });
    await waitUntil(async () => expect((await key.orders()).open).toMatchObject([{ side, price: units(price) }]));
    await trader.mine.done("stop", { id });
    await trader.untilState(id, "stopped");
  });

  test("of a maker stays one tick behind the other side", async () => {
    const trader = await venue.trader();
    const { key, id } = await ready(trader, [{ side: "buy", order_type: "maker" }], {
      executable_parents: ["0.1"],
      executable_priceoffset: ["3"],
    });
    await trader.mine.done("start", { id });
    await waitUntil(async () =>
      expect((await key.orders()).open).toMatchObject([{ price: units(100.99), postOnly: true }]),
    );
    await trader.mine.done("stop", { id });
    await trader.untilState(id, "stopped");
  });
});

describe("an order that rests", () => {
  test("is cancelled after its time, and the row is priced again until it has traded", async () => {
    const trader = await venue.trader();
    const { key, id } = await ready(trader, [{ side: "buy", order_type: "limit" }], {
      executable_parents: ["0.1"],
      executable_priceexact: ["100"],
      executable_maximumtimelive: ["200"],
    });
    await trader.mine.done("start", { id });
    await waitUntil(async () => {
      const { closed } = await key.orders();
      expect(closed.length).toBeGreaterThanOrEqual(2);
      for (const each of closed)
        expect([each.state, each.updatedMs - each.createdMs > 150]).toEqual(["canceled", true]);
    });
    // It meets the rest that is there, or the one after meets it.
    await venue.setBook(BTC, [[90, 5]], [[91, 5]]);
    await trader.untilState(id, "completed");
    const filled = (await key.orders()).closed.filter((each) => each.state === "filled");
    expect(filled.map((each) => each.filled)).toEqual([units(0.1)]);
    const orders = await trader.transactions(id);
    for (const each of orders) expect(Number(each["c_max_time"])).toBeGreaterThan(Number(each["c_time_requested"]));
    await plain();
  });

  test("is priced again where its reference has moved out of its tolerance, and not before", async () => {
    const trader = await venue.trader();
    const { key, id } = await ready(trader, [{ side: "buy", order_type: "limit" }], {
      executable_parents: ["0.1"],
      executable_toleranceminimum: ["-1"],
      executable_tolerancemaximum: ["1"],
      executable_priceoffset: ["-20"],
    });
    await trader.mine.done("start", { id });
    await waitUntil(async () => expect((await key.orders()).open).toMatchObject([{ price: units(80) }]));
    await venue.setBook(BTC, [[101, 5]], [[102, 5]]);
    await trader.evaluated(id);
    expect((await key.orders()).open).toMatchObject([{ price: units(80) }]);
    await venue.setBook(BTC, [[101.5, 5]], [[102, 5]]);
    await waitUntil(async () => expect((await key.orders()).open).toMatchObject([{ price: units(81.5) }]));
    expect((await key.orders()).closed).toMatchObject([{ state: "canceled", price: units(80) }]);
    await trader.mine.done("stop", { id });
    await trader.untilState(id, "stopped");
    await plain();
  });

  test("rests on out of its tolerance where what is left is below the minimum, until it is stopped", async () => {
    const trader = await venue.trader();
    const { key, id } = await ready(trader, [{ side: "buy", order_type: "limit" }], {
      executable_parents: ["0.1"],
      executable_toleranceminimum: ["-1"],
      executable_tolerancemaximum: ["1"],
    });
    await trader.mine.done("start", { id });
    await waitUntil(async () => expect((await key.orders()).open).toMatchObject([{ price: units(100) }]));
    await venue.setBook(
      BTC,
      [[99, 5]],
      [
        [100, 0.0999],
        [101, 5],
      ],
    );
    const left = [{ price: units(100), filled: units(0.0999) }];
    await waitUntil(async () => expect((await key.orders()).open).toMatchObject(left));
    // Its owner knows of the fill when lists show it: before that, the whole order could still be sent again, and is cancelled.
    await waitUntil(async () => expect(await trader.summaryOf(id)).toMatchObject({ qty_done: "0.09990000" }));
    await venue.setBook(BTC, [[120, 5]], [[121, 5]]);
    await trader.evaluated(id);
    expect((await key.orders()).open).toMatchObject(left);
    expect((await trader.transactions(id)).map((each) => each["c_cancel"])).toEqual(["0"]);
    await trader.mine.done("stop", { id });
    await trader.untilState(id, "stopped");
    expect((await key.orders()).open).toEqual([]);
    await plain();
  });

  test("of an iceberg is followed by the next when it is filled, and by none before", async () => {
    const trader = await venue.trader();
    const { key, id } = await ready(trader, [{ side: "buy", order_type: "iceberg" }], {
      executable_parents: ["0.3"],
      executable_values: ["0.2"],
    });
    await trader.mine.done("start", { id });
    await waitUntil(async () => expect((await key.orders()).open).toHaveLength(1));
    await trader.evaluated(id);
    expect((await key.orders()).open).toMatchObject([{ price: units(100), amount: units(0.2) }]);
    await venue.setBook(
      BTC,
      [[99, 5]],
      [
        [100, 0.2],
        [101, 5],
      ],
    );
    await waitUntil(async () => expect((await key.orders()).open).toMatchObject([{ amount: units(0.1) }]));
    await venue.setBook(BTC, [[90, 5]], [[91, 5]]);
    await trader.untilState(id, "completed");
    expect((await trader.transactions(id)).map((each) => each["c_order_filled"])).toEqual(["0.10000000", "0.20000000"]);
    await plain();
  });
});

describe("an order that takes", () => {
  test("waits until its share of what is offered is large enough", async () => {
    const trader = await venue.trader();
    const { key, id } = await ready(trader, [{ side: "buy", order_type: "taker" }], {
      executable_parents: ["2"],
      executable_obqtycumulativecheck: ["20"],
    });
    await trader.mine.done("start", { id });
    await waitUntil(async () =>
      expect(await trader.debugOf(id)).toMatchObject({ gate: "rows", why: "row 0: liquidity" }),
    );
    expect(await key.orders()).toEqual({ open: [], closed: [] });
    await venue.setBook(BTC, [[100, 5]], [[101, 10]]);
    await trader.untilState(id, "completed");
    expect((await key.orders()).closed).toMatchObject([{ state: "filled", amount: units(2) }]);
    await plain();
  });

  test("is not sent where its reference moves out of its tolerance before its time has come", async () => {
    const trader = await venue.trader();
    const rows = [
      { side: "buy", order_type: "taker" },
      { side: "sell", order_type: "taker" },
    ];
    const { key, id } = await ready(trader, rows, {
      executable_parents: ["0.1", "0.1"],
      executable_toleranceminimum: ["", "-1"],
      // However slow a machine is, the price moves before its time has come.
      post_request_delay: [String(PATIENCE_MS)],
    });
    await trader.mine.done("start", { id });
    await waitUntil(async () => expect((await key.orders()).closed).toMatchObject([{ side: "buy", state: "filled" }]));
    await venue.setBook(BTC, [[95, 5]], [[96, 5]]);
    await trader.untilState(id, "paused");
    expect(await trader.transactions(id)).toMatchObject([
      { c_side: "sell", c_order_status: "rejected", c_order_filled: "0.00000000" },
      { c_side: "buy", c_order_status: "closed" },
    ]);
    expect((await key.orders()).closed).toHaveLength(1);
    await plain();
  });
});
