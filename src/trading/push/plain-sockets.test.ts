import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Caller } from "../caller.ts";
import { createMetrics } from "../../kit/metrics/metrics.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { eventually, plainFollower, pushWorld } from "../../../test/support/push-world.ts";
import { rawGet } from "../../../test/support/raw-http.ts";

const MS = 1_700_000_000_000;

describe("a channel", () => {
  test("begins with a snapshot, and sends each change of its side, numbered without gaps", async () => {
    const { port, market } = await pushWorld();
    market.list("simalpha-btcusdt");
    market.setTop("simalpha-btcusdt", { bid: [99, 1], ask: [101, 2] });
    const one = await plainFollower(port);
    one.say({ subscribe: ["asks/simalpha-btcusdt-1", "bids/simalpha-btcusdt-1"] });
    await eventually(() => one.heard).toHaveLength(2);
    expect(one.heard).toEqual([
      { channel: "asks/simalpha-btcusdt-1", seq: 1, ms: expect.any(Number), data: [101, 2, MS] },
      { channel: "bids/simalpha-btcusdt-1", seq: 1, ms: expect.any(Number), data: [99, 1, MS] },
    ]);
    market.setTop("simalpha-btcusdt", { ask: [100.5, 3, MS + 5] });
    await eventually(() => one.heard).toHaveLength(3);
    expect(one.heard[2]).toMatchObject({ channel: "asks/simalpha-btcusdt-1", seq: 2, data: [100.5, 3, MS + 5] });
  });

  test("says why the price is missing instead of sending an old one", async () => {
    const { port, market } = await pushWorld();
    market.list("simalpha-btcusdt");
    const one = await plainFollower(port);
    const name = "asks/simalpha-btcusdt-1";
    one.say({ subscribe: name });
    await eventually(() => one.newest(name)).toMatchObject({ seq: 1, data: null, state: "none" });
    market.setTop("simalpha-btcusdt", { ask: [101, 2] });
    await eventually(() => one.newest(name)).toMatchObject({ seq: 2, data: [101, 2, MS] });
    market.setTop("simalpha-btcusdt", { state: "stale" });
    await eventually(() => one.newest(name)).toMatchObject({ seq: 3, data: null, state: "stale" });
    market.setTop("simalpha-btcusdt", { ask: [0, 0] });
    await eventually(() => one.newest(name)).toMatchObject({ seq: 4, data: null, state: "empty" });
  });

  test("may be of a level below the best, and books are read only while followed", async () => {
    const { port, market } = await pushWorld();
    market.list("simalpha-btcusdt");
    market.setDepth("simalpha-btcusdt", { bids: [99, 1, 98, 2], asks: [101, 1, 102, 2, 103, 3] });
    const one = await plainFollower(port);
    expect(market.listeners.depth).toBe(0);
    const [third, second] = ["asks/simalpha-btcusdt-3", "bids/simalpha-btcusdt-2"];
    one.say({ subscribe: [third, second] });
    await eventually(() => one.newest(third)?.data).toEqual([103, 3, MS]);
    await eventually(() => one.newest(second)?.data).toEqual([98, 2, MS]);
    expect(market.listeners.depth).toBe(1);
    market.setDepth("simalpha-btcusdt", { bids: [99, 1], asks: [101, 1, 102, 2, 104, 9] });
    await eventually(() => one.newest(third)?.data).toEqual([104, 9, MS]);
    await eventually(() => one.newest(second)).toMatchObject({ data: null, state: "empty" });
    one.say({ unsubscribe: [third, second] });
    await eventually(() => market.listeners.depth).toBe(0);
  });

  test("of trades begins with the last hundred, then tells each once", async () => {
    const { port, market } = await pushWorld();
    market.list("simalpha-btcusdt");
    for (let at = 1; at <= 120; at++) market.addTrade("simalpha-btcusdt", { id: `t${at}`, price: at, quantity: 2 });
    const one = await plainFollower(port);
    const name = "trades/simalpha-btcusdt";
    one.say({ subscribe: name });
    await eventually(() => one.newest(name)?.data).toHaveLength(100);
    for (let at = 121; at <= 123; at++) market.addTrade("simalpha-btcusdt", { id: `t${at}`, price: at, quantity: 2 });
    await eventually(() => one.newest(name)).toMatchObject({ seq: 2 });
    expect(one.newest(name)?.data).toEqual([
      [121, 2, MS, "t121"],
      [122, 2, MS, "t122"],
      [123, 2, MS, "t123"],
    ]);
    for (let at = 1; at <= 150; at++) market.addTrade("simalpha-btcusdt", {});
    await eventually(() => one.newest(name)).toMatchObject({ seq: 3, skipped: 50 });
    expect(one.newest(name)?.data).toHaveLength(100);
  });

  test("of a spread sends the first ask less the second bid", async () => {
    const { port, market } = await pushWorld();
    market.list("simalpha-btcusdt", "simbeta-btcusdt");
    market.setTop("simalpha-btcusdt", { bid: [100, 1], ask: [101, 2] });
    const one = await plainFollower(port);
    const name = "spread/simalpha-btcusdt+simbeta-btcusdt";
    one.say({ subscribe: name });
    await eventually(() => one.newest(name)).toMatchObject({ data: null, state: "none" });
    market.setTop("simbeta-btcusdt", { bid: [100, 3], ask: [102, 1] });
    await eventually(() => one.newest(name)?.data).toEqual({
      combination: "simalpha-btcusdt+simbeta-btcusdt",
      price: 1,
      ratio: 1.01,
      ask: { price: 101, qty: 2, time: MS },
      bid: { price: 100, qty: 3, time: MS },
    });
  });

  test("of opportunities tells the best of every second, and of the status what has changed", async () => {
    const clock = manualClock();
    const { port, market } = await pushWorld({ clock });
    market.list("simalpha-btcusdt", "simbeta-btcusdt");
    market.setTop("simalpha-btcusdt", { bid: [99, 1], ask: [100, 2] });
    market.setTop("simbeta-btcusdt", { bid: [101, 3], ask: [102, 1] });
    market.setOpportunities([{ buy: "simalpha-btcusdt", sell: "simbeta-btcusdt" }]);
    market.setRate("BTC", 50);
    market.setRate("USDT", 1);
    const one = await plainFollower(port);
    one.say({ subscribe: ["arbitrage", "system/status"] });
    await eventually(() => one.newest("arbitrage")?.data).toEqual({
      p: 50,
      s: [["simalpha-btcusdt+simbeta-btcusdt", 1, expect.closeTo(0.02), 2.02, 2, 101, 100]],
    });
    await clock.advance(3_000);
    await eventually(() => one.newest("arbitrage")?.seq).toBe(4);
    const health = { state: "down" as const, reason: "it does not answer", sinceMs: MS };
    market.setExchange("simbeta", { health });
    await clock.advance(1_000);
    await eventually(() => one.newest("system/status")?.seq).toBe(2);
    expect(one.newest("system/status")?.data.exchanges).toContainEqual({
      code: "simbeta",
      name: "simbeta (simulated)",
      kind: "simulated",
      state: "down",
      reason: "it does not answer",
      since: MS,
    });
  });

  test("restarts at a second subscribe, and ends at unsubscribe", async () => {
    const { port, market, push } = await pushWorld();
    market.list("simalpha-btcusdt");
    market.setTop("simalpha-btcusdt", { ask: [1, 1] });
    const name = "asks/simalpha-btcusdt-1";
    const one = await plainFollower(port);
    const metrics = createMetrics({ process: false });
    push.metrics(metrics);
    one.say({ subscribe: name });
    await eventually(() => one.newest(name)?.seq).toBe(1);
    market.setTop("simalpha-btcusdt", { ask: [2, 1] });
    await eventually(() => one.newest(name)?.seq).toBe(2);
    one.say({ subscribe: name });
    await eventually(() => one.newest(name)).toMatchObject({ seq: 1, data: [2, 1, MS] });
    market.setTop("simalpha-btcusdt", { ask: [3, 1] });
    await eventually(() => one.newest(name)).toMatchObject({ seq: 2, data: [3, 1, MS] });
    one.say({ unsubscribe: name });
    await eventually(() => one.newest(name)).toMatchObject({ unsubscribed: true });
    market.setTop("simalpha-btcusdt", { ask: [4, 1] });
    one.say({ ping: 5 });
    await eventually(() => one.heard.at(-1)).toEqual({ pong: 5, ms: expect.any(Number) });
    expect(await metrics.text()).toMatch(/^tripod_push_channels 0$/m);
    expect(await metrics.text()).toMatch(/^tripod_push_connections 1$/m);
  });
});

