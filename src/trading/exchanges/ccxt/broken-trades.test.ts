/** Whether the trades of a market come without a break is told. */
import { expect, onTestFinished, test } from "vitest";
import { ccxtWorld, CREDENTIALS } from "../../../../test/support/ccxt-loopback.ts";
import { RecordedMarket } from "../../../../test/support/exchange-contract/recorded-market.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import type { MarketSink } from "../port.ts";

test("a connection that breaks breaks the trades, and the first trade after it says that they come again", async () => {
  const { exchange, loopback, close } = await ccxtWorld();
  onTestFinished(close);
  const flow: string[] = [];
  const sinceMs: number[] = [];
  const sink: MarketSink = Object.assign(new RecordedMarket(), {
    tradesBroke: (_: string, fromMs: number) => void (flow.push("broke"), sinceMs.push(fromMs)),
    tradesResumed: () => void flow.push("resumed"),
    trade: () => void (flow.at(-1) !== "trade" && flow.push("trade")),
  });
  const account = exchange.account(CREDENTIALS);
  let orders = 0;
  const trade = () =>
    account.place({
      marketId: "btcusdt",
      clientOrderId: `taker${String(++orders)}`,
      side: "buy",
      type: "market",
      amount: "0.001",
    });
  const watch = exchange.watch(["btcusdt"], sink);
  await waitUntil(() => expect(flow).toEqual(["resumed"]));
  const beforeMs = Date.now();
  await waitUntil(async () => {
    await trade();
    expect(flow).toEqual(["resumed", "trade"]);
  });
  loopback.faults.dropSockets("market");
  await waitUntil(() => expect(flow.slice(0, 3)).toEqual(["resumed", "trade", "broke"]));
  expect(sinceMs[0]).toBeGreaterThanOrEqual(beforeMs - 1_000);
  expect(sinceMs[0]).toBeLessThanOrEqual(Date.now());
  await waitUntil(async () => {
    await trade();
    expect(flow).toEqual(["resumed", "trade", "broke", "resumed", "trade"]);
  });
  watch.replace([]);
  expect(flow.at(-1)).toBe("broke");
  await watch.stop();
});

const LOST = [
  ["answered", 0],
  ["not answered", 1],
] as const;

test.each(LOST)(
  "trades whose subscription was lost are asked for again, where giving it back is %s",
  async (_, lost) => {
    const clock = manualClock();
    const { exchange, loopback, close } = await ccxtWorld({ clock });
    onTestFinished(close);
    const flow: string[] = [];
    const sink: MarketSink = Object.assign(new RecordedMarket(), {
      tradesBroke: () => void flow.push("broke"),
      tradesResumed: () => void flow.push("resumed"),
      trade: () => void (flow.at(-1) !== "trade" && flow.push("trade")),
    });
    // Trades are asked for before the book.
    loopback.faults.lostQuestions = 1;
    const watch = exchange.watch(["btcusdt"], sink);
    const passUntil = (told: readonly string[]): Promise<void> =>
      waitUntil(async () => {
        await clock.advance(1_000);
        loopback.world.trade(5);
        expect(flow).toEqual(told);
      });
    await passUntil(["resumed"]);
    loopback.faults.lostReplies = lost;
    await passUntil(["resumed", "broke", "resumed", "trade"]);
    await watch.stop();
  },
);

test("a market without trades lacks none", async () => {
  const clock = manualClock();
  const { exchange, loopback, close } = await ccxtWorld({ clock });
  onTestFinished(close);
  const flow: string[] = [];
  const sink: MarketSink = Object.assign(new RecordedMarket(), { tradesBroke: () => void flow.push("broke") });
  const watch = exchange.watch(["btcusdt"], sink);
  const asked = (): number => loopback.requests.filter(({ path }) => path === "/api/v3/trades").length;
  await waitUntil(async () => {
    await clock.advance(1_000);
    expect(asked()).toBeGreaterThan(3);
  });
  expect(flow).toEqual([]);
  await watch.stop();
});
