import { expect, test } from "vitest";
import { filteredRows, quotesOf, rowsOf, type MarketFilters } from "./market-rows.ts";

function listed(id: string, symbol: string) {
  const [base = "", quote = ""] = symbol.split("/");
  const steps = { min: 1, pp: 2, pa: 4, tick_size: "0.01", step_size: "0.0001", min_notional: "1" };
  return { id, symbol, base, quote, maker_fee: 0, taker_fee: 0, ...steps };
}

const ROWS = rowsOf({
  beta: [listed("btcusdt", "BTC/USDT")],
  alpha: [listed("ethbtc", "ETH/BTC"), listed("btcusdt", "BTC/USDT")],
});
const ALL: MarketFilters = { search: "", exchange: "", quote: "", only: undefined };

test.each<[string, Partial<MarketFilters>, string[]]>([
  ["everything by pair and exchange", {}, ["alpha-btcusdt", "beta-btcusdt", "alpha-ethbtc"]],
  ["words in any order", { search: " ALPHA  btc/ " }, ["alpha-btcusdt"]],
  ["an exchange", { exchange: "beta" }, ["beta-btcusdt"]],
  ["a currency", { quote: "BTC" }, ["alpha-ethbtc"]],
  [
    "watched markets, with one that is gone",
    { only: new Set(["beta-btcusdt", "old-pair"]) },
    ["beta-btcusdt", "old-pair"],
  ],
  ["nothing", { search: "doge" }, []],
])("filters leave %s", (_, filters, codes) => {
  expect(filteredRows(ROWS, { ...ALL, ...filters }).map(({ code }) => code)).toEqual(codes);
});

test("currencies of most markets come first", () => {
  expect(quotesOf(ROWS)).toEqual(["USDT", "BTC"]);
});
