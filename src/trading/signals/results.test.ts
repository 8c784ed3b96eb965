/** The results of signals, and how they are shown. */
import { describe, expect, test } from "vitest";
import { CLOSE, CODE, OPEN, priceAll, publish, signalUser, triggerOf } from "../../../test/support/signal-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const author = await signalUser(world, "pro");
const other = await signalUser(world, "basic");

const trigger = (id: string, of: typeof OPEN, more = {}) => author.done("signals-trigger", triggerOf(id, of, more));
const feedOf = async (id: string, by = author, more = {}) =>
  (await by.done("signals-feed", { id, more: true, ...more })).signals[0];

describe("results", () => {
  test("are computed from the prices that the tape has, net of fees, and gaps are said", async () => {
    const id = await publish(world, author, { commissions: "0.5" });
    await trigger(id, OPEN);
    await trigger(id, CLOSE);
    await trigger(id, ["sell", "open"]);
    await trigger(id, ["buy", "close"]);
    await trigger(id, OPEN);
    await trigger(id, CLOSE);
    await trigger(id, OPEN);
    expect(await feedOf(id)).toMatchObject({ c_profit: "0.00000000", c_success_rate: "" });
    // +10 and -10 percent, each less 0.5 percent of both prices; the third closing is not on the tape.
    await priceAll(world, id, ["100", "110", "100", "110", "100", undefined, "50"]);
    const signal = await feedOf(id);
    expect(signal).toMatchObject({
      c_status: "open",
      c_iteration: "4",
      c_profit: "-2.10000000",
      c_average: "-1.05000000",
      c_success_rate: "50",
      c_current_success_streak: "0",
      c_last_profit: "",
      c_direction: "long",
      c_action_direction_1: "buy",
      c_action_direction_2: "sell",
      c_action_maxtime_1: "60000",
      c_action_maxamount_1: "1000.00000000",
    });
    expect(signal.iteration_children).toMatchObject([
      {
        iteration: "4",
        status: "open",
        open_price: "50.00000000",
        close_price: "",
        profit: "",
        price_status: "compiled",
      },
      { iteration: "3", status: "closed", profit: "", price_status: "no recorded price" },
      { iteration: "2", direction: "short", profit_percent: "-11.05000000", profit: "-110.50000000" },
      {
        iteration: "1",
        direction: "long",
        profit_percent: "8.95000000",
        profit: "89.50000000",
        price_status: "compiled",
      },
    ]);
    // Priced triggers stay, whatever is found later.
    await priceAll(world, id, ["1", "1", "1"]);
    expect((await feedOf(id)).iteration_children[3]).toMatchObject({ open_price: "100.00000000" });
    expect(await author.done("featured")).toMatchObject({
      signals: expect.any(Array),
      subscriptions: expect.any(Array),
    });
  });

  test("restart with a reset, which leaves earlier iterations visible", async () => {
    const id = await publish(world, author);
    await trigger(id, OPEN);
    expect(await author.refused("signal-reset", { id })).toMatchObject({ status: 409, code: 2371 });
    await trigger(id, CLOSE);
    await priceAll(world, id, ["100", "120"]);
    expect((await feedOf(id)).c_success_rate).toBe("100");
    expect(await other.refused("signal-reset", { id })).toMatchObject({ status: 403, code: 2380 });
    expect(await author.done("signal-reset", { id })).toMatchObject({ deleted: { iterations: 1, price_points: 2 } });
    expect(await feedOf(id)).toMatchObject({
      c_iteration: "0",
      c_profit: "0.00000000",
      c_success_rate: "",
      iteration_children: [{ iteration: "1", reset: "true" }],
    });
    await trigger(id, OPEN);
    expect(await feedOf(id)).toMatchObject({
      c_iteration: "2",
      iteration_children: [
        { iteration: "2", reset: "false" },
        { iteration: "1", reset: "true" },
      ],
    });
  });

  test("are shown by page of iterations, from one on, and of signals with so many", async () => {
    const id = await publish(world, author);
    for (let n = 0; n < 5; n++) {
      await trigger(id, OPEN);
      await trigger(id, CLOSE);
    }
    const numbers = async (more: object) =>
      (await feedOf(id, author, more)).iteration_children.map(({ iteration }: { iteration: string }) =>
        Number(iteration),
      );
    expect(await numbers({ limit: 2 })).toEqual([5, 4]);
    expect(await numbers({ limit: 2, pagenumber: 3 })).toEqual([1]);
    expect(await numbers({ limit: 2, pagenumber: 4 })).toEqual([]);
    expect(await numbers({ from_iteration: 4 })).toEqual([5, 4]);
    expect(await numbers({ more: false })).toEqual([5]);
    expect((await author.done("signals-feed", { id, min_iterations: 5 })).signals).toHaveLength(1);
    expect((await author.done("signals-feed", { id, min_iterations: 6 })).signals).toEqual([]);
    const { total, signals } = await author.done("signals-feed", { code: CODE });
    expect([signals.length, signals[0].id]).toEqual([total, id]);
    expect((await author.done("signals-feed", { code: "simbeta-btcusdt" })).total).toBe(0);
    expect((await author.done("signals-feed", { signalpage: 2 })).signals).toEqual([]);
  });
});

