/** Strategies that run, over HTTP, at simulated exchanges. */
import { describe, expect, test } from "vitest";
import { algorithmTalk } from "../../../test/support/algorithm-talk.ts";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { ROOM, strategyTalk, twapValues, type StrategyParams } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { HOUR_MS } from "../../kit/time/spans.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const QUICK = { "strategies.ratelimit.orders_per_second": 100, "strategies.orderbook_refresh": 50 };
const account = await limitedAccount(world, {
  ...ROOM,
  ...QUICK,
  "strategies.maximum.concurrent_exchange_api_key": 50,
});
const mine = strategyTalk(account);
const key = await mine.keyAt("simalpha");
// Exchanges are connected one after the other.
await waitUntil(() => expect(world.trading.deps.market.listing("simbeta-btcusdt")).toBeDefined());

/** Far from the market: it rests. */
const RESTS: StrategyParams = { executable_priceexact: ["10000"], executable_parents: ["0.02"] };
/** Beyond the best ask: it is filled at once. */
const TAKES: StrategyParams = { executable_priceoffset: ["5000"], executable_parents: ["0.03"] };

async function ready(values: StrategyParams, of = mine, own = key): Promise<string> {
  const id = await of.newProfile();
  const { profile } = await of.done("edit-profile", { id, ...twapValues(own, { slice_delay: 1, ...values }) });
  return profile.strategies[0].id;
}

const stateOf = async (id: string, of = mine): Promise<string> => (await summaryOf(id, of)).state;

async function summaryOf(id: string, of = mine) {
  const { strategies } = await of.done("strategy/data/list", { limit: 100 });
  return strategies.find((each: { id: string }) => each.id === id);
}

const untilState = (id: string, state: string, of = mine) =>
  waitUntil(async () => expect((await summaryOf(id, of)).state).toBe(state));

const leasesOf = (keyId: string) =>
  world.platform.db.query({
    name: "test.leasesOfKey",
    text: "select name from kit.leases where name = $1 and expires_at > clock_timestamp()",
    values: [`trading.sender.${keyId}`],
  });

const transactions = async (id: string, more: StrategyParams = {}) =>
  (await mine.done("list-strategy-transactions", { main_id: id, limit: 100, ...more })).transactions;

