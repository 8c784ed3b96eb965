import { describe, expect, test } from "vitest";
import type { Market } from "../../exchanges/index.ts";
import { chooseMarkets, readMarketChoice } from "./choose-markets.ts";

function market(symbol: string, volume24h: number, more: Partial<Market> = {}): Market {
  const [base = "", quote = ""] = symbol.split("/");
  return {
    id: symbol.replace("/", "").toLowerCase(),
    symbol,
    base,
    quote,
    type: "spot",
    isActive: true,
    tickSize: "0.01",
    stepSize: "0.01",
    minAmount: "0.01",
    minNotional: "1",
    makerFee: 0,
    takerFee: 0,
    contractSize: "1",
    volume24h,
    ...more,
  };
}

const MARKETS = [
  market("XRP/USDT", 50),
  market("ETH/BTC", 10),
  market("BTC/USDT", 900),
  market("DOGE/USDT", 5_000, { isActive: false }),
  market("BTC/USDT", 9_000, { id: "btcusdtswap", symbol: "BTC/USDT:USDT", type: "swap" }),
  market("ABC/TRY", 7),
];

describe("pairs", () => {
  test.each([
    ["all", ["ethbtc", "btcusdt", "xrpusdt", "abctry"]],
    ["top:2", ["ethbtc", "btcusdt"]],
    ["top:0", []],
    ["btc/usdt, ABC/TRY", ["btcusdt", "abctry"]],
    ["btcusdtswap,doge/usdt", ["btcusdtswap"]],
    ["", []],
  ])("are chosen by %j", (text, expected) => {
    const rate = (currency: string): number | undefined => (currency === "BTC" ? 100 : undefined);
    expect(chooseMarkets(MARKETS, readMarketChoice(text), rate)).toEqual(expected);
  });

  test.each([
    [
      ["xrpusdt", "abctry"],
      ["xrpusdt", "abctry"],
    ],
    [
      ["abctry", "gone"],
      ["ethbtc", "abctry"],
    ],
    [["dogeusdt"], ["ethbtc", "btcusdt"]],
    [
      ["abctry", "xrpusdt", "btcusdt"],
      ["btcusdt", "xrpusdt"],
    ],
  ])("of the largest, those that are followed stay while they are traded: %j", (followed, expected) => {
    const rate = (currency: string): number | undefined => (currency === "BTC" ? 100 : undefined);
    const chosen = chooseMarkets(MARKETS, { kind: "top", count: 2 }, rate, new Set(followed));
    expect(chosen.toSorted()).toEqual(expected.toSorted());
  });
});
