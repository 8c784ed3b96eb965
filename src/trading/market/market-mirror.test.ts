import { describe, expect, onTestFinished, test } from "vitest";
import type { Bus } from "../../kit/bus/bus.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { marketCluster, topOf } from "../../../test/support/market-cluster.ts";
import { bookOf } from "../../../test/support/scripted-exchange.ts";
import { topsTopic } from "./feed/topics.ts";
import { tradedListings } from "./show-market.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const cluster = (code: string) => marketCluster(db, code);

/** A bus on which what is published arrives as long as `isOpen`. */
function lossyBus(bus: Bus) {
  const lossy = {
    isOpen: true,
    subscribe: (topic: string, handler: (message: string) => void) =>
      bus.subscribe(topic, (message) => void (lossy.isOpen && handler(message))),
    publish: (topic: string, message: string) => (lossy.isOpen ? bus.publish(topic, message) : undefined),
    close: () => Promise.resolve(),
  };
  return lossy;
}

describe("a mirror", () => {
  test("shows what the connected process hears, to the last digit", async () => {
    const { process, mirror, until } = cluster("m1");
    const live = process("a");
    await until(() => live.exchange.watched !== undefined);
    live.exchange.says.book("btcusdt", bookOf(100.3, 101.000_000_01, { quantity: 0.1 + 0.2, atMs: 5 }));
    const { view } = mirror();
    await until(() => view.listing("m1-btcusdt") !== undefined);
    const listing = view.listing("m1-btcusdt");
    if (!listing) throw new Error("it is there");
    await until(() => view.top(listing).state === "live");
    const mine = live.view.listing("m1-btcusdt");
    const shown = { bidPrice: 100.3, bidQuantity: 0.1 + 0.2, askPrice: 101.000_000_01, askMs: 5 };
    expect(view.top(listing)).toMatchObject({ ...shown, heardMs: mine && live.view.top(mine).heardMs });
    expect(view.depth(listing, 5)).toEqual({
      isWhole: false,
      bids: [100.3, 0.1 + 0.2],
      asks: [101.000_000_01, 0.1 + 0.2],
    });

    live.exchange.says.trade("btcusdt", { id: "t 1", price: 0.3, quantity: 2, takerSide: "sell", atMs: 9 });
    await until(() => view.trades(listing).length === 1);
    expect(view.trades(listing)).toEqual([{ id: "t_1", price: 0.3, quantity: 2, takerSide: "sell", atMs: 9 }]);
    await until(() => view.exchange("m1")?.health.state === "ok");
    expect(view.exchange("m1")?.latencyMs).toBe(10);
    await until(() => view.usdRate("BTC") !== undefined);

    live.exchange.says.lost("btcusdt", "gap");
    await until(() => view.top(listing).state === "stale");
  });

  test("shows the true age of prices, whatever the clocks of the two machines say", async () => {
    const { clock, bus, process, mirror, until } = cluster("m12");
    const late = { lateMs: 7_000, databaseClock: { aheadMs: 7_000.4 } };
    const early = { lateMs: -4_000, databaseClock: { aheadMs: -4_000.3 } };
    const live = process("a", late);
    await until(() => live.exchange.watched !== undefined);
    live.exchange.says.book("btcusdt", bookOf(99, 100, { atMs: 5 }));
    const heardMs = clock.now() / 1_000;
    live.exchange.says.health({ state: "degraded", reason: "slow", sinceMs: heardMs - 7_000 - 500 });
    const market = mirror(bus, early);
    await until(() => topOf(market, "m12-btcusdt")?.state === "live");
    // By its own clock, which is early.
    expect(topOf(market, "m12-btcusdt")).toMatchObject({ heardMs: heardMs + 4_000, bidMs: 5 });
    await until(() => market.view.exchange("m12")?.health.state === "degraded");
    const shown = market.view.exchange("m12");
    expect(shown?.health.sinceMs).toBe(heardMs + 4_000 - 500);
    expect(shown?.lastIssueMs).toBe(heardMs + 4_000);
  });

  test("shows what an exchange ceased to trade soon after the connected process has read it", async () => {
    const { process, mirror, until, pass } = cluster("m13");
    const live = process("a");
    await until(() => live.exchange.watched !== undefined);
    const { view } = mirror();
    const traded = () => tradedListings(view).map(({ market }) => market.id);
    await until(() => traded().length === 2);
    await pass(5_000);
    live.exchange.listed = live.exchange.listed.filter(({ id }) => id === "btcusdt");
    live.exchange.says.marketsChanged?.();
    await pass(15_000);
    expect(traded()).toEqual(["btcusdt"]);
    expect(view.listing("m13-ethusdt")).toBeDefined();
  });

  test("marks everything as old when the connected process is silent", async () => {
    const { clock, process, mirror, until } = cluster("m2");
    const live = process("a");
    await until(() => live.exchange.watched !== undefined);
    const { view } = mirror();
    await until(() => view.listing("m2-btcusdt") !== undefined);
    live.exchange.says.book("btcusdt", bookOf(99, 100));
    const listing = view.listing("m2-btcusdt");
    if (!listing) throw new Error("it is there");
    await until(() => view.top(listing).state === "live" && view.exchange("m2")?.health.state === "ok");
    // It says nothing more, but does not take its book back either: the process is gone, not the exchange.
    await live.stop();
    await clock.advance(7_000);
    expect(view.top(listing)).toMatchObject({ state: "stale", bidPrice: 99 });
    expect(view.exchange("m2")?.health.state).toBe("down");
  });
});

