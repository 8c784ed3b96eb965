/** Orders in a market that its exchange lists no more: what became of them is still asked. */
import { expect, onTestFinished, test } from "vitest";
import { ccxtWorld, CREDENTIALS, type CcxtWorld, type ConnectOptions } from "../../../../test/support/ccxt-loopback.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kit/time/spans.ts";
import type { Exchange, MarketSink, NewOrder } from "../port.ts";
import type { KeptMarkets } from "./gone-markets.ts";
import { formerMarketStore } from "../sql/former-market-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const kept = formerMarketStore(db);

const INFO = "/api/v3/exchangeInfo";
const ORDER: NewOrder = {
  marketId: "btcusdt",
  clientOrderId: "ab1f2g3h4j5k6",
  side: "buy",
  type: "limit",
  amount: "0.01",
  price: "30000",
};
const REF = { marketId: ORDER.marketId, clientOrderId: ORDER.clientOrderId };

const SILENT: MarketSink = { book() {}, change() {}, trade() {}, lost() {}, health() {} };

async function worldWithMarkets(options: ConnectOptions = {}): Promise<CcxtWorld> {
  const world = await ccxtWorld(options);
  onTestFinished(() => world.close());
  return world;
}

/** From now on the exchange names all markets but this one. It still answers about orders in it. */
async function delist({ loopback }: CcxtWorld, symbol: string): Promise<void> {
  const info = (await (await fetch(loopback.url + INFO)).json()) as { symbols: { symbol: string }[] };
  const body = { ...info, symbols: info.symbols.filter((each) => each.symbol !== symbol) };
  loopback.faults.plan({ path: INFO, fault: { kind: "answer", status: 200, body }, count: 1_000_000 });
}

/** How often it was told that other markets are listed. */
function changesOf(exchange: Exchange): { readonly count: () => number } {
  let count = 0;
  const watch = exchange.watch([], { ...SILENT, marketsChanged: () => count++ });
  onTestFinished(() => watch.stop());
  return { count: () => count };
}

const listed = async (exchange: Exchange): Promise<readonly string[]> => (await exchange.markets()).map(({ id }) => id);

test("an order is found and cancelled after the end of its market's listing, and no other is placed there", async () => {
  const world = await worldWithMarkets();
  const { exchange } = world;
  expect(await listed(exchange)).toContain("btcusdt");
  const account = exchange.account(CREDENTIALS);
  await account.place(ORDER);
  await delist(world, "BTCUSDT");
  // Twice: what was kept once is kept again.
  for (const _ of [1, 2]) expect(await listed(exchange)).toEqual(["ethusdt", "ethbtc"]);

  expect(await account.find(REF)).toMatchObject({ ...REF, state: "open" });
  expect(await account.openOrders()).toMatchObject([REF]);
  expect(await account.fills("btcusdt", { limit: 10 })).toEqual([]);
  const another = { ...ORDER, clientOrderId: "ab1f2g3h4j5k7" };
  await expect(account.place(another)).rejects.toMatchObject({ kind: "rejected", reason: "unknownMarket" });
  await expect(exchange.book("btcusdt", 5)).rejects.toMatchObject({ reason: "unknownMarket" });
  expect(await account.cancel(REF)).toMatchObject({ state: "canceled" });
});

test("a process that begins after the end of a listing finds the orders of those before it", async () => {
  const world = await worldWithMarkets();
  const before = await world.connect({ keptMarkets: kept });
  await before.account(CREDENTIALS).place(ORDER);
  await waitUntil(async () =>
    expect(await kept.load("binance")).toMatchObject([{ symbol: "BTC/USDT", id: "BTCUSDT" }]),
  );
  await delist(world, "BTCUSDT");

  const after = await world.connect({ keptMarkets: kept });
  expect(await listed(after)).toEqual(["ethusdt", "ethbtc"]);
  const account = after.account(CREDENTIALS);
  expect(await account.find(REF)).toMatchObject({ ...REF, state: "open" });
  expect(await account.cancel(REF)).toMatchObject({ state: "canceled" });
  expect(await account.closedOrders("btcusdt", { limit: 5 })).toMatchObject([{ ...REF, state: "canceled" }]);
});

