/** What subscribed signals would have brought, for accounts that follow many signals with many iterations. */
import { expect, test } from "vitest";
import { publish, signalUser } from "../../../test/support/signal-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const author = await signalUser(world, "basic");
const follower = await signalUser(world, "basic");

/** Iterations that ended long ago, each with the same profit. */
const closeMany = (signalId: string, iterations: number) =>
  world.platform.db.execute({
    name: "test.closeMany",
    text: `insert into trading.signal_iterations (signal_id, number, epoch, direction, fee_rate, opened_ms, open_within_ms,
        open_amount, open_by, closed_ms, close_within_ms, close_amount, close_by, open_state, close_state, profit)
      select $1, n, 0, 'long', 0, n * 1000, 1000, 1, 'test', n * 1000 + 500, 1000, 1, 'test', 'compiled', 'compiled', 1
      from generate_series(1, $2::integer) n`,
    values: [Number(signalId), iterations],
  });

test("the curve of a signal has its newest 1,000 values, and says how many are before them", async () => {
  const id = await publish(world, author);
  await closeMany(id, 1_003);
  await follower.done("subscription-manage", { id, action: "subscribe" });
  const [shown] = await follower.done("backtested-subscriptions");
  expect(shown).toMatchObject({ trades: 1_003, profit_percent: 1_003, from: 1, equity_left_out: 3 });
  expect(shown.equity).toHaveLength(1_000);
  expect([shown.equity[0], shown.equity.at(-1)]).toEqual([
    [4, 4],
    [1_003, 1_003],
  ]);
});

test("signals come by pages, newest first", async () => {
  for (let count = 0; count < 2; count++) {
    await follower.done("subscription-manage", { id: await publish(world, author), action: "subscribe" });
  }
  const all = await follower.done("backtested-subscriptions");
  const pages = [];
  for (const pagenumber of [1, 2, 3]) {
    pages.push(...(await follower.done("backtested-subscriptions", { limit: 1, pagenumber })));
  }
  expect(pages.map(({ id }) => id)).toEqual(all.map(({ id }: { id: string }) => id));
  expect(await follower.done("backtested-subscriptions", { limit: 3, pagenumber: 2 })).toEqual([]);
  expect(await follower.refused("backtested-subscriptions", { limit: 101 })).toMatchObject({ status: 422 });
});