describe("a mirror that hears badly", () => {
  test("asks again for what was lost, at once, and is never told an old price as a new one for long", async () => {
    const { bus, process, mirror, until, pass } = cluster("m5");
    const live = process("a");
    await until(() => live.exchange.watched !== undefined);
    live.exchange.says.book("btcusdt", bookOf(99, 100));
    const line = lossyBus(bus);
    const market = mirror(line);
    await until(() => topOf(market, "m5-btcusdt")?.bidPrice === 99);
    // Long enough for what was asked at the start.
    await pass(5_000);
    live.exchange.says.book("btcusdt", bookOf(99, 100));
    await pass(500);
    line.isOpen = false;
    live.exchange.says.book("btcusdt", bookOf(98, 99));
    await pass(200);
    line.isOpen = true;
    expect(topOf(market, "m5-btcusdt")).toMatchObject({ bidPrice: 99, state: "live" });
    // Its next message comes within a second; all prices would come again only after eight.
    await pass(1_100);
    expect(topOf(market, "m5-btcusdt")).toMatchObject({ bidPrice: 98, state: "live" });
  });

  test("asks until it gets an answer", async () => {
    const { bus, process, mirror, until, pass } = cluster("m6");
    const live = process("a");
    await until(() => live.exchange.watched !== undefined);
    live.exchange.says.book("btcusdt", bookOf(99, 100));
    const line = lossyBus(bus);
    line.isOpen = false;
    const market = mirror(line);
    await until(() => market.view.listing("m6-btcusdt") !== undefined);
    await pass(1_500);
    line.isOpen = true;
    await pass(1_200);
    expect(topOf(market, "m6-btcusdt")).toMatchObject({ bidPrice: 99, state: "live" });
  });

  test("after a silence shows everything again as soon as it hears", async () => {
    const { bus, process, mirror, until, pass } = cluster("m7");
    const live = process("a", { host: "a.example:1" });
    await until(() => live.exchange.watched !== undefined);
    live.exchange.says.book("btcusdt", bookOf(99, 100));
    const line = lossyBus(bus);
    const market = mirror(line);
    await until(() => topOf(market, "m7-btcusdt")?.state === "live" && market.hosts.of("m7") !== "");
    line.isOpen = false;
    await pass(10_000);
    expect(topOf(market, "m7-btcusdt")?.state).toBe("stale");
    expect(market.view.exchange("m7")?.health.state).toBe("down");
    expect(market.hosts.of("m7")).toBe("");
    live.exchange.says.book("btcusdt", bookOf(98, 99));
    line.isOpen = true;
    await pass(1_100);
    expect(topOf(market, "m7-btcusdt")).toMatchObject({ bidPrice: 98, state: "live" });
    expect(market.view.exchange("m7")?.health.state).toBe("ok");
    expect(market.hosts.of("m7")).toBe("a.example:1");
  });

  test("notices the silence of a process whose exchange was down", async () => {
    const { bus, process, mirror, until, pass } = cluster("m8");
    const live = process("a", { host: "a.example:1" });
    await until(() => live.exchange.watched !== undefined);
    const line = lossyBus(bus);
    const market = mirror(line);
    live.exchange.says.health({ state: "down", reason: "gone for lunch", sinceMs: 1 });
    live.exchange.says.book("btcusdt", bookOf(99, 100));
    const health = () => market.view.exchange("m8")?.health;
    await until(() => topOf(market, "m8-btcusdt")?.state === "live" && health()?.reason === "gone for lunch");
    line.isOpen = false;
    await pass(7_000);
    expect(topOf(market, "m8-btcusdt")?.state).toBe("stale");
    expect(market.hosts.of("m8")).toBe("");
    expect(health()?.reason).toBe("no reports from its connection");
  });

  test("that was there before any process was connected shows prices within seconds of the first", async () => {
    const { clock, process, mirror, until, pass } = cluster("m9");
    const market = mirror();
    await pass(60_000);
    expect(market.view.listings()).toEqual([]);
    expect(market.view.exchange("m9")?.health.state).toBe("down");
    const live = process("a");
    await until(() => live.exchange.watched !== undefined);
    live.exchange.says.book("btcusdt", bookOf(99, 100));
    const connectedMs = clock.now() / 1_000;
    await until(() => topOf(market, "m9-btcusdt")?.state === "live");
    expect(clock.now() / 1_000 - connectedMs).toBeLessThan(5_000);
  });
});

