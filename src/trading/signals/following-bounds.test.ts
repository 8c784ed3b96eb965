/** What bounds and ends the trades of strategies that follow a signal. */
import { expect, test } from "vitest";
import { algorithmTalk } from "../../../test/support/algorithm-talk.ts";
import { BUYS, followingBench, SELLS } from "../../../test/support/following-bench.ts";
import { CLOSE, CODE, OPEN, publish, triggerOf } from "../../../test/support/signal-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { author, follower, mine, key, ...bench } = await followingBench(world);
const { strategy, follow, acts, runsOf, stateOf, untilState, untilActed } = bench;
const { db } = world.platform;

test("a strategy that follows trades no more than the author allows in each of its markets, whatever one unit costs there", async () => {
  const id = await publish(world, author);
  const talk = algorithmTalk(world, follower.key);
  const algorithm = await talk.newAlgorithm("Two purchases");
  for (const order_type of ["maker", "maker"]) await talk.addRow(algorithm, { side: "buy", order_type });
  await talk.done("publish-algorithm", { id: algorithm });
  const pairOf = (...codes: readonly [string, string]) =>
    strategy({
      algorithm_id: algorithm,
      executable_codes: [...codes],
      executable_apikeys: [key, key],
      executable_values: ["100", "0.001"],
      executable_parents: ["6000", "5"],
      executable_priceexact: ["0.05", "10000"],
    });
  const [fits, foreign] = [
    await pairOf("simalpha-dogeusdt", "simalpha-btcusdt"),
    await pairOf("simalpha-dogeusdt", "simalpha-btceur"),
  ];
  await follow(id, { "profiles[0]": fits, "profiles[1]": foreign });
  await author.done("signals-trigger", triggerOf(id, OPEN, { maximum_amount: "1000" }));
  await untilActed(id);
  expect(await acts(id)).toMatchObject([
    { state: "done" },
    { state: "failed", why: expect.stringContaining("traded in USDT") },
  ]);
  const [run] = await db.query<{ coins: number; bitcoins: number }>({
    name: "test.totalsOfRun",
    text: `select (settings -> 'executable_parents' ->> 0)::float8 as coins,
        (settings -> 'executable_parents' ->> 1)::float8 as bitcoins
      from trading.runs where strategy_id = $1`,
    values: [Number(fits)],
  });
  // Half of it for each, at prices around 0.13 and 64,000.
  expect((run?.coins ?? 0) * 0.05).toBeGreaterThan(100);
  expect((run?.bitcoins ?? 1) * 20_000).toBeLessThan(500);
  await author.done("signals-trigger", triggerOf(id, CLOSE));
  await untilActed(id);
  await untilState(fits, "stopped");
});

test("a strategy that was stopped by force does not go on with its old run, neither to open nor to trade back", async () => {
  const id = await publish(world, author);
  const rests = { executable_priceexact: ["10000"], executable_values: ["0.001"] };
  const opens = await strategy({ ...rests, executable_parents: ["5"] });
  const closes = await strategy({ ...SELLS, executable_priceexact: ["300000"], executable_parents: ["5"] });
  await follow(id, { "profiles[0]": opens, "closing_profiles[0]": closes });
  // Both have a run of their own with an order that rests, and are left with it.
  for (const each of [opens, closes]) {
    await mine.done("strategy/start", { id: each });
    await untilState(each, "running");
    await mine.done("strategy/stop", { id: each, force: true });
    await untilState(each, "force_stopped");
  }
  for (const side of [OPEN, CLOSE]) {
    await author.done("signals-trigger", triggerOf(id, side, { maximum_amount: "20" }));
    await untilActed(id);
  }
  const forced = { state: "failed", why: expect.stringContaining("stopped by force") };
  expect(await acts(id)).toMatchObject([
    { kind: "start", ...forced },
    { kind: "stop", state: "skipped" },
    { kind: "unwind", state: "skipped" },
  ]);
  expect([await stateOf(opens), await stateOf(closes)]).toEqual(["force_stopped", "force_stopped"]);

  const buys = await strategy(BUYS);
  await follow(id, { "profiles[0]": buys });
  await author.done("signals-trigger", triggerOf(id, OPEN, { maximum_amount: "1000000" }));
  await untilActed(id);
  await untilState(buys, "completed");
  await author.done("signals-trigger", triggerOf(id, CLOSE));
  await untilActed(id);
  expect((await acts(id)).slice(3)).toMatchObject([
    { kind: "start", state: "done" },
    { kind: "stop", state: "done" },
    { kind: "unwind", ...forced },
  ]);
  expect([await stateOf(closes), await runsOf(closes)]).toEqual(["force_stopped", 1]);
  const { alerts } = await follower.done("alerts/list", {});
  const data = { signal_id: id, iteration: "2", strategy_id: closes, code: CODE };
  expect(alerts.filter(({ alert }: { alert: string }) => alert === "signal_not_closed")).toMatchObject([
    { reason: expect.stringContaining("stopped by force"), about: data },
  ]);
});
