import { expect, test } from "vitest";
import { rowsOf } from "../live/market-rows.ts";
import { bestMarkets } from "./find-markets.ts";

const STEPS = { min: 1, pp: 2, pa: 4, tick_size: "0.01", step_size: "0.0001", min_notional: "1" };

function listed(base: string, quote: string) {
  const id = `${base}${quote}`.toLowerCase();
  return { id, symbol: `${base}/${quote}`, base, quote, maker_fee: 0, taker_fee: 0, ...STEPS };
}

const many = Array.from({ length: 5_000 }, (_, at) => listed(`A${at}`, "BTC"));
const ROWS = rowsOf({ alpha: [...many, listed("BTC", "USDT")], beta: [listed("BTC", "USDT"), listed("ETH", "USDT")] });

test("pairs that begin with the text come first, and all that are found are counted", () => {
  const { first, total } = bestMarkets(ROWS, "btc", 3);
  expect(first.map(({ code }) => code)).toEqual(["alpha-btcusdt", "beta-btcusdt", "alpha-a0btc"]);
  expect(total).toBe(5_002);
});

test("a market is found by its pair and its exchange, in any order and case", () => {
  expect(bestMarkets(ROWS, " Beta  ETH ", 5).first.map(({ code }) => code)).toEqual(["beta-ethusdt"]);
  expect(bestMarkets(ROWS, "eth/usdt", 5).total).toBe(1);
  expect(bestMarkets(ROWS, "nothing", 5)).toEqual({ first: [], total: 0 });
});
