/** A message of a charting tool opens and closes a position of a subscriber's strategy at a simulated exchange, once. */
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { bundleScript } from "../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../test/support/child-process.ts";
import { BUYS, followingBench, SELLS } from "../../../test/support/following-bench.ts";
import { EVERY, isSoak, PART } from "../../../test/support/order-crash/soak-share.ts";
import { CLOSE, OPEN, publish, runJob, triggerOf } from "../../../test/support/signal-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { author, follower, mine, ...bench } = await followingBench(world);
const { strategy, follow, hookOf, acts, runsOf, held, stateOf, untilState, untilActed } = bench;
const { db } = world.platform;
await publish(world, author);

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