describe("who shows a key", () => {
  const setUp = async () => {
    const clock = manualClock();
    const world = await pushWorld({ clock, paceMs: 1_000 });
    world.market.list("simalpha-btcusdt");
    const name = "asks/simalpha-btcusdt-1";
    const set = (price: number): void => world.market.setTop("simalpha-btcusdt", { ask: [price, 1] });
    set(1);
    return { ...world, clock, name, set };
  };

  test("is sent at once, and others once a second", async () => {
    const { port, clock, name, set } = await setUp();
    const [visitor, headers, message] = await Promise.all([
      plainFollower(port),
      plainFollower(port, { headers: { key: "me" } }),
      plainFollower(port),
    ]);
    message.say({ key: "me", authorization: "signed" });
    await eventually(() => message.heard).toEqual([{ authenticated: true, uid: 7 }]);
    for (const each of [visitor, headers, message]) {
      each.say({ subscribe: name });
      await eventually(() => each.newest(name)?.seq).toBe(1);
    }
    for (const price of [2, 3, 4]) {
      set(price);
      for (const each of [headers, message]) await eventually(() => each.newest(name)?.data).toEqual([price, 1, MS]);
    }
    expect(headers.newest(name)?.seq).toBe(4);
    expect(visitor.newest(name)).toMatchObject({ seq: 2, data: [2, 1, MS] });
    await clock.advance(1_000);
    await eventually(() => visitor.newest(name)).toMatchObject({ seq: 3, data: [4, 1, MS] });
  });

  test("is refused with one that is not valid: before the socket opens, or by an answer", async () => {
    const { port } = await setUp();
    const refused = new WebSocket(`ws://127.0.0.1:${port}/api/v2/ws`, { headers: { key: "you" } });
    const status = await new Promise((resolve) => {
      refused.on("unexpected-response", (_request, response) => resolve(response.statusCode));
    });
    expect(status).toBe(401);
    const one = await plainFollower(port, { headers: { cookie: "session=whatever" } });
    one.say({ key: "you", authorization: "signed" });
    await eventually(() => one.heard).toEqual([{ error: { code: 2000, error: "The API key is not valid" } }]);
  });
});

