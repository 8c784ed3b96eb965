/** A message of a charting tool opens and closes a position of a subscriber's strategy at a simulated exchange, once. */
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { algorithmTalk } from "../../../test/support/algorithm-talk.ts";
import { bundleScript } from "../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../test/support/child-process.ts";
import { EVERY, isSoak, PART } from "../../../test/support/order-crash/soak-share.ts";
import { addressIn, CLOSE, OPEN, publish, runJob, signalUser, triggerOf } from "../../../test/support/signal-talk.ts";
import { strategyTalk, twapValues, type StrategyParams } from "../../../test/support/strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const author = await signalUser(world, "pro");
const follower = await signalUser(world, "pro");
const mine = strategyTalk(follower);
const { db } = world.platform;
await publish(world, author);
const key = await mine.keyAt("simalpha");

/** Beyond the best price: it is filled at once. */
const BUYS: StrategyParams = { executable_priceoffset: ["5000"], executable_parents: ["0.03"] };
const SELLS: StrategyParams = { algorithm_id: "900002", executable_priceoffset: ["-5000"], executable_values: ["1"] };

async function strategy(values: StrategyParams): Promise<string> {
  const id = await mine.newProfile();
  const { profile } = await mine.done("edit-profile", { id, ...twapValues(key, { slice_delay: 1, ...values }) });
  return profile.strategies[0].id;
}

const follow = (id: string, more: Record<string, string>) =>
  follower.done("subscription-manage", { id, action: "subscribe", ...more });

async function hookOf(id: string): Promise<(text: string) => Promise<number>> {
  const { url } = await author.done("hooks/create", { id, maximum_amount: "1000000" });
  const address = addressIn(world, url);
  return async (text) => (await fetch(address, { method: "POST", body: text })).status;
}

interface Act {
  readonly kind: string;
  readonly state: string;
  readonly why: string;
}

const acts = (signalId: string): Promise<Act[]> =>
  db.query<Act>({
    name: "test.actsOfSignal",
    text: `select a.kind, a.state, a.why from trading.signal_acts a
      join trading.signal_subscriptions u on u.id = a.subscription_id where u.signal_id = $1 order by a.id`,
    values: [Number(signalId)],
  });

const runsOf = async (strategyId: string): Promise<number> => {
  const [row] = await db.query<{ runs: number }>({
    name: "test.runsOfStrategy",
    text: "select count(*) as runs from trading.runs where strategy_id = $1",
    values: [Number(strategyId)],
  });
  return row?.runs ?? 0;
};

/** The quantity that strategies have bought less what they have sold, net of fees in the base currency. */
const held = async (...strategyIds: readonly string[]): Promise<number> => {
  const [row] = await db.query<{ held: string }>({
    name: "test.heldByStrategies",
    text: `select coalesce(sum(case o.side when 'buy' then f.amount else -f.amount end
        - case f.fee_currency when 'BTC' then f.fee_amount else 0 end), 0) as held
      from trading.orders o join trading.order_fills f on f.order_id = o.id where o.strategy_id = any ($1::bigint[])`,
    values: [strategyIds.map(Number)],
  });
  return Number(row?.held ?? 0);
};

const stateOf = async (id: string): Promise<string> => {
  const { strategies } = await mine.done("strategy/data/list", { limit: 100 });
  return strategies.find((each: { id: string }) => each.id === id).state;
};
const untilState = (id: string, state: string) => waitUntil(async () => expect(await stateOf(id)).toBe(state));

/** As workers do, again and again until nothing is pending. */
const untilActed = (signalId: string) =>
  waitUntil(async () => {
    await runJob(world, "trading.actOnSignals");
    expect((await acts(signalId)).filter(({ state }) => state === "pending")).toEqual([]);
  });

