import { describe, expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { eventually, pushWorld } from "../../../test/support/push-world.ts";
import { rawGet } from "../../../test/support/raw-http.ts";
import { socketIoFollower } from "../../../test/support/socket-io-follower.ts";
import type { Teller } from "./index.ts";

const MS = 1_700_000_000_000;
const CLIENTS = [
  [2, "polling", { transports: ["polling"] }],
  [2, "websocket", { transports: ["websocket"] }],
  [2, "either", {}],
  [4, "polling", { transports: ["polling"] }],
  [4, "websocket", { transports: ["websocket"] }],
  [4, "either", {}],
] as const;

describe.each(CLIENTS)("a client of version %d over %s", (version, _name, options) => {
  test("asks the directory, follows several markets, and gets prices as text", async () => {
    const { port, market } = await pushWorld();
    market.list("simalpha-btcusdt", "simalpha-ethusdt", "simbeta-btcusdt");
    for (const { code } of market.listings()) market.setTop(code, { bid: [99, 1], ask: [101, 2] });
    const one = socketIoFollower(version, port, options);
    one.emit("message", { req: "simalpha", s: "btcusdt", o: "asks-simalpha-btcusdt" });
    await eventually(() => one.of("obreq")).toEqual([
      { n: `127.0.0.1:${port}`, o: "asks-simalpha-btcusdt", s: "simalpha-btcusdt" },
    ]);
    one.emit("req", { req: "simomega", s: "btcusdt", o: "asks-simomega-btcusdt" });
    await eventually(() => one.of("obreq")[1]).toMatchObject({ n: "notavailable", o: "asks-simomega-btcusdt" });

    const tags = ["asks/simalpha-btcusdt-1", "bids/simalpha-ethusdt-1", "asks/simbeta-btcusdt-1"];
    for (const tag of tags) one.emit("subscribe", { subscribe: tag });
    await eventually(() => tags.map((tag) => one.newest(tag))).toEqual([
      [101, 2, MS],
      [99, 1, MS],
      [101, 2, MS],
    ]);
    expect(one.of("dp")[0]).toEqual({ n: tags[0], d: `[101,2,${MS}]` });
    for (let price = 1; price <= 20; price++) {
      market.setTop("simbeta-btcusdt", { ask: [price, 1] });
      await eventually(() => one.newest("asks/simbeta-btcusdt-1")).toEqual([price, 1, MS]);
    }
    one.emit("message", { unsubscribe: tags[2] });
    one.emit("message", { req: "simalpha", s: "ETH/USDT", o: "last" });
    await eventually(() => one.of("obreq")[2]).toMatchObject({ s: "simalpha-ethusdt" });
    const before = one.of("dp").length;
    market.setTop("simbeta-btcusdt", { ask: [1_000, 1] });
    market.setTop("simalpha-btcusdt", { ask: [50, 1] });
    await eventually(() => one.newest("asks/simalpha-btcusdt-1")).toEqual([50, 1, MS]);
    expect(one.of("dp")).toHaveLength(before + 1);
  });
});

test.each([2, 4] as const)("version %d gets opportunities once a second, best first", async (version) => {
  const clock = manualClock();
  const { port, market } = await pushWorld({ clock });
  market.list("simalpha-btcusdt", "simbeta-btcusdt");
  market.setTop("simalpha-btcusdt", { ask: [100, 2] });
  market.setTop("simbeta-btcusdt", { bid: [101, 3] });
  market.setOpportunities([{ buy: "simalpha-btcusdt", sell: "simbeta-btcusdt" }]);
  market.setRate("BTC", 50);
  market.setRate("USDT", 1);
  const [asked, connected] = [socketIoFollower(version, port), socketIoFollower(version, port, {}, "/arbitrage")];
  asked.emit("message", { subscribe: "arbitrage" });
  const row = ["simalpha-btcusdt+simbeta-btcusdt", 1, expect.closeTo(0.02), 2.02, 2, 101, 100];
  for (const one of [asked, connected]) {
    await eventually(() => one.of("data")).toEqual([{ d: expect.any(String), p: 50, s: [row] }]);
    const [{ d, ...beside }] = one.of("data") as [{ d: string }];
    expect(JSON.parse(d)).toEqual(beside);
  }
  await clock.advance(1_000);
  for (const one of [asked, connected]) await eventually(() => one.of("data")).toHaveLength(2);
});

test("what has moved to another process is said, and no longer told here", async () => {
  const elsewhere = new Set<string>();
  let listener: (exchange: string) => void = () => {};
  const teller: Teller = {
    whoServes: (exchange) =>
      elsewhere.has(exchange) ? { host: "b.example:8080", isHere: false } : { host: "a.example", isHere: true },
    onMove: (given) => {
      listener = given;
      return () => {};
    },
  };
  const { port, market } = await pushWorld({ teller });
  market.list("simalpha-btcusdt", "simbeta-btcusdt");
  for (const { code } of market.listings()) market.setTop(code, { ask: [1, 1] });
  const one = socketIoFollower(2, port);
  const [moving, staying] = ["asks/simalpha-btcusdt-1", "asks/simbeta-btcusdt-1"];
  for (const tag of [moving, staying]) one.emit("message", { subscribe: tag });
  await eventually(() => one.of("dp")).toHaveLength(2);
  elsewhere.add("simalpha");
  listener("simalpha");
  await eventually(() => one.of("mvsym")).toEqual([{ n: moving }]);
  one.emit("message", { req: "simalpha", s: "simalpha-btcusdt", o: "x" });
  await eventually(() => one.of("obreq")).toEqual([{ n: "b.example:8080", o: "x", s: "simalpha-btcusdt" }]);
  one.emit("message", { subscribe: moving });
  await eventually(() => one.of("mvsym")).toHaveLength(2);
  for (const { code } of market.listings()) market.setTop(code, { ask: [2, 1] });
  await eventually(() => one.newest(staying)).toEqual([2, 1, MS]);
  expect(one.newest(moving)).toEqual([1, 1, MS]);
});

test.each([
  [2, { extraHeaders: { key: "me", authorization: "signed" } }],
  [4, { extraHeaders: { key: "me", authorization: "signed" } }],
  [4, { auth: { key: "me", authorization: "signed" } }],
] as const)("version %d with a key (%j) gets them at once, without one once a second", async (version, withKey) => {
  const clock = manualClock();
  const { port, market } = await pushWorld({ clock, paceMs: 1_000 });
  market.list("simalpha-btcusdt");
  market.setTop("simalpha-btcusdt", { ask: [1, 1] });
  const tag = "asks/simalpha-btcusdt-1";
  const [visitor, holder] = [socketIoFollower(version, port), socketIoFollower(version, port, withKey)];
  for (const one of [visitor, holder]) {
    one.emit("message", { subscribe: tag });
    await eventually(() => one.newest(tag)).toEqual([1, 1, MS]);
  }
  for (const price of [2, 3]) {
    market.setTop("simalpha-btcusdt", { ask: [price, 1] });
    await eventually(() => holder.newest(tag)).toEqual([price, 1, MS]);
  }
  expect(visitor.newest(tag)).toEqual([2, 1, MS]);
  await clock.advance(1_000);
  await eventually(() => visitor.newest(tag)).toEqual([3, 1, MS]);
});

test("a key that is not valid keeps its bearer out, and says why", async () => {
  const { port } = await pushWorld();
  const newer = socketIoFollower(4, port, { auth: { key: "you", authorization: "signed" } });
  await eventually(() => newer.of("connect_error")).toMatchObject([{ message: "The API key is not valid" }]);
  const older = socketIoFollower(2, port, { extraHeaders: { key: "you" } });
  await eventually(() => older.of("error")).toEqual(["The API key is not valid"]);
});

test("pages of all origins may follow, without credentials", async () => {
  const { port } = await pushWorld();
  const { status, headers } = await rawGet(port, "/socket.io/?EIO=4&transport=polling", [
    "Origin: https://page.example",
  ]);
  expect(status).toBe(200);
  expect(headers["access-control-allow-origin"]).toBe("*");
  expect(headers).not.toHaveProperty("access-control-allow-credentials");
  expect(headers).not.toHaveProperty("set-cookie");
});
