/** A closing for which the package has no room at the moment waits for it. */
import { expect, test } from "vitest";
import { BUYS, followerBench, SELLS } from "../../../test/support/following-bench.ts";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { shiftedClock } from "../../../test/support/shifted-clock.ts";
import { CLOSE, OPEN, publish, runJob, signalUser, triggerOf, userWith } from "../../../test/support/signal-talk.ts";
import { ROOM } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";

const clock = shiftedClock();
const world = await tradingWorld({ settings: EXAMPLE_SETTINGS, platform: { clock } });
const author = await signalUser(world, "pro");

test("a closing that the package has no room for is carried out once it has", async () => {
  const id = await publish(world, author);
  const account = await limitedAccount(world, ROOM);
  const bench = await followerBench(world, author, userWith(world, account.uid, account.key));
  const { mine, strategy, follow, acts, untilActed, untilState, held } = bench;
  const [opens, closes] = [await strategy(BUYS), await strategy(SELLS)];
  const other = await strategy({ executable_priceexact: ["10000"] });
  await follow(id, { "profiles[0]": opens, "closing_profiles[0]": closes });
  await author.done("signals-trigger", triggerOf(id, OPEN, { maximum_amount: "1000000" }));
  clock.skip(MINUTE_MS);
  await untilActed(id);
  await untilState(opens, "completed");

  // What opened has ended, and another strategy has taken its place.
  await mine.done("strategy/start", { id: other });
  await untilState(other, "running");
  await account.limit({ ...ROOM, "strategies.maximum.strategies": 1 });
  await author.done("signals-trigger", triggerOf(id, CLOSE));
  clock.skip(MINUTE_MS);
  await runJob(world, "trading.actOnSignals");
  const unwind = async () => (await acts(id)).find(({ kind }) => kind === "unwind");
  expect(await unwind()).toMatchObject({ state: "pending", why: expect.stringContaining("1 strategies") });

  await account.limit(ROOM);
  await untilActed(id);
  expect(await unwind()).toMatchObject({ state: "done" });
  await untilState(closes, "completed");
  expect(Math.abs(await held(opens, closes))).toBeLessThan(0.0001);
});
