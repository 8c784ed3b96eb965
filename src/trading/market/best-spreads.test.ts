/** The sign, the ratio and the order of the best spreads, with prices that a reader can subtract. */
import { expect, onTestFinished, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { bookOf, marketOf, ScriptedExchange } from "../../../test/support/scripted-exchange.ts";
import { silentLog } from "../../kit/log/log.ts";
import { bestSpreads } from "./best-spreads.ts";
import { liveMarket } from "./live-market.ts";

async function marketWith(books: Readonly<Record<string, readonly [bid: number, ask: number]>>) {
  const clock = manualClock();
  const exchanges = Object.keys(books).map((code) => new ScriptedExchange(code, [marketOf("BTC/USDT")], "live"));
  const market = liveMarket({ exchanges, clock, log: silentLog(), pairs: "all" });
  await market.start();
  onTestFinished(() => market.stop());
  await clock.advance(1_000);
  for (const exchange of exchanges) {
    const [bid, ask] = books[exchange.code] ?? [0, 0];
    exchange.says.book("btcusdt", bookOf(bid, ask, { quantity: 2 }));
  }
  await clock.advance(1_000);
  return market.view;
}

test("a spread is the ask of the first market less the bid of the second: below 0 where more is bid than asked", async () => {
  const view = await marketWith({ one: [90, 100], two: [120, 125] });
  expect(bestSpreads(view, 9)).toEqual([
    {
      combination: "one-btcusdt+two-btcusdt",
      price: -20,
      ratio: 0.8333333333333,
      ask: { price: 100, qty: 2, time: 0 },
      bid: { price: 120, qty: 2, time: 0 },
    },
    {
      combination: "two-btcusdt+one-btcusdt",
      price: 35,
      ratio: 1.388888888889,
      ask: { price: 125, qty: 2, time: 0 },
      bid: { price: 90, qty: 2, time: 0 },
    },
  ]);
});

test("the lowest ratio of ask to bid comes first, and only as many are shown as were asked for", async () => {
  const view = await marketWith({ one: [90, 100], two: [120, 125], three: [110, 111] });
  const codes = (limit: number) =>
    bestSpreads(view, limit).map(({ combination }) => combination.replaceAll("-btcusdt", ""));
  expect(codes(3)).toEqual(["one+two", "one+three", "three+two"]);
  expect(codes(9)).toEqual(["one+two", "one+three", "three+two", "two+three", "three+one", "two+one"]);
});
