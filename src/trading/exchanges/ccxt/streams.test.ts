/** Reports of followed markets are true, or the market is reported as lost, whatever happens to the connections. */
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { startBinanceLoopback } from "../../../../test/support/binance-loopback/loopback.ts";
import type { BinanceLoopback } from "../../../../test/support/binance-loopback/loopback.ts";
import { ccxtAt, ccxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import type { CcxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { RecordedMarket } from "../../../../test/support/exchange-contract/recorded-market.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import type { ManualClock } from "../../../../test/support/manual-clock.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";

const MARKETS = ["btcusdt", "ethusdt", "ethbtc"];
const SYMBOLS: Readonly<Record<string, string>> = { btcusdt: "BTCUSDT", ethusdt: "ETHUSDT", ethbtc: "ETHBTC" };

let world: CcxtWorld;

function expectTruth(sink: RecordedMarket, loopback: BinanceLoopback): void {
  for (const id of MARKETS) {
    const truth = loopback.book(SYMBOLS[id] ?? "");
    expect(sink.read(id, 5000), id).toEqual({ bids: truth.bids, asks: truth.asks });
  }
}

/**
 * Trades of all markets are received that are made from now on. Those made before do not count: what a connection brought before it
 * broke may be read after it.
 */
async function expectTrades(sink: RecordedMarket, clock: ManualClock): Promise<void> {
  const madeBefore = new Map(await Promise.all(MARKETS.map(async (id) => [id, await lastTradeOf(id)] as const)));
  const isNew = (id: string) => sink.tradesOf.get(id)?.some((trade) => Number(trade.id) > (madeBefore.get(id) ?? 0));
  await waitUntil(async () => {
    await clock.advance(200);
    world.loopback.world.trade(5);
    expect(MARKETS.filter(isNew)).toEqual(MARKETS);
  });
}

/** The number of the last trade that the exchange has made; 0 before the first. */
async function lastTradeOf(id: string): Promise<number> {
  const answer = await fetch(`${world.loopback.url}/api/v3/trades?symbol=${SYMBOLS[id] ?? ""}&limit=1`);
  const [last] = (await answer.json()) as { readonly id: number }[];
  return last?.id ?? 0;
}

/** All books are there, so no connection is being made. */
async function expectBooks(sink: RecordedMarket, clock: ManualClock): Promise<void> {
  await waitUntil(async () => {
    await clock.advance(100);
    expectTruth(sink, world.loopback);
  });
}

describe("followed markets", () => {
  afterEach(() => world.close());

  test("equal the exchange's at every quiet point of ten minutes of gaps, doubles and broken lines", async () => {
    // Pauses and back-offs pass quickly; what comes over the line comes when it comes.
    const clock = manualClock();
    world = await ccxtWorld({ clock });
    const { exchange, loopback } = world;
    const sink = new RecordedMarket();
    const watch = exchange.watch(MARKETS, sink);
    await expectBooks(sink, clock);
    const faults = [
      () => loopback.faults.swallowDepth(1, "BTCUSDT"),
      () => loopback.faults.swallowDepth(3),
      () => (loopback.faults.duplicates = 20),
      () => loopback.faults.dropSockets("market"),
      () => (loopback.faults.messageDelayMs = 30),
    ];
    for (const fault of [...faults, ...faults]) {
      await loopback.world.run(30_000);
      fault();
      await loopback.world.run(30_000);
      loopback.faults.messageDelayMs = 0;
      await expectBooks(sink, clock);
    }
    for (const why of ["gap", "disconnected"]) expect(sink.words).toContain(`btcusdt lost ${why}`);
    await watch.stop();
  });

  test("have their trades told again after their connections broke", async () => {
    const clock = manualClock();
    world = await ccxtWorld({ clock });
    const { exchange, loopback } = world;
    const sink = new RecordedMarket();
    const watch = exchange.watch(MARKETS, sink);
    await expectTrades(sink, clock);
    for (let time = 0; time < 2; time++) {
      await expectBooks(sink, clock);
      expect(loopback.faults.dropSockets("market")).toBeGreaterThan(0);
      await waitUntil(() => expect(loopback.connections).toBe(0));
      await expectTrades(sink, clock);
    }
    await watch.stop();
  });

  test("have their trades told when the exchange's clock was ahead, and is put right", async () => {
    const clock = manualClock();
    world = await ccxtWorld({ clock });
    const { exchange, loopback } = world;
    const sink = new RecordedMarket();
    const watch = exchange.watch(MARKETS, sink);
    for (const skewMs of [0, 3_600_000, 0, -3_600_000, 0]) {
      loopback.faults.skewMs = skewMs;
      await expectTrades(sink, clock);
    }
    await watch.stop();
  });

  test("come back when the exchange was away for a time, and its health says so", async () => {
    world = await ccxtWorld();
    const { exchange, loopback } = world;
    const sink = new RecordedMarket();
    const watch = exchange.watch(MARKETS, sink);
    await waitUntil(() => expectTruth(sink, loopback));
    await loopback.crash();
    await waitUntil(() => expect(sink.words.filter((word) => word.includes("lost"))).toHaveLength(3));
    expect(exchange.health().state).not.toBe("ok");
    await loopback.restart();
    loopback.world.trade(5);
    await waitUntil(() => expectTruth(sink, loopback));
    await waitUntil(() => expect(exchange.health().state).toBe("ok"));
    expect(sink.healths.map(({ state }) => state)).toContain("degraded");
    await watch.stop();
  });

  test("that fall silent while the price goes on are lost, and requested again", async () => {
    const clock = manualClock();
    world = await ccxtWorld({ clock });
    const { exchange, loopback } = world;
    const sink = new RecordedMarket();
    const watch = exchange.watch(["btcusdt"], sink);
    await waitUntil(async () => {
      await clock.advance(200);
      expect(sink.read("btcusdt", 1)).toBeDefined();
    });
    // Quiet, and right to be: it is looked at, and left alone.
    await clock.advance(10_000);
    await waitUntil(() => expect(asked("/api/v3/depth")).toBeGreaterThan(1));
    expect(sink.words.filter((word) => word.includes("lost"))).toEqual([]);
    loopback.faults.isMute = true;
    loopback.world.trade(60);
    await waitUntil(async () => {
      await clock.advance(1000);
      expect(sink.words).toContain("btcusdt lost silent");
    });
    loopback.faults.isMute = false;
    await waitUntil(async () => {
      await clock.advance(1000);
      const { bids, asks } = loopback.book("BTCUSDT");
      expect(sink.read("btcusdt", 5000)).toEqual({ bids, asks });
    });
    await watch.stop();
  });

  test("whose subscription the exchange never answers are asked for again", async () => {
    const clock = manualClock();
    world = await ccxtWorld({ clock });
    const { exchange, loopback } = world;
    const sink = new RecordedMarket();
    // Those to the trades and to the book.
    loopback.faults.lostReplies = 2;
    const watch = exchange.watch(["btcusdt"], sink);
    await waitUntil(async () => {
      await clock.advance(200);
      expect(loopback.faults.lostReplies).toBe(0);
    });
    await waitUntil(async () => {
      await clock.advance(1000);
      const { bids, asks } = loopback.book("BTCUSDT");
      expect(sink.read("btcusdt", 5000)).toEqual({ bids, asks });
    });
    await watch.stop();
  });

  test("of a market that is not listed any more are lost, though their connection is in order", async () => {
    const clock = manualClock();
    world = await ccxtWorld({ clock });
    const { exchange, loopback } = world;
    const sink = new RecordedMarket();
    const watch = exchange.watch(["btcusdt", "ethusdt"], sink);
    await waitUntil(async () => {
      await clock.advance(200);
      expect([sink.read("btcusdt", 1), sink.read("ethusdt", 1)]).not.toContain(undefined);
    });
    const body = { code: -1121, msg: "Invalid symbol." };
    loopback.faults.plan({ path: "/api/v3/depth", count: 1000, fault: { kind: "answer", status: 400, body } });
    await waitUntil(async () => {
      await clock.advance(1000);
      expect(sink.words).toContain("btcusdt lost silent");
    });
    await watch.stop();
  });

  test("that the exchange does not know any more have its list read again, long before a day is over", async () => {
    const clock = manualClock();
    world = await ccxtWorld({ clock });
    const { exchange, loopback } = world;
    let changes = 0;
    const sink = Object.assign(new RecordedMarket(), { marketsChanged: () => changes++ });
    const watch = exchange.watch(["btcusdt", "ethusdt"], sink);
    await waitUntil(async () => {
      await clock.advance(200);
      expect([sink.read("btcusdt", 1), sink.read("ethusdt", 1)]).not.toContain(undefined);
    });
    const info = "/api/v3/exchangeInfo";
    const listed = (await (await fetch(loopback.url + info)).json()) as { symbols: { symbol: string }[] };
    const symbols = listed.symbols.filter(({ symbol }) => symbol !== "BTCUSDT");
    loopback.faults.plan({
      path: info,
      count: 1000,
      fault: { kind: "answer", status: 200, body: { ...listed, symbols } },
    });
    const body = { code: -1121, msg: "Invalid symbol." };
    loopback.faults.plan({ path: "/api/v3/depth", count: 1000, fault: { kind: "answer", status: 400, body } });
    const sinceMs = toMillis(clock.now());
    await waitUntil(async () => {
      await clock.advance(5_000);
      expect(changes).toBe(1);
    });
    expect(toMillis(clock.now()) - sinceMs).toBeLessThan(HOUR_MS);
    await watch.stop();
  });
});

test("an exchange that cannot be reached is down, says why, and is tried until it can", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const exchange = await ccxtAt(url);
  expect(exchange.health()).toMatchObject({ state: "down", reason: "Not connected yet" });
  const sink = new RecordedMarket();
  const watch = exchange.watch(["btcusdt"], sink);
  await waitUntil(() => expect(exchange.health().reason).toContain("ECONNREFUSED"));
  expect(exchange.health()).toMatchObject({ state: "down", reason: expect.not.stringContaining("?") });
  await expect(exchange.markets()).rejects.toMatchObject({ kind: "unavailable" });
  const loopback = await startBinanceLoopback({ port });
  await waitUntil(() => expect(sink.read("btcusdt", 1)).toBeDefined());
  expect(exchange.health().state).toBe("ok");
  await watch.stop();
  await exchange.close();
  await loopback.close();
});

function asked(path: string): number {
  return world.loopback.requests.filter((request) => request.path === path).length;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}
