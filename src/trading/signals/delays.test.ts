/** No account learns of a trigger before its package says so, whichever way it looks. */
import { expect, test } from "vitest";
import { BUYS, followerBench } from "../../../test/support/following-bench.ts";
import { plainFollower } from "../../../test/support/push-world.ts";
import { shiftedClock } from "../../../test/support/shifted-clock.ts";
import {
  CLOSE,
  OPEN,
  priceAll,
  publish,
  runJob,
  signalUser,
  triggerOf,
  type SignalUser,
} from "../../../test/support/signal-talk.ts";
import { signed } from "../../../test/support/signed-trading.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";

const clock = shiftedClock();
const world = await tradingWorld({ settings: EXAMPLE_SETTINGS, platform: { clock } });
const author = await signalUser(world, "pro");
const basic = await signalUser(world, "basic");
const free = await signalUser(world, "free");

/** Everything of a signal that a user can read; no user means no key. */
async function everythingOf(id: string, user: SignalUser | undefined): Promise<unknown> {
  const feed = (
    await world.ask("POST", "marketplace/signals-feed", { params: { id, more: true }, ...(user && { key: user.key }) })
  ).json.data;
  const all = (
    await world.ask("POST", "marketplace/signals-feed", { params: { more: true }, ...(user && { key: user.key }) })
  ).json.data;
  const counted = (
    await world.ask("POST", "marketplace/signals-feed", {
      params: { id, min_iterations: 2 },
      ...(user && { key: user.key }),
    })
  ).json.data;
  const featured = (await world.ask("POST", "marketplace/featured", user && { key: user.key })).json.data;
  if (!user) return { feed, all, counted, featured };
  const { positions } = await user.done("signals-position", { id, interval: "1h" });
  const movements = [];
  for (const iteration of [1, 2]) {
    const { status, json } = await user.ask("signals-iteration-price-movement", { id, iteration });
    const { opened, closed, open_price: openPrice, close_price: closePrice } = json.data;
    movements.push([status, opened, closed, openPrice, closePrice]);
  }
  const developer = await user.done("signal-developer", { id: author.uid });
  const backtested = (await user.done("backtested-subscriptions")).map((each: { to: number }) => ({ ...each, to: 0 }));
  return { feed, all, counted, featured, positions, movements, developer, backtested };
}

const statusFor = async (id: string, user: SignalUser | undefined): Promise<string> => {
  const { feed } = (await everythingOf(id, user)) as { feed: { signals: { c_status: string }[] } };
  return feed.signals[0]?.c_status ?? "";
};

test("each package sees a trigger when its delay is over and not before, by every operation", async () => {
  const id = await publish(world, author);
  for (const user of [basic, free]) await user.done("subscription-manage", { id, action: "subscribe" });
  await author.done("signals-trigger", triggerOf(id, OPEN));
  await author.done("signals-trigger", triggerOf(id, CLOSE));
  clock.skip(20 * MINUTE_MS);
  await priceAll(world, id, ["100", "110"]);
  const before = {
    basic: await everythingOf(id, basic),
    free: await everythingOf(id, free),
    nobody: await everythingOf(id, undefined),
  };
  expect(before.free).toMatchObject({
    feed: { signals: [{ c_iteration: "1", c_profit: expect.stringMatching(/^9\.\d+$/) }] },
  });

  for (const [trigger, status] of [
    [OPEN, "open"],
    [CLOSE, "closed"],
  ] as const) {
    const seen = {
      basic: await everythingOf(id, basic),
      free: await everythingOf(id, free),
      nobody: await everythingOf(id, undefined),
    };
    await author.done("signals-trigger", triggerOf(id, trigger));
    await priceAll(world, id, [trigger === OPEN ? "200" : "100"]);
    expect(await statusFor(id, author)).toBe(status);
    expect(await everythingOf(id, basic)).toEqual(seen.basic);
    expect(await everythingOf(id, free)).toEqual(seen.free);
    expect(await everythingOf(id, undefined)).toEqual(seen.nobody);
    clock.skip(MINUTE_MS);
    expect(await statusFor(id, basic)).toBe(status);
    expect(await everythingOf(id, free)).toEqual(seen.free);
    expect(await everythingOf(id, undefined)).toEqual(seen.nobody);
    clock.skip(14 * MINUTE_MS);
    expect(await statusFor(id, free)).toBe(status);
    expect(await statusFor(id, undefined)).toBe(status);
  }
  expect(await everythingOf(id, free)).not.toEqual(before.free);
});

