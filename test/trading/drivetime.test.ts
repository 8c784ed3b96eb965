/** Drivetime from its purchase to its end: a strategy runs longer than its plan's duration, as long as there is some. */
import { expect, test } from "vitest";
import { strategyVenue } from "../support/strategy-venue.ts";
import { waitUntil } from "../support/wait-until.ts";

const BTC = "binance-btcusdt";
const venue = await strategyVenue();
await venue.setBook(BTC, [[100, 50]], [[101, 50]]);

/** A trader whose plan lets strategies run for a second, with a purchase that rests. */
async function shortPlan() {
  const trader = await venue.trader({ "strategies.maximum.duration": 1 });
  const key = await trader.keyAt("binance");
  const algorithm = await trader.creator.newAlgorithm("Of a test");
  await trader.creator.addRow(algorithm, { side: "buy", order_type: "limit" });
  const id = await trader.ready({
    algorithm_id: algorithm,
    executable_codes: [BTC],
    executable_apikeys: [key.id],
    executable_parents: ["1"],
    executable_values: ["0.1"],
    executable_priceexact: ["90"],
  });
  const drivetime = () => trader.mine.done("subscriptions/add-drivetime");
  return { ...trader, key, id, drivetime };
}

/** As if all but so much of it had been used before. */
async function leave(uid: number, seconds: number): Promise<void> {
  await venue.world().platform.db.execute({
    name: "test.leaveDrivetime",
    text: "update trading.drivetime set balance_seconds = $2 where owner_id = $1",
    values: [uid, seconds],
  });
}

test("a strategy goes on after its plan's duration by drivetime that was bought, and a restart takes none twice", async () => {
  const { mine, id, drivetime, untilState, summaryOf } = await shortPlan();
  expect(await mine.done("subscriptions/add-drivetime", { id: "day" })).toMatchObject({ balance_seconds: 86_400 });
  await mine.done("start", { id });
  await waitUntil(async () => expect((await drivetime()).used_seconds).toBeGreaterThan(0));
  const { state, started_at: started, stops_at: stops } = await summaryOf(id);
  expect([state, stops - started >= 61]).toEqual(["running", true]);
  await venue.restart();
  await untilState(id, "running");
  const { balance_seconds: left, used_seconds: used } = await drivetime();
  const minutes = Math.ceil((Date.now() / 1000 - started) / 60);
  expect([left + used, used % 60, used <= minutes * 60]).toEqual([86_400, 0, true]);
  await mine.done("stop", { id });
  await untilState(id, "stopped");
});

test("a strategy ends as at its plan's duration when the drivetime is used up, with nothing open, and says so", async () => {
  const { account, mine, key, id, drivetime, untilState, summaryOf } = await shortPlan();
  await mine.done("subscriptions/add-drivetime", { id: "day" });
  await leave(account.uid, 2);
  await mine.done("start", { id });
  await untilState(id, "completed");
  expect(await drivetime()).toMatchObject({ balance_seconds: 0, used_seconds: 2 });
  expect((await key.orders()).open).toEqual([]);
  const { last_event: event } = await summaryOf(id);
  expect(event).toMatchObject({ type: expect.any(String), message: expect.any(String) });
  const trail = await venue.world().platform.db.query({
    name: "test.whyOfEnd",
    text: `select t.why from trading.run_transitions t join trading.strategies s on s.run_id = t.run_id
      where s.id = $1 and t.event = 'end_reached'`,
    values: [Number(id)],
  });
  expect(trail).toEqual([
    { why: "duration_over: the duration of the plan is used up, and the drivetime after 2 seconds of it" },
  ]);
});