describe("a strategy of a subscriber", () => {
  test("opens and closes a position once, though each message is delivered three times and two workers act", async () => {
    const id = await publish(world, author);
    const [opens, closes] = [await strategy(BUYS), await strategy(SELLS)];
    await follow(id, { "profiles[0]": opens, "closing_profiles[0]": closes });
    const send = await hookOf(id);
    const opening = '{"action":"buy","market_position":"long","time":"2026-01-01T00:00:00Z"}';
    expect(await Promise.all([send(opening), send(opening), send(opening)])).toEqual([200, 200, 200]);
    await Promise.all([runJob(world, "trading.actOnSignals"), runJob(world, "trading.actOnSignals")]);
    await untilActed(id);
    await untilState(opens, "completed");
    expect(await held(opens)).toBeCloseTo(0.03, 3);

    const closing = '{"action":"sell","market_position":"flat","time":"2026-01-01T01:00:00Z"}';
    expect(await Promise.all([send(closing), send(opening), send(closing)])).toEqual([200, 200, 200]);
    await Promise.all([runJob(world, "trading.actOnSignals"), runJob(world, "trading.actOnSignals")]);
    await untilActed(id);
    await untilState(closes, "completed");
    expect(await acts(id)).toMatchObject([
      { kind: "start", state: "done" },
      { kind: "stop", state: "done" },
      { kind: "unwind", state: "done" },
    ]);
    expect([await runsOf(opens), await runsOf(closes)]).toEqual([1, 1]);
    // Less than one step of the market is left.
    expect(Math.abs(await held(opens, closes))).toBeLessThan(0.0001);
    const [subscription] = await follower.done("subscription-manage", {});
    expect(subscription).toMatchObject({ last_act: `unwind ${closes}: done` });
  });

  test("trades back what is held once, though two strategies are there to do it", async () => {
    const id = await publish(world, author);
    const [opens, ...closers] = [await strategy(BUYS), await strategy(SELLS), await strategy(SELLS)];
    await follow(id, {
      "profiles[0]": opens,
      "closing_profiles[0]": closers[0] ?? "",
      "closing_profiles[1]": closers[1] ?? "",
    });
    await author.done("signals-trigger", triggerOf(id, OPEN, { maximum_amount: "1000000" }));
    await untilActed(id);
    await untilState(opens, "completed");
    expect(await held(opens)).toBeCloseTo(0.03, 3);
    await author.done("signals-trigger", triggerOf(id, CLOSE));
    await Promise.all([runJob(world, "trading.actOnSignals"), runJob(world, "trading.actOnSignals")]);
    await untilActed(id);
    for (const each of closers)
      await waitUntil(async () => expect(["completed", "ready"]).toContain(await stateOf(each)));
    expect(Math.abs(await held(opens, ...closers))).toBeLessThan(0.0001);
    expect(await acts(id)).toMatchObject([
      { kind: "start", state: "done" },
      { kind: "stop", state: "done" },
      { kind: "unwind", state: "done" },
      { kind: "unwind", state: "skipped", why: expect.stringContaining("nothing") },
    ]);
  });

  test("trades no more than the author allows, and is stopped when the signal closes", async () => {
    const id = await publish(world, author);
    const rests = await strategy({
      executable_priceexact: ["10000"],
      executable_parents: ["5"],
      executable_values: ["0.001"],
    });
    await follow(id, { "profiles[0]": rests });
    await author.done("signals-trigger", triggerOf(id, OPEN, { maximum_amount: "200" }));
    await untilActed(id);
    await waitUntil(async () => expect(["running", "starting"]).toContain(await stateOf(rests)));
    const [run] = await db.query<{ total: string }>({
      name: "test.totalOfRun",
      text: "select settings -> 'executable_parents' ->> 0 as total from trading.runs where strategy_id = $1",
      values: [Number(rests)],
    });
    expect(Number(run?.total)).toBeGreaterThan(0);
    expect(Number(run?.total) * 10_000).toBeLessThan(200);
    await author.done("signals-trigger", triggerOf(id, CLOSE));
    await untilActed(id);
    await untilState(rests, "stopped");
    expect(await acts(id)).toMatchObject([
      { kind: "start", state: "done" },
      { kind: "stop", state: "done" },
    ]);
  });

  test("trades no more than the author allows in each of its markets, whatever one unit costs there", async () => {
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

  test("that was stopped by force does not go on with its old run, neither to open nor to trade back", async () => {
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
    const trigger = (...sides: readonly [object, object]) =>
      sides.reduce(async (before, side) => {
        await before;
        await author.done("signals-trigger", triggerOf(id, side as typeof OPEN, { maximum_amount: "20" }));
        await untilActed(id);
      }, Promise.resolve());
    await trigger(OPEN, CLOSE);
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
  });

  test("does nothing for a subscription that is paused, and nothing after the time for it", async () => {
    const id = await publish(world, author);
    const opens = await strategy(BUYS);
    await follow(id, { "profiles[0]": opens });
    await author.done("signals-trigger", triggerOf(id, OPEN, { execute_within: 1 }));
    const soon = Date.now() + 5;
    await waitUntil(() => expect(Date.now()).toBeGreaterThan(soon));
    await untilActed(id);
    expect(await acts(id)).toMatchObject([
      { kind: "start", state: "skipped", why: expect.stringContaining("is over") },
    ]);
    await author.done("signals-trigger", triggerOf(id, CLOSE));
    await follower.done("subscription-manage", { id, action: "pause" });
    await author.done("signals-trigger", triggerOf(id, OPEN));
    await untilActed(id);
    expect(await acts(id)).toHaveLength(2);
    expect([await runsOf(opens), await stateOf(opens)]).toEqual([0, "ready"]);
  });

  test("says why it does nothing where it cannot", async () => {
    const id = await publish(world, author);
    const [sells, draft] = [await strategy(SELLS), await mine.newProfile()];
    await follow(id, { "profiles[0]": sells, "profiles[1]": draft });
    await author.done("signals-trigger", triggerOf(id, OPEN));
    await untilActed(id);
    expect(await acts(id)).toMatchObject([
      { state: "failed", why: expect.stringContaining("opens with buy") },
      { state: "failed", why: expect.stringMatching(/market/) },
    ]);
  });
});

const script = await bundleScript(fileURLToPath(new URL("../../../test/support/signal-child.ts", import.meta.url)));

/** A worker that dies before this statement of its acts; answers what it told. */
async function dyingWorker(at: number): Promise<string> {
  const child = new ScriptProcess(script, [JSON.stringify(world.database.connection), String(at)]);
  onTestFinished(() => child.kill());
  await child.heard("ready");
  child.say("go");
  const last = await child.heardThat(({ event }) => event === "dies" || event === "done", "its end");
  await child.kill();
  return String(last["event"]);
}

/** Before, within and after what a start or a stop writes. */
const SAMPLE = [3, 14, 25];

test("kill -9 of the worker at any statement leaves nothing undone and nothing done twice", async () => {
  let isThrough = false;
  for (let place = 0; isSoak ? !isThrough : place < SAMPLE.length; place++) {
    const at = isSoak ? place * EVERY + PART : (SAMPLE[place] ?? 0);
    const id = await publish(world, author);
    const [opens, closes] = [await strategy({ ...BUYS, executable_parents: ["0.01"] }), await strategy(SELLS)];
    await follow(id, { "profiles[0]": opens, "closing_profiles[0]": closes });
    const send = await hookOf(id);
    await Promise.all([send("buy id=1"), send("buy id=1"), send("buy id=1")]);
    const died = [await dyingWorker(at)];
    await untilActed(id);
    await untilState(opens, "completed");
    await Promise.all([send("sell id=2"), send("sell id=2"), send("buy id=1")]);
    died.push(await dyingWorker(at));
    await untilActed(id);
    await untilState(closes, "completed");
    expect([at, await runsOf(opens), await runsOf(closes)]).toEqual([at, 1, 1]);
    expect((await acts(id)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      "start done",
      "stop done",
      "unwind done",
    ]);
    expect(Math.abs(await held(opens, closes))).toBeLessThan(0.0001);
    isThrough = died.every((event) => event === "done");
    if (!isSoak) expect(died).toContain("dies");
  }
});
