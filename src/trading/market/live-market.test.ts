import { describe, expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../kit/log/log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { bookOf, marketOf, ScriptedExchange } from "../../../test/support/scripted-exchange.ts";
import { MINUTE_MS, HOUR_MS } from "../../kit/time/spans.ts";
import { liveMarket, type LiveMarketOptions } from "./live-market.ts";
import type { ListingChange } from "./listing-table.ts";
import type { OpportunityLife, StoredListing } from "./store.ts";

function world(exchanges: ScriptedExchange[], more: Partial<LiveMarketOptions> = {}) {
  const clock = manualClock();
  const market = liveMarket({ exchanges, clock, log: silentLog(), pairs: "all", readEveryMs: HOUR_MS, ...more });
  void market.start();
  onTestFinished(() => market.stop());
  const listing = (code: string) => {
    const found = market.view.listing(code);
    if (!found) throw new Error(`no listing ${code}`);
    return found;
  };
  return {
    clock,
    view: market.view,
    listing,
    top: (code: string) => market.view.top(listing(code)),
    stop: market.stop,
  };
}

const one = () => new ScriptedExchange("one", [marketOf("BTC/USDT"), marketOf("ETH/USDT")]);
const two = () => new ScriptedExchange("two", [marketOf("BTC/USDT")]);

describe("a live market", () => {
  test("follows books, and reports each change once a turn with the newest", async () => {
    const exchange = one();
    const { clock, view, top, listing } = world([exchange]);
    await clock.advance(0);
    const heard: [string, number][] = [];
    view.onTop((each) => heard.push([each.code, view.top(each).bidPrice]));
    exchange.says.book("btcusdt", bookOf(99, 101, { sequence: 5, atMs: 1 }));
    exchange.says.change("btcusdt", { bids: [99.5, 2], asks: [], sequence: 6, atMs: 2 });
    exchange.says.change("btcusdt", { bids: [90, 2], asks: [], sequence: 7, atMs: 3 });
    expect(top("one-btcusdt")).toMatchObject({ state: "live", bidPrice: 99.5, bidMs: 2, askMs: 1, changes: 2 });
    expect(heard).toEqual([]);
    await clock.advance(0);
    expect(heard).toEqual([["one-btcusdt", 99.5]]);
    expect(view.skipped).toBe(1);
    expect(view.depth(listing("one-btcusdt"), 2)).toEqual({ isWhole: true, bids: [99.5, 2, 99, 1], asks: [101, 1] });
    expect(top("one-ethusdt").state).toBe("none");
  });

  test("warns of an exchange that trades none of the pairs that are named", async () => {
    const warned: unknown[][] = [];
    const log = Object.assign(silentLog(), { warn: (...words: unknown[]) => void warned.push(words) });
    const { clock } = world([one(), two()], { log, pairs: "top200,ETH/USDT" });
    await clock.advance(1_000);
    expect(warned).toEqual([
      [{ exchange: "two", markets: 1, followed: 0 }, expect.stringContaining("none of the pairs")],
    ]);
  });

  test("follows a book whose numbers went back, as those of OKX may after maintenance", async () => {
    const exchange = one();
    const { clock, top } = world([exchange]);
    await clock.advance(0);
    exchange.says.book("btcusdt", bookOf(99, 101, { sequence: 1_000 }));
    exchange.says.change("btcusdt", { bids: [99, 0, 98, 2], asks: [], sequence: 3, atMs: 1 });
    expect(top("one-btcusdt")).toMatchObject({ state: "live", bidPrice: 98, bidQuantity: 2 });
    exchange.says.change("btcusdt", { bids: [98.5, 1], asks: [], sequence: 3, atMs: 2 });
    exchange.says.change("btcusdt", { bids: [], asks: [100, 4], sequence: 4, atMs: 3 });
    expect(top("one-btcusdt")).toMatchObject({ state: "live", bidPrice: 98.5, askPrice: 100, askQuantity: 4 });
  });

  test("marks what was lost, is silent or crossed, and takes it back", async () => {
    const exchange = one();
    const { clock, top } = world([exchange]);
    await clock.advance(0);
    exchange.says.book("btcusdt", bookOf(99, 101, { sequence: 1 }));
    exchange.says.lost("btcusdt", "gap");
    expect(top("one-btcusdt").state).toBe("stale");
    exchange.says.change("btcusdt", { bids: [100, 1], asks: [], sequence: 2, atMs: 0 });
    expect(top("one-btcusdt")).toMatchObject({ state: "stale", bidPrice: 99 });
    exchange.says.book("btcusdt", bookOf(99, 101, { sequence: 3 }));
    expect(top("one-btcusdt").state).toBe("live");
    exchange.says.change("btcusdt", { bids: [102, 1], asks: [], sequence: 4, atMs: 0 });
    expect(top("one-btcusdt").state).toBe("crossed");
    exchange.says.change("btcusdt", { bids: [102, 0], asks: [], sequence: 5, atMs: 0 });
    expect(top("one-btcusdt").state).toBe("live");
    await clock.advance(4_000);
    expect(top("one-btcusdt").state).toBe("live");
    await clock.advance(3_000);
    expect(top("one-btcusdt").state).toBe("stale");
    exchange.says.change("btcusdt", { bids: [98, 1], asks: [], sequence: 6, atMs: 0 });
    expect(top("one-btcusdt").state).toBe("live");
    exchange.says.health({ state: "down", reason: "no answer", sinceMs: 0 });
    expect(top("one-btcusdt").state).toBe("stale");
  });

  test("finds opportunities between exchanges, and keeps how long they lived", async () => {
    const [first, second] = [one(), two()];
    const lives: OpportunityLife[] = [];
    const recordLives = (more: readonly OpportunityLife[]) => Promise.resolve(void lives.push(...more));
    const { clock, view } = world([first, second], { lives: { recordLives } });
    await clock.advance(1_000);
    first.says.book("btcusdt", bookOf(99, 100));
    second.says.book("btcusdt", bookOf(102, 103));
    await clock.advance(0);
    const [open] = view.opportunities(10);
    expect([open?.buy.code, open?.sell.code, open?.quantity]).toEqual(["one-btcusdt", "two-btcusdt", 1]);
    expect(open?.netPercent).toBeCloseTo(2 - 0.1 - 0.102, 10);
    await clock.advance(2_000);
    second.says.lost("btcusdt", "disconnected");
    await clock.advance(5_000);
    expect(view.opportunities(10)).toEqual([]);
    expect(lives).toMatchObject([{ buy: "one-btcusdt", sell: "two-btcusdt", base: "BTC" }]);
    expect((lives[0]?.closedMs ?? 0) - (lives[0]?.openedMs ?? 0)).toBe(2_000);
  });

  test("knows what currencies are worth within a second", async () => {
    const exchange = one();
    const { clock, view } = world([exchange]);
    await clock.advance(0);
    exchange.says.book("btcusdt", bookOf(99, 101));
    await clock.advance(1_000);
    expect(view.usdRate("BTC")).toBe(100);
    expect(view.usdRate("ETH")).toBeUndefined();
  });

  test("keeps the last hundred trades and hands on each", async () => {
    const exchange = one();
    const { clock, view, listing } = world([exchange]);
    await clock.advance(0);
    let heard = 0;
    const stop = view.onTrade(() => heard++);
    for (let id = 1; id <= 130; id++) {
      exchange.says.trade("btcusdt", { id: String(id), price: id, quantity: 1, takerSide: "buy", atMs: id });
    }
    stop();
    exchange.says.trade("ethusdt", { id: "x", price: 1, quantity: 1, takerSide: "buy", atMs: 1 });
    expect(heard).toBe(130);
    const trades = view.trades(listing("one-btcusdt"));
    expect([trades.length, trades[0]?.id, trades.at(-1)?.id]).toEqual([100, "31", "130"]);
  });

  test("connects to one exchange after the other", async () => {
    const all = [one(), two(), new ScriptedExchange("three", [marketOf("BTC/USDT")])];
    const { clock } = world(all);
    const begun = () => all.filter(({ watched }) => watched !== undefined).map(({ code }) => code);
    await clock.advance(0);
    expect(begun()).toEqual(["one"]);
    await clock.advance(250);
    expect(begun()).toEqual(["one", "two"]);
    await clock.advance(250);
    expect(begun()).toEqual(["one", "two", "three"]);
  });

  test("tries an exchange that does not answer again and again, while the others run", async () => {
    const [first, second] = [one(), two()];
    first.failing.add("markets");
    first.wellbeing = { state: "down", reason: "Not connected yet", sinceMs: 0 };
    const { clock, view } = world([first, second]);
    first.wellbeing = { state: "down", reason: "getaddrinfo ENOTFOUND", sinceMs: 0 };
    await clock.advance(30_000);
    expect(view.exchange("one")?.health.reason).toBe("getaddrinfo ENOTFOUND");
    expect(first.readCount).toBe(5);
    expect([first.watched, second.watched]).toEqual([undefined, ["btcusdt"]]);
    expect(view.exchange("one")?.lastIssueMs).toBeGreaterThan(0);
    first.failing.delete("markets");
    await clock.advance(2 * MINUTE_MS);
    expect(first.watched).toEqual(["btcusdt", "ethusdt"]);
  });

  test("measures each exchange", async () => {
    const exchange = one();
    const { clock, view } = world([exchange]);
    await clock.advance(MINUTE_MS);
    exchange.says.health({ state: "degraded", reason: "slow", sinceMs: 0 });
    exchange.pingMs = 30;
    await clock.advance(MINUTE_MS);
    // The median of pings at 0, 30, 60, 90 and 120 seconds.
    expect(view.exchange("one")).toEqual({
      code: "one",
      name: "one (simulated)",
      kind: "simulated",
      latencyMs: 10,
      uptime: 0.5,
      health: { state: "degraded", reason: "slow", sinceMs: 0 },
      lastIssueMs: 1_700_000_060_000,
      lastCheckedMs: 1_700_000_120_000,
    });
    expect(view.exchanges()).toHaveLength(1);
    expect(view.exchange("none")).toBeUndefined();
  });

  test("tells at the next reading what came and went, and remembers what it has seen", async () => {
    const exchange = one();
    const changes: ListingChange[] = [];
    let kept: readonly StoredListing[] = [];
    const listings = {
      readListings: () => Promise.resolve([...kept]),
      recordListings: (_code: string, more: readonly StoredListing[]) => {
        kept = more.map((each) => ({ ...each }));
        return Promise.resolve();
      },
    };
    const onListingChange = (change: ListingChange) => changes.push(change);
    const { clock, view, top, stop } = world([exchange], { listings, onListingChange });
    await clock.advance(0);
    exchange.says.book("ethusdt", bookOf(9, 10));
    const eth = view.listings().find(({ code }) => code === "one-ethusdt");
    exchange.listed = [marketOf("BTC/USDT"), marketOf("XRP/USDT")];
    await clock.advance(HOUR_MS);
    expect(changes.map(({ added, removed }) => [added.map(codeOf), removed.map(codeOf)])).toEqual([
      [["one-xrpusdt"], ["one-ethusdt"]],
    ]);
    expect(exchange.watched).toEqual(["btcusdt", "xrpusdt"]);
    expect(view.listing("one-ethusdt")).toBe(eth);
    expect(top("one-ethusdt").state).toBe("stale");
    await stop();
    expect(exchange.watched).toBeUndefined();

    exchange.listed = [marketOf("BTC/USDT")];
    const again = world([exchange], { listings, onListingChange });
    await again.clock.advance(0);
    expect(again.view.listings()).toHaveLength(3);
    expect(changes[1]?.removed.map(codeOf)).toEqual(["one-xrpusdt"]);
  });

  test("stores listings as soon as the database takes them, long before they are read again", async () => {
    let refusals = 3;
    let stored = 0;
    const listings = {
      readListings: () => Promise.resolve([]),
      recordListings: (_code: string, { length }: readonly StoredListing[]) => {
        if (refusals-- > 0) return Promise.reject(new Error("the database is away"));
        stored = length;
        return Promise.resolve();
      },
    };
    const { clock } = world([one()], { listings });
    await clock.advance(MINUTE_MS);
    expect([stored, refusals]).toEqual([2, -1]);
  });

  test("reads the markets of an exchange before their time when it is told that they are others", async () => {
    const exchange = one();
    const changes: ListingChange[] = [];
    const { clock } = world([exchange], { onListingChange: (change) => changes.push(change) });
    await clock.advance(0);
    exchange.listed = [marketOf("BTC/USDT")];
    exchange.says.marketsChanged?.();
    await clock.advance(0);
    expect(changes.map(({ removed }) => removed.map(codeOf))).toEqual([["one-ethusdt"]]);
    expect([exchange.watched, exchange.readCount]).toEqual([["btcusdt"], 2]);
    await clock.advance(HOUR_MS - 1);
    expect(exchange.readCount).toBe(2);
    await clock.advance(1);
    expect(exchange.readCount).toBe(3);
  });

  test("gives no pair of the largest up for a larger one before their time, and takes others for those that are gone", async () => {
    const volumes = { "BTC/USDT": 9, "ETH/USDT": 8, "XRP/USDT": 1 };
    const listed = (of: Readonly<Record<string, number>>) =>
      Object.entries(of).map(([symbol, volume24h]) => ({ ...marketOf(symbol), volume24h }));
    const exchange = new ScriptedExchange("one", listed(volumes));
    const { clock, view } = world([exchange], { pairs: "top:2" });
    await clock.advance(0);
    expect(exchange.watched).toEqual(["btcusdt", "ethusdt"]);
    const change = async (of: Readonly<Record<string, number>>): Promise<void> => {
      exchange.listed = listed(of);
      await clock.advance(HOUR_MS / 4);
      exchange.says.marketsChanged?.();
      await clock.advance(0);
    };
    await change({ ...volumes, "NEW/USDT": 100 });
    expect(view.listing("one-newusdt")).toBeDefined();
    expect(exchange.watched).toEqual(["btcusdt", "ethusdt"]);
    await change({ "BTC/USDT": 9, "XRP/USDT": 1, "NEW/USDT": 100 });
    expect(exchange.watched?.toSorted()).toEqual(["btcusdt", "newusdt"]);
    await change({ "BTC/USDT": 9, "XRP/USDT": 200, "NEW/USDT": 100 });
    await clock.advance(HOUR_MS);
    expect(exchange.watched).toEqual(["xrpusdt", "newusdt"]);
  });

  test("takes an exchange that lists nothing for one that did not answer", async () => {
    const exchange = one();
    const changes: ListingChange[] = [];
    const { clock, view } = world([exchange], { onListingChange: (change) => changes.push(change) });
    await clock.advance(0);
    exchange.listed = [];
    await clock.advance(HOUR_MS + MINUTE_MS);
    expect(changes).toEqual([]);
    expect(view.listings()).toHaveLength(2);
    expect(exchange.watched).toHaveLength(2);
  });
});

function codeOf({ code }: { readonly code: string }): string {
  return code;
}
