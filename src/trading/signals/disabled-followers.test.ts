/** A subscriber who is disabled while a signal is open: what its strategies hold is traded back when the signal closes. */
import { expect, test } from "vitest";
import { CLOSE, OPEN, publish, runJob, signalUser, triggerOf } from "../../../test/support/signal-talk.ts";
import { strategyTalk, twapValues, type StrategyParams } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { setUserActive } from "../accounts/index.ts";
import { storedRunState } from "../../../test/support/stored-run-state.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { db, clock } = world.platform;
const author = await signalUser(world, "pro");
const follower = await signalUser(world, "pro");
const mine = strategyTalk(follower);
const key = await mine.keyAt("simalpha");

/** Beyond the best price: it is filled at once. */
const BUYS: StrategyParams = { executable_priceoffset: ["5000"], executable_parents: ["0.03"] };
const SELLS: StrategyParams = { algorithm_id: "900002", executable_priceoffset: ["-5000"], executable_values: ["1"] };

async function strategy(values: StrategyParams): Promise<string> {
  const id = await mine.newProfile();
  const { profile } = await mine.done("edit-profile", { id, ...twapValues(key, { slice_delay: 1, ...values }) });
  return profile.strategies[0].id;
}

const stateOf = (id: string): Promise<string | undefined> => storedRunState(db, id);

/** As workers do, again and again until nothing is pending. */
async function untilActed(signalId: string): Promise<readonly string[]> {
  let shown: readonly string[] = [];
  await waitUntil(async () => {
    await runJob(world, "trading.actOnSignals");
    const acts = await db.query<{ kind: string; state: string; why: string }>({
      name: "test.actsOfDisabled",
      text: `select a.kind, a.state, a.why from trading.signal_acts a
        join trading.signal_subscriptions u on u.id = a.subscription_id where u.signal_id = $1 order by a.id`,
      values: [Number(signalId)],
    });
    expect(acts.filter(({ state }) => state === "pending")).toEqual([]);
    shown = acts.map(({ kind, state, why }) => `${kind} ${state} ${why}`.trim());
  });
  return shown;
}

test("what is held is traded back when the signal closes, and nothing more is opened", async () => {
  const [followed, later] = [await publish(world, author), await publish(world, author)];
  const [opens, closes, opensLater] = [await strategy(BUYS), await strategy(SELLS), await strategy(BUYS)];
  const subscribe = (id: string, more: Record<string, string>) =>
    follower.done("subscription-manage", { id, action: "subscribe", ...more });
  await subscribe(followed, { "profiles[0]": opens, "closing_profiles[0]": closes });
  await subscribe(later, { "profiles[0]": opensLater });
  await author.done("signals-trigger", triggerOf(followed, OPEN, { maximum_amount: "1000000" }));
  await untilActed(followed);
  await waitUntil(async () => expect(await stateOf(opens)).toBe("completed"));

  await db.transaction((tx) => setUserActive(tx, follower.uid, false, clock.now()));
  await author.done("signals-trigger", triggerOf(followed, CLOSE));
  await author.done("signals-trigger", triggerOf(later, OPEN, { maximum_amount: "1000000" }));
  expect(await untilActed(followed)).toEqual(["start done", "stop done it had ended before", "unwind done"]);
  expect(await untilActed(later)).toEqual(["start failed its user is not active"]);
  await waitUntil(async () => expect(await stateOf(closes)).toBe("completed"));
});
