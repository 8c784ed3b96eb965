/** Results of signals with many iterations count as more than one request. */
import { expect, test } from "vitest";
import { memoryLimiter } from "../../src/kit/limits/memory-limiter.ts";
import { manualClock } from "../support/manual-clock.ts";
import { publish, signalUser } from "../support/signal-talk.ts";
import { EXAMPLE_SETTINGS } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS, limiter: memoryLimiter({ clock: manualClock() }) });
const author = await signalUser(world, "basic");
const follower = await signalUser(world, "basic");

/** A signal of so many closed iterations, which the follower follows. */
async function follow(iterations: number): Promise<void> {
  const id = await publish(world, author);
  await world.platform.db.execute({
    name: "test.closeManyIterations",
    text: `insert into trading.signal_iterations (signal_id, number, epoch, direction, fee_rate, opened_ms, open_within_ms,
        open_amount, open_by, closed_ms, close_within_ms, close_amount, close_by, open_state, close_state, profit)
      select $1, n, 0, 'long', 0, n * 1000, 1000, 1, 'test', n * 1000 + 500, 1000, 1, 'test', 'compiled', 'compiled', 1
      from generate_series(1, $2::integer) n`,
    values: [Number(id), iterations],
  });
  await follower.done("subscription-manage", { id, action: "subscribe" });
}

/** How many requests the caller may still make, after this one. */
async function countLeft(): Promise<number> {
  return Number((await follower.ask("user/account-details")).headers.get("ratelimit-remaining"));
}

async function costOfResults(): Promise<number> {
  const before = await countLeft();
  await follower.done("backtested-subscriptions");
  return before - (await countLeft()) - 1;
}

test("each 10,000 iterations count as one more request", async () => {
  await follow(9_999);
  expect(await costOfResults()).toBe(1);
  await follow(10_000);
  await follow(5_000);
  expect(await costOfResults()).toBe(1 + 2);
});