test("a reset and a deletion are learnt of as late as triggers", async () => {
  const id = await publish(world, author);
  await author.done("signals-trigger", triggerOf(id, OPEN));
  clock.skip(20 * MINUTE_MS);
  const seen = await everythingOf(id, free);
  await author.done("signals-trigger", triggerOf(id, CLOSE));
  await author.done("signal-reset", { id });
  expect(await everythingOf(id, free)).toEqual(seen);
  await author.done("signal-delete", { id });
  expect(await everythingOf(id, free)).toEqual(seen);
  clock.skip(16 * MINUTE_MS);
  expect((await free.done("signals-feed", { id })).signals).toEqual([]);
});

interface Told {
  readonly data?: { readonly c_status: string };
}

test("the channel of a signal sends a trigger with the same delay", async () => {
  const id = await publish(world, author);
  const channel = `signals/${id}`;
  const follow = (user: SignalUser) => plainFollower(Number(new URL(world.url).port), { headers: signed(user.key) });
  const [owner, late] = [await follow(author), await follow(free)];
  for (const one of [owner, late]) one.say({ subscribe: channel });
  const statusOf = (one: typeof owner) => (one.newest(channel) as Told | undefined)?.data?.c_status;
  await waitUntil(() => expect([statusOf(owner), statusOf(late)]).toEqual(["closed", "closed"]));
  await author.done("signals-trigger", triggerOf(id, OPEN));
  await waitUntil(() => expect(statusOf(owner)).toBe("open"));
  await author.done("signals-edit", { id, name: "Renamed" });
  // It has been read again since, and told.
  await waitUntil(() => expect(late.newest(channel)).toMatchObject({ data: { c_name: "Renamed" } }));
  expect(statusOf(late)).toBe("closed");
  clock.skip(15 * MINUTE_MS);
  await waitUntil(() => expect(statusOf(late)).toBe("open"));
  const stranger = await plainFollower(Number(new URL(world.url).port));
  stranger.say({ subscribe: channel });
  await waitUntil(() => expect(stranger.newest(channel)).toMatchObject({ error: { code: 2001 } }));
  late.say({ subscribe: "signals/1" });
  await waitUntil(() => expect(late.newest("signals/1")).toMatchObject({ error: { code: 2300 } }));
});

test("a strategy does not begin after a closing that its user learns of earlier, by a larger package", async () => {
  const id = await publish(world, author);
  const late = await signalUser(world, "free");
  const { follow, strategy, acts, runsOf, untilActed } = await followerBench(world, author, late);
  const opens = await strategy(BUYS);
  await follow(id, { "profiles[0]": opens });
  await author.done("signals-trigger", triggerOf(id, OPEN, { execute_within: 60 * MINUTE_MS }));
  clock.skip(10 * MINUTE_MS);
  const at = world.platform.clock.now();
  await world.trading.deps.billing.changePackage({ ownerUid: late.uid, uid: late.uid, at }, "pro");
  await author.done("signals-trigger", triggerOf(id, CLOSE));
  await runJob(world, "trading.actOnSignals");
  clock.skip(6 * MINUTE_MS);
  await untilActed(id);
  expect(await acts(id)).toMatchObject([
    { kind: "start", state: "skipped", why: expect.stringContaining("closed before") },
    { kind: "stop", state: "skipped" },
  ]);
  expect(await runsOf(opens)).toBe(0);
});
