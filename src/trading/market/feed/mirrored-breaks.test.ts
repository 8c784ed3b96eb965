/** A process that gets trades over the bus learns of every time in which some may be missing. */
import { expect, onTestFinished, test } from "vitest";
import type { Bus } from "../../../kit/bus/bus.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { marketCluster, topOf } from "../../../../test/support/market-cluster.ts";
import { bookOf } from "../../../../test/support/scripted-exchange.ts";
import type { RunningMarket } from "../live-market.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });

/** The breaks of a market's trades, from now on. */
function breaksOf({ tradeFlow }: Pick<RunningMarket, "tradeFlow">, code: string): number[] {
  const breaks: number[] = [];
  const stop = tradeFlow.on((listing, sinceMs) => {
    if (listing.code === code && sinceMs !== undefined) breaks.push(sinceMs);
  });
  onTestFinished(stop);
  return breaks;
}

test("a break at the exchange reaches other processes, by the clock of the reader", async () => {
  const { clock, bus, process, mirror, until, pass } = marketCluster(db, "mb1");
  const live = process("a", { lateMs: 7_000, databaseClock: { aheadMs: 7_000 } });
  await until(() => live.exchange.watched !== undefined);
  live.exchange.says.book("btcusdt", bookOf(99, 101));
  const market = mirror(bus, { lateMs: -4_000, databaseClock: { aheadMs: -4_000 } });
  await until(() => topOf(market, "mb1-btcusdt")?.state === "live");
  const [breaks, others] = [breaksOf(market, "mb1-btcusdt"), breaksOf(market, "mb1-ethusdt")];
  const nowMs = clock.now() / 1_000;
  live.exchange.says.tradesBroke?.("btcusdt", nowMs - 7_000 - 300);
  await pass(500);
  expect(breaks).toEqual([nowMs + 4_000 - 300]);
  live.exchange.says.tradesResumed?.("btcusdt");
  await pass(2_000);
  expect([breaks.length, others.length]).toEqual([1, 0]);
});

test("messages that got lost on the way are a break since the last that came", async () => {
  const { clock, bus, process, mirror, until, pass } = marketCluster(db, "mb2");
  let isOpen = true;
  const lossy: Bus = {
    ...bus,
    subscribe: (topic, handler) => bus.subscribe(topic, (message) => void (isOpen && handler(message))),
    publish: (topic, message) => bus.publish(topic, message),
    close: () => Promise.resolve(),
  };
  const live = process("a");
  await until(() => live.exchange.watched !== undefined);
  live.exchange.says.book("btcusdt", bookOf(99, 101));
  const market = mirror(lossy);
  await until(() => topOf(market, "mb2-btcusdt")?.state === "live");
  await pass(2_000);
  const breaks = breaksOf(market, "mb2-btcusdt");
  isOpen = false;
  const closedMs = clock.now() / 1_000;
  live.exchange.says.trade("btcusdt", { id: "lost", price: 1, quantity: 1, takerSide: "buy", atMs: 1 });
  await pass(500);
  isOpen = true;
  await pass(2_000);
  expect(breaks).toHaveLength(1);
  expect(breaks[0]).toBeLessThanOrEqual(closedMs);
  expect(breaks[0]).toBeGreaterThan(closedMs - 5_000);
});

test("another process that takes the exchange over is a break, in every process", async () => {
  const { process, mirror, until, endLease } = marketCluster(db, "mb3");
  const first = process("a");
  await until(() => first.exchange.watched !== undefined);
  first.exchange.says.book("btcusdt", bookOf(99, 101));
  const market = mirror();
  await until(() => topOf(market, "mb3-btcusdt")?.state === "live");
  const second = process("b");
  await until(() => topOf(second, "mb3-btcusdt")?.state === "live");
  const breaks = [market, second, first].map((each) => breaksOf(each, "mb3-btcusdt"));
  await endLease();
  void first.stop();
  await until(() => second.owns("mb3"));
  await until(() => second.exchange.watched !== undefined);
  await until(() => (breaks[0]?.length ?? 0) > 0 && (breaks[1]?.length ?? 0) > 0);
  expect(breaks.slice(0, 2).every(([sinceMs = 0]) => sinceMs > 0)).toBe(true);
});