describe("of several processes", () => {
  test("the one whose lease has passed on is not believed any more, even if it does not know that yet", async () => {
    const { bus, process, mirror, until, endLease } = cluster("m10");
    const first = process("a");
    await until(() => first.exchange.watched !== undefined);
    const said: string[] = [];
    onTestFinished(bus.subscribe(topsTopic("m10"), (text) => said.push(text)));
    first.exchange.says.book("btcusdt", bookOf(49, 50));
    const market = mirror();
    await until(() => topOf(market, "m10-btcusdt")?.bidPrice === 49);
    const last = said.at(-1) ?? "";
    const second = process("b");
    await endLease();
    await until(() => second.exchange.watched !== undefined);
    second.exchange.says.book("btcusdt", bookOf(98, 99));
    await until(() => topOf(market, "m10-btcusdt")?.bidPrice === 98);
    // As new as can be, and wrong: it stood still and reads on where it was.
    void bus.publish(topsTopic("m10"), last.replace(/\d+\n$/, "9000000000000\n"));
    await until(() => true);
    expect(topOf(market, "m10-btcusdt")).toMatchObject({ bidPrice: 98, state: "live" });
    await until(() => topOf(first, "m10-btcusdt")?.bidPrice === 98);
  });

  test("one takes over whose clock is late", async () => {
    const { process, mirror, until } = cluster("m11");
    const first = process("a");
    await until(() => first.exchange.watched !== undefined);
    first.exchange.says.book("btcusdt", bookOf(49, 50));
    const market = mirror();
    await until(() => topOf(market, "m11-btcusdt")?.bidPrice === 49);
    await first.stop();
    const second = process("b", { lateMs: 60_000 });
    await until(() => second.exchange.watched !== undefined);
    second.exchange.says.book("btcusdt", bookOf(98, 99));
    await until(() => topOf(market, "m11-btcusdt")?.bidPrice === 98);
    expect(topOf(market, "m11-btcusdt")?.state).toBe("live");
  });

  test("one is connected; another takes over when it stops, and follows until then", async () => {
    const { process, until } = cluster("m3");
    const first = process("a");
    await until(() => first.exchange.watched !== undefined);
    const second = process("b");
    first.exchange.says.book("btcusdt", bookOf(99, 100));
    const listing = () => {
      const found = second.view.listing("m3-btcusdt");
      if (!found) throw new Error("it is there");
      return found;
    };
    await until(() => second.view.listing("m3-btcusdt") !== undefined && second.view.top(listing()).state === "live");
    expect(second.exchange.watched).toBeUndefined();

    await first.stop();
    await until(() => second.exchange.watched !== undefined);
    expect(second.view.top(listing()).state).toBe("stale");
    second.exchange.says.book("btcusdt", bookOf(98, 99));
    expect(second.view.top(listing())).toMatchObject({ state: "live", bidPrice: 98 });
    expect(second.view.depth(listing(), 5)).toEqual({ isWhole: true, bids: [98, 1], asks: [99, 1] });
  });

  test("one that has lost its lease drops its connection", async () => {
    const { process, until, endLease } = cluster("m4");
    const first = process("a");
    await until(() => first.exchange.watched !== undefined);
    const second = process("b");
    await endLease();
    await until(() => second.exchange.watched !== undefined);
    await until(() => first.exchange.watched === undefined);
    expect(second.exchange.watched).toHaveLength(2);
  });
});
