import { describe, expect, onTestFinished, test } from "vitest";
import { inProcessBus } from "../../kit/bus/in-process-bus.ts";
import { silentLog } from "../../kit/log/log.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { bookOf, marketOf, ScriptedExchange } from "../../../test/support/scripted-exchange.ts";
import { liveMarket } from "./live-market.ts";
import { marketMirror } from "./market-mirror.ts";
import { listingStore } from "./sql/listing-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });

const LEASE_MS = 6_000;

/** Processes that share a bus, a clock and a database, each with its own view of one exchange. */
function cluster(code: string) {
  const clock = manualClock();
  const log = silentLog();
  const bus = inProcessBus(log);
  const listings = listingStore(db);
  const process = (owner: string) => {
    const exchange = new ScriptedExchange(code, [marketOf("BTC/USDT"), marketOf("ETH/USDT")]);
    const shared = { bus, ownership: { db, owner, ttlMs: LEASE_MS } };
    const market = liveMarket({ exchanges: [exchange], clock, log, pairs: "all", listings, shared });
    void market.start();
    onTestFinished(() => market.stop());
    return { exchange, ...market };
  };
  const mirror = () => {
    const market = marketMirror({
      exchanges: [{ code, name: `${code} (simulated)`, kind: "simulated" }],
      listings,
      bus,
      clock,
      log,
    });
    void market.start();
    onTestFinished(() => market.stop());
    return market;
  };
  /** Lets time pass until the condition holds: the database answers in its own time. */
  const until = (condition: () => boolean) =>
    expect.poll(() => clock.advance(100).then(condition), { interval: 5, timeout: 10_000 }).toBe(true);
  return { clock, bus, process, mirror, until };
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
    expect(view.depth(listing, 5)).toEqual({ bids: [100.3, 0.1 + 0.2], asks: [101.000_000_01, 0.1 + 0.2] });

    live.exchange.says.trade("btcusdt", { id: "t 1", price: 0.3, quantity: 2, takerSide: "sell", atMs: 9 });
    await until(() => view.trades(listing).length === 1);
    expect(view.trades(listing)).toEqual([{ id: "t_1", price: 0.3, quantity: 2, takerSide: "sell", atMs: 9 }]);
    await until(() => view.exchange("m1")?.health.state === "ok");
    expect(view.exchange("m1")?.latencyMs).toBe(10);
    await until(() => view.usdRate("BTC") !== undefined);

    live.exchange.says.lost("btcusdt", "gap");
    await until(() => view.top(listing).state === "stale");
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

describe("of several processes", () => {
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
    expect(second.view.depth(listing(), 5)).toEqual({ bids: [98, 1], asks: [99, 1] });
  });

  test("one that has lost its lease drops its connection", async () => {
    const { process, until } = cluster("m4");
    const first = process("a");
    await until(() => first.exchange.watched !== undefined);
    const second = process("b");
    await db.execute({
      name: "test.stealLease",
      text: "update kit.leases set expires_at = 'epoch' where name = 'market.feed.m4'",
    });
    await until(() => second.exchange.watched !== undefined);
    await until(() => first.exchange.watched === undefined);
    expect(second.exchange.watched).toHaveLength(2);
  });
});