describe("a strategy that is started", () => {
  test("trades in slices until its total is done", async () => {
    const id = await ready(TAKES);
    const started = await mine.done("start", { id });
    expect(started).toMatchObject({ id, state: "starting", already: false, open_orders: 0 });
    await untilState(id, "completed");
    const summary = await summaryOf(id);
    expect(summary).toMatchObject({
      run_id: started.run_id,
      progress: 1,
      qty_done: "0.03000000",
      open_orders: 0,
      transactions: { successful: 3, canceled: 0, failed: 0 },
    });
    const done = await transactions(id);
    expect(done.map((each: { c_order_slice: string }) => each.c_order_slice)).toEqual(["3", "2", "1"]);
    for (const each of done) {
      expect(each).toMatchObject({
        c_order_status: "closed",
        c_order_filled: "0.01000000",
        c_side: "buy",
        c_active: "0",
      });
      expect(JSON.parse(each.c_payload)).toMatchObject({ status: "closed" });
      expect(JSON.parse(each.c_conditions)).toEqual([]);
    }
    await world.platform.db.execute({
      name: "test.chargeOrder",
      text: `insert into trading.dues (kind, subject, owner_uid, subaccount_uid, strategy_id, order_id, exchange, rate, currency, amount,
          at_ms)
        values ('commission', 'a trade', 1, 1, 1, $1, 'simalpha', 1, 'USD', 12345678, 1), ('cpa', 'an order', 1, 1, 1, $1, 'simalpha', 0, 'USD',
          100000000, 1)`,
      values: [Number(done[0].id)],
    });
    expect((await transactions(id)).map(({ c_com }: { c_com: string }) => c_com)).toEqual([
      "1.12345678",
      "0.00000000",
      "0.00000000",
    ]);
    const { strategies, inactive } = await mine.done("high-level-overview", { id });
    expect(strategies[0].rows).toMatchObject([
      {
        row: 0,
        code: "simalpha-btcusdt",
        qty_done: "0.03000000",
        remaining: "0.00000000",
        slices_done: 3,
        slices_total: 3,
      },
    ]);
    expect(inactive).toMatchObject({ strategies: 1, transactions: { successful: 3 }, without_rate: [] });
    expect(inactive.unrealized_pnl).toMatch(/^-?\d+\.\d{8,18}$/);
  });

  test("stays as it is when it is started again, and is stopped with every order cancelled", async () => {
    const id = await ready(RESTS);
    const { run_id: runId } = await mine.done("start", { id });
    await waitUntil(async () => expect(await transactions(id)).toHaveLength(2));
    expect(await mine.done("start", { id })).toMatchObject({ already: true, run_id: runId, state: "running" });
    expect(await mine.refused("edit-profile", { id, ...twapValues(key) })).toMatchObject({ code: 2340 });
    expect(await mine.refused("exchange-api-keys/delete", { id: key })).toMatchObject({ status: 409 });
    expect(await mine.refused("hard-reset", { id })).toMatchObject({ code: 2340 });
    expect(await mine.done("stop", { id })).toMatchObject({ state: "stopping", run_id: runId, open_orders: 2 });
    await untilState(id, "stopped");
    const orders = await transactions(id);
    expect(orders).toHaveLength(2);
    for (const each of orders) expect(each).toMatchObject({ c_order_status: "canceled", c_cancel: "2" });
    expect(await transactions(id, { remove_unfilled: true })).toEqual([]);
    expect(await mine.done("stop", { id })).toMatchObject({ already: true, state: "stopped" });
    // Another run, with orders of its own.
    const again = await mine.done("start", { id });
    expect(again.run_id).not.toBe(runId);
    await waitUntil(async () => expect(await transactions(id)).toHaveLength(4));
    await mine.done("soft-stop", { id });
    await untilState(id, "stopped");
    // What an exchange has denied may still appear there.
    const watched = Number((await transactions(id))[0].id);
    const watch = (state: string, isSettled: boolean) =>
      world.platform.db.execute({
        name: "test.watchOrder",
        text: "update trading.orders set state = $2, is_settled = $3, watched_until_ms = $4 where id = $1",
        values: [watched, state, isSettled, isSettled ? null : Date.now() + HOUR_MS],
      });
    await watch("missing", false);
    const refusal = await mine.refused("hard-reset", { id });
    expect(refusal).toMatchObject({ status: 409, code: 2340 });
    expect(JSON.stringify(refusal)).toContain(`order ${watched}`);
    expect(await transactions(id)).toHaveLength(4);
    await watch("canceled", true);
    expect(await mine.done("hard-reset", { id })).toMatchObject({
      deleted: { transactions: 4 },
      profile: { state: "ready", run_id: null },
    });
    expect(await transactions(id)).toEqual([]);
  });

  test("leaves its orders alone when it is stopped by force, and looks them up when it is started again", async () => {
    const id = await ready(RESTS);
    const { run_id: runId } = await mine.done("start", { id });
    await waitUntil(async () => {
      const orders = await transactions(id);
      expect(orders.map((each: { c_order_id: string }) => each.c_order_id !== "")).toEqual([true, true]);
    });
    const forced = await mine.done("stop", { id, force: true });
    expect(forced).toMatchObject({
      state: "force_stopped",
      open_orders: 2,
      orders: [{ code: "simalpha-btcusdt" }, {}],
    });
    expect(await stateOf(id)).toBe("force_stopped");
    for (const { id: order } of forced.orders) {
      const check = { apikey: key, code: "simalpha-btcusdt", id: order };
      expect(await mine.done("exchange-query/order-check", check)).toMatchObject({ status: "open" });
    }
    const { profile_id: profile } = await summaryOf(id);
    expect(await mine.refused("delete-profile", { id: profile })).toMatchObject({ code: 2340 });
    expect(await mine.done("start", { id })).toMatchObject({ state: "reconvening", run_id: runId, open_orders: 2 });
    await untilState(id, "running");
    expect(await transactions(id)).toHaveLength(2);
    expect(await mine.done("stop-all-strategies")).toMatchObject({ stopped: 1, results: [{ id, state: "stopping" }] });
    await untilState(id, "stopped");
  });

  test("may lose its key after a forced stop: orders that are left open are named, and it does not start", async () => {
    const own = await mine.keyAt("simalpha");
    const id = await ready(RESTS, mine, own);
    await mine.done("start", { id });
    await waitUntil(async () => {
      const orders = await transactions(id);
      expect(orders.map((each: { c_order_id: string }) => each.c_order_id !== "")).toEqual([true, true]);
    });
    expect(await mine.refused("exchange-api-keys/delete", { id: own })).toMatchObject({ status: 409, in_use_by: [id] });
    const { orders } = await mine.done("stop", { id, force: true });
    expect((await mine.done("exchange-api-keys/delete", { id: own })).open_orders).toEqual(orders);
    expect(await mine.refused("start", { id })).toMatchObject({ status: 422 });
    // Nothing looks after the orders any more, and they hold up nothing.
    await waitUntil(async () => expect(await leasesOf(own)).toEqual([]));
    expect(await mine.done("hard-reset", { id })).toMatchObject({ deleted: { transactions: 2 } });
    // Its exchange goes on listing them: they are not taken for orders that the database has lost.
    const noted = { name: "test.erased", text: "select from trading.erased_orders where key_id = $1", values: [own] };
    expect(await world.platform.db.query(noted)).toHaveLength(1);
  });

  test("sends nothing while it is halted, says so, and goes on when that ends", async () => {
    const id = await ready(RESTS);
    const halted = { scope: "strategy", id: (await summaryOf(id)).profile_id };
    await mine.done("risk/halt", halted);
    await mine.done("start", { id });
    const shown = { state: "running", gate: "halted", why: "new orders of the strategy are halted" };
    await waitUntil(async () => expect(await mine.done("strategy/data/debug", { id })).toMatchObject(shown));
    expect(await transactions(id)).toEqual([]);
    await mine.done("risk/resume", halted);
    await waitUntil(async () => expect(await transactions(id)).toHaveLength(2));
    await mine.done("stop", { id });
    await untilState(id, "stopped");
  });

  test("tells why it does not fire", async () => {
    const id = await ready({ executable_values: ["1"], executable_parents: ["2"], executable_priceexact: ["999999"] });
    await mine.done("start", { id });
    await waitUntil(async () => {
      const shown = await mine.done("strategy/data/debug", { id });
      expect(shown).toMatchObject({ state: "running", gate: "rows", why: "not enough USDT is free" });
      expect(shown.books).toMatchObject([{ code: "simalpha-btcusdt", synced: true }]);
    });
    await mine.done("stop", { id });
    await untilState(id, "stopped");
    const quiet = { state: "stopped", gate: "not_running", why: expect.stringContaining("-> stopped") };
    expect(await mine.done("strategy/data/debug", { id })).toMatchObject(quiet);
  });
});

