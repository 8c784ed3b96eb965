/** How often a signal may open: readers of its record add up all its iterations. */
import { expect, test } from "vitest";
import { OPEN, publish, signalUser, triggerOf } from "../../../test/support/signal-talk.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { MOST_OPENINGS } from "./sql/trigger-signal.ts";

const world = await tradingWorld();
const author = await signalUser(world, "pro");
const { db } = world.platform;

test("a signal opens so many times within 24 hours, and again when the first of them is older", async () => {
  const id = await publish(world, author);
  await db.execute({
    name: "test.openOften",
    text: `insert into trading.signal_iterations (signal_id, number, epoch, direction, fee_rate, opened_ms, open_within_ms,
        open_amount, open_by, closed_ms, close_within_ms, close_amount, close_by, open_state, close_state)
      select $1, n, 0, 'long', 0, $2::bigint + n * 10, 5000, 1, 'user 1', $2::bigint + n * 10 + 5, 5000, 1, 'user 1', 'gap', 'gap'
      from generate_series(1, $3::integer) as n`,
    values: [Number(id), Date.now() - 3_600_000, MOST_OPENINGS],
  });
  await db.execute({
    name: "test.setIteration",
    text: "update trading.signals set iteration = $2 where id = $1",
    values: [Number(id), MOST_OPENINGS],
  });
  expect(await author.refused("signals-trigger", triggerOf(id, OPEN))).toMatchObject({
    status: 422,
    code: 2370,
    error: expect.stringContaining("1440 times within 24 hours"),
  });
  await db.execute({
    name: "test.openEarlier",
    text: "update trading.signal_iterations set opened_ms = opened_ms - 86400000 where signal_id = $1 and number = 1",
    values: [Number(id)],
  });
  expect(await author.done("signals-trigger", triggerOf(id, OPEN))).toMatchObject({ iteration: MOST_OPENINGS + 1 });
});