test("a caller that must set up a second factor first gets prices as slowly as one without a key", async () => {
  const clock = manualClock();
  const byKey = () => ({ uid: 7, needsTwoFactor: true }) as Caller;
  const { port, market } = await pushWorld({ clock, paceMs: 1_000, byKey });
  market.list("simalpha-btcusdt");
  const one = await plainFollower(port);
  const name = "asks/simalpha-btcusdt-1";
  one.say({ subscribe: name });
  await eventually(() => one.newest(name)?.seq).toBe(1);
  for (const price of [1, 2, 3]) {
    market.setTop("simalpha-btcusdt", { ask: [price, 1] });
    one.say({ ping: price });
    await eventually(() => one.heard.some(({ pong }) => pong === price)).toBe(true);
  }
  expect(one.newest(name)?.seq).toBe(2);
});

test("who does not answer two pings is gone; who does stays", async () => {
  const clock = manualClock();
  const { port } = await pushWorld({ clock });
  const [silent, alive] = [await plainFollower(port, { autoPong: false }), await plainFollower(port)];
  for (let time = 1; time <= 3; time++) {
    const pinged = new Promise((resolve) => alive.socket.once("ping", resolve));
    await clock.advance(15_000);
    await pinged;
    alive.say({ ping: time });
    await eventually(() => alive.heard.at(-1)).toMatchObject({ pong: time });
  }
  expect(await silent.closed).toMatchObject({ code: 1006 });
  expect(alive.socket.readyState).toBe(WebSocket.OPEN);
});

test("the address of the sockets says so to requests without", async () => {
  const { port } = await pushWorld();
  expect((await rawGet(port, "/api/v2/ws")).headers["upgrade"]).toBe("websocket");
});