describe("a strategy with two legs", () => {
  const creator = algorithmTalk(world, account.key);

  /** Buys at one market, and sells at another what was bought. */
  async function hedged(values: StrategyParams): Promise<string> {
    const algorithm = await creator.newAlgorithm("Buy and hedge");
    await creator.addRow(algorithm, { side: "buy", order_type: "taker" });
    await creator.addRow(algorithm, { side: "sell", order_type: "taker", depends_on: 0 });
    const other = await mine.keyAt("simbeta");
    return ready({
      algorithm_id: algorithm,
      executable_codes: ["simalpha-btcusdt", "simbeta-btcusdt"],
      executable_apikeys: [key, other],
      executable_values: ["0.01", "0.01"],
      executable_parents: ["0.02"],
      executable_priceoffset: ["5000", "-5000"],
      ...values,
    });
  }

  test("hedges what it has bought, less the fee in base, before the next slice", async () => {
    const id = await hedged({});
    await mine.done("start", { id });
    await untilState(id, "completed");
    const orders = await transactions(id);
    const filled = (row: string): number[] =>
      orders
        .filter((each: { c_row: string }) => each.c_row === row)
        .map((each: { c_order_filled: string }) => Number(each.c_order_filled));
    expect(filled("0")).toEqual([0.01, 0.01]);
    const sold = filled("1").reduce((sum, each) => sum + each, 0);
    expect(sold).toBeGreaterThan(0.0199);
    expect(sold).toBeLessThanOrEqual(0.02);
  });

  test("is paused as unhedged when nothing helps, and goes on without that when it is started again", async () => {
    // Nobody pays so much.
    const id = await hedged({ executable_priceexact: ["", "900000"], executable_parents: ["0.01"] });
    const { run_id: runId } = await mine.done("start", { id });
    await untilState(id, "paused");
    const orders = await transactions(id);
    expect(orders).toMatchObject([
      { c_row: "1", c_trace_order: "hedge", c_order_filled: "0.00000000" },
      { c_row: "0", c_order_status: "closed" },
    ]);
    const { strategies } = await mine.done("high-level-overview", { id });
    expect(Number(strategies[0].rows[1].unhedged.amount)).toBeGreaterThan(0.0099);
    expect((await summaryOf(id)).last_event).toMatchObject({ type: "unhedged" });
    expect(await mine.done("start", { id })).toMatchObject({ run_id: runId, state: "reconvening" });
    await untilState(id, "completed");
    expect(await transactions(id)).toHaveLength(2);
  });

  test("trades the other leg back where its profile says so", async () => {
    const id = await hedged({
      executable_priceexact: ["", "900000"],
      executable_parents: ["0.01"],
      failed_leg: "unwind",
    });
    await mine.done("start", { id });
    await waitUntil(async () => {
      const orders = await transactions(id);
      const back = { c_trace_order: "unwind", c_side: "sell", c_row: "0", c_order_status: "closed" };
      expect(orders[0]).toMatchObject(back);
    });
    await untilState(id, "paused");
    expect((await mine.done("high-level-overview", { id })).strategies[0].rows[1].unhedged.amount).toBe("0.00000000");
    await mine.done("stop", { id });
    await untilState(id, "stopped");
    expect(await transactions(id)).toHaveLength(3);
  });
});
