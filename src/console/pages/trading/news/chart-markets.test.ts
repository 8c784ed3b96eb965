import { expect, test } from "vitest";
import { rowsOf } from "../../../live/market-rows.ts";
import { chartAddress, chartMarkets } from "./chart-markets.ts";

const WATCHLIST = [
  { keywords: "bitcoin, btc, xbt", currency: "BTC" },
  { keywords: "cardano", currency: "ADA" },
  { keywords: "tether, usdt", currency: "USDT" },
  { keywords: "binance", currency: null },
];

const listed = (id: string, base: string, quote: string) => ({ id, symbol: `${base}/${quote}`, base, quote, pp: 2 });
const MARKETS = rowsOf({
  alpha: [listed("adabtc", "ADA", "BTC"), listed("btceur", "BTC", "EUR"), listed("btcusdt", "BTC", "USDT")],
} as unknown as Parameters<typeof rowsOf>[0]);

test("an article leads to one market of each coin that it names and that is traded", () => {
  const codesOf = (keywords: string) => chartMarkets(keywords, WATCHLIST, MARKETS).map(({ code }) => code);
  expect(codesOf("bitcoin")).toEqual(["alpha-btcusdt"]);
  expect(codesOf("binance,cardano,bitcoin,tether")).toEqual(["alpha-btcusdt", "alpha-adabtc"]);
  expect(codesOf("binance")).toEqual([]);
  expect(codesOf("")).toEqual([]);
});

test("the chart opens at the moment of the article", () => {
  expect(chartAddress("alpha-btc/usdt", 1_593_561_600)).toBe("/console/trading/markets/alpha-btc%2Fusdt?at=1593561600");
});
