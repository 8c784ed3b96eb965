/** Exchanges that are made up, connected beside real ones: what they trade is worth nothing there. */
import { onTestFinished, test, expect } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { bookOf, marketOf, ScriptedExchange } from "../../../test/support/scripted-exchange.ts";
import { silentLog } from "../../kit/log/log.ts";
import { bestSpreads } from "./best-spreads.ts";
import { liveMarket } from "./live-market.ts";
import { rateSource } from "./show-market.ts";

/** Each exchange asks and bids around the price that is named. */
async function marketWith(exchanges: readonly [ScriptedExchange, price: number][]) {
  const clock = manualClock();
  const market = liveMarket({ exchanges: exchanges.map(([each]) => each), clock, log: silentLog(), pairs: "all" });
  await market.start();
  onTestFinished(() => market.stop());
  await clock.advance(1_000);
  for (const [exchange, price] of exchanges) exchange.says.book("btcusdt", bookOf(price - 0.5, price + 0.5));
  await clock.advance(1_000);
  return market.view;
}

const pairs = [marketOf("BTC/USDT")];
const exchange = (code: string, kind: "live" | "paper" | "simulated") => new ScriptedExchange(code, pairs, kind);

test("rates, opportunities and spreads do not mix what is made up with what is real", async () => {
  const view = await marketWith([
    [exchange("realone", "live"), 100],
    [exchange("realtwo", "live"), 102],
    [exchange("simone", "simulated"), 104],
    [exchange("simtwo", "simulated"), 106],
  ]);
  expect(rateSource(view)).toBe("market");
  expect([100, 102]).toContain(view.usdRate("BTC"));
  const found = view.opportunities(9).map(({ buy, sell }) => `${buy.exchange}+${sell.exchange}`);
  expect(found.toSorted()).toEqual(["realone+realtwo", "simone+simtwo"]);
  const combinations = bestSpreads(view, 99).map(({ combination }) => combination.replaceAll("-btcusdt", ""));
  expect(combinations.toSorted()).toEqual(["realone+realtwo", "realtwo+realone", "simone+simtwo", "simtwo+simone"]);
});

test("where all is made up, rates are too, and say so", async () => {
  const view = await marketWith([[exchange("simone", "simulated"), 104]]);
  expect(rateSource(view)).toBe("simulated");
  expect(view.usdRate("BTC")).toBe(104);
});

test("orders on paper are made at real prices", async () => {
  const view = await marketWith([
    [exchange("real_paper", "paper"), 100],
    [exchange("simone", "simulated"), 104],
  ]);
  expect(rateSource(view)).toBe("market");
  expect(view.usdRate("BTC")).toBe(100);
});

test("an exchange is not compared with its own prices on paper", async () => {
  const view = await marketWith([
    [exchange("realone", "live"), 100],
    [exchange("realone_paper", "paper"), 102],
    [exchange("realtwo", "live"), 104],
  ]);
  const found = view.opportunities(9).map(({ buy, sell }) => `${buy.exchange}+${sell.exchange}`);
  expect(found.toSorted()).toEqual(["realone+realtwo", "realone_paper+realtwo"]);
  const combinations = bestSpreads(view, 99).map(({ combination }) => combination.replaceAll("-btcusdt", ""));
  expect(combinations.toSorted()).toEqual([
    "realone+realtwo",
    "realone_paper+realtwo",
    "realtwo+realone",
    "realtwo+realone_paper",
  ]);
});