test("they are found also where the database did not answer as the process began", async () => {
  const clock = manualClock();
  const world = await worldWithMarkets();
  const before = await world.connect({ keptMarkets: kept });
  await before.account(CREDENTIALS).place(ORDER);
  await waitUntil(async () => expect(await kept.load("binance")).toHaveLength(1));
  await delist(world, "BTCUSDT");

  let isAway = true;
  const load: KeptMarkets["load"] = (code) =>
    isAway ? Promise.reject(new Error("the database is away")) : kept.load(code);
  const after = await world.connect({ clock, keptMarkets: { ...kept, load } });
  const account = after.account(CREDENTIALS);
  await expect(account.closedOrders("btcusdt", { limit: 5 })).rejects.toMatchObject({ reason: "unknownMarket" });
  isAway = false;
  await waitUntil(async () => {
    await clock.advance(10_000);
    await expect(account.closedOrders("btcusdt", { limit: 5 })).resolves.toEqual([]);
  });
  const readings = (): number => world.loopback.requests.filter(({ path }) => path === INFO).length;
  const now = readings();
  await clock.advance(MINUTE_MS);
  expect(readings()).toBe(now);
});

test("a listing that is new, and one whose trading begins, are known within the hour", async () => {
  const clock = manualClock();
  const world = await worldWithMarkets({ clock });
  const { exchange, loopback } = world;
  const info = (await (await fetch(loopback.url + INFO)).json()) as { symbols: { symbol: string; status: string }[] };
  const [first, ...others] = info.symbols;
  const body = { ...info, symbols: others as readonly object[] };
  loopback.faults.plan({ path: INFO, fault: { kind: "answer", status: 200, body }, count: 1_000_000 });
  const before = await listed(exchange);
  const changes = changesOf(exchange);
  const anHourLater = async (symbols: readonly object[], count: number): Promise<void> => {
    body.symbols = symbols;
    await clock.advance(HOUR_MS);
    await waitUntil(() => expect(changes.count()).toBe(count));
  };
  await anHourLater([{ ...first, status: "BREAK" }, ...others], 1);
  await anHourLater(info.symbols, 2);
  const now = await exchange.markets();
  expect(now).toHaveLength(before.length + 1);
  expect(now.every(({ isActive }) => isActive)).toBe(true);
});

test("other ticks and steps of a market are known within the hour", async () => {
  const clock = manualClock();
  const world = await worldWithMarkets({ clock });
  const { exchange, loopback } = world;
  await exchange.markets();
  const changes = changesOf(exchange);
  const info = (await (await fetch(loopback.url + INFO)).json()) as { symbols: { filters: object[] }[] };
  const [first, ...others] = info.symbols;
  const filters = (first?.filters ?? []).map((each) =>
    "tickSize" in each ? { ...each, tickSize: "0.50000000" } : each,
  );
  const body = { ...info, symbols: [{ ...first, filters }, ...others] };
  loopback.faults.plan({ path: INFO, fault: { kind: "answer", status: 200, body }, count: 1_000_000 });
  await clock.advance(HOUR_MS);
  await waitUntil(() => expect(changes.count()).toBe(1));
});

test("an order that is refused because its market is gone has the list read again, ten minutes after the last reading at the soonest", async () => {
  const clock = manualClock();
  const world = await worldWithMarkets({ clock });
  const { exchange, loopback } = world;
  await exchange.markets();
  const changes = changesOf(exchange);
  const readings = (): number => loopback.requests.filter(({ path }) => path === INFO).length;
  const before = readings();
  await delist(world, "BTCUSDT");
  const body = { code: -1121, msg: "Invalid symbol." };
  loopback.faults.plan({ path: "/api/v3/order", count: 1000, fault: { kind: "answer", status: 400, body } });
  const account = exchange.account(CREDENTIALS);
  const refused = () =>
    expect(account.place(ORDER)).rejects.toMatchObject({ kind: "rejected", reason: "unknownMarket" });
  await refused();
  expect([readings(), changes.count()]).toEqual([before + 1, 0]);
  await clock.advance(9 * MINUTE_MS);
  expect(readings()).toBe(before + 1);
  await waitUntil(async () => {
    await clock.advance(MINUTE_MS);
    expect(changes.count()).toBe(1);
  });
  // By our own list now: the exchange is not asked for it any more.
  const orders = loopback.requests.filter(({ method }) => method === "POST").length;
  await refused();
  expect(loopback.requests.filter(({ method }) => method === "POST")).toHaveLength(orders);
  expect(readings()).toBe(before + 2);
});