/** Moves the only iteration of a signal back by two hours, to so many seconds after a whole minute. */
async function moveInto(id: string, { secondsIn, lengthMs }: { secondsIn: number; lengthMs: number }) {
  const minute = Math.floor(Date.now() / 60_000) - 120;
  const openedMs = minute * 60_000 + secondsIn * 1_000;
  await world.platform.db.execute({
    name: "test.moveIteration",
    text: "update trading.signal_iterations set opened_ms = $2, closed_ms = $3 where signal_id = $1",
    values: [Number(id), openedMs, openedMs + lengthMs],
  });
  return [openedMs, openedMs + lengthMs] as const;
}

describe("a chart", () => {
  test("shows when a signal was opened and closed, and how the price moved in between", async () => {
    const id = await publish(world, author);
    const opened = await trigger(id, OPEN);
    const closed = await trigger(id, CLOSE);
    await priceAll(world, id, ["100", "110"]);
    const chart = await author.done("signals-position", { id, interval: "1m" });
    expect(chart).toMatchObject({
      id,
      code: CODE,
      positions: [
        { iteration: 1, action: "open", side: "buy", price: 100, time: opened.accepted_at },
        { iteration: 1, action: "close", side: "sell", price: 110, time: closed.accepted_at },
      ],
    });
    expect(chart.klines.length).toBeGreaterThan(0);
    const movement = await author.done("signals-iteration-price-movement", { id, iteration: 1 });
    expect(movement).toMatchObject({
      id,
      iteration: 1,
      opened: opened.accepted_at,
      closed: closed.accepted_at,
      open_price: 100,
    });
    const [openedMs, closedMs] = await moveInto(id, { secondsIn: 30, lengthMs: 190_000 });
    const { points, high } = await author.done("signals-iteration-price-movement", { id, iteration: 1 });
    const minutes = points.map(([ms]: number[]) => ms);
    // Of the minute in which it was closed, part comes after that.
    expect(minutes).toEqual([1, 2].map((minute) => openedMs - 30_000 + minute * 60_000));
    expect(Math.max(...minutes) + 60_000).toBeLessThanOrEqual(closedMs);
    expect(minutes).toContain(high.ms);
    const missing = await author.refused("signals-iteration-price-movement", { id, iteration: 2 });
    expect(missing).toMatchObject({ status: 404 });
    const long = { id, interval: "1m", from: 1_600_000_000, to: 1_700_000_000 };
    expect(await author.refused("signals-position", long)).toMatchObject({ status: 422 });
    expect(await author.refused("signals-position", { ...long, to: 1_500_000_000 })).toMatchObject({ status: 422 });
  });
});
