import { describe, expect, test } from "vitest";
import type { MarketSink } from "../port.ts";
import { inBaseUnits } from "./book-tap.ts";
import type { CcxtBook, CcxtMarket } from "./library.ts";
import { marketsOf } from "./market-of.ts";
import { fillOf, reportOf } from "./orders.ts";
import { tradeOf, WatchedMarket } from "./watched-market.ts";

const SPOT: CcxtMarket = {
  id: "BTCUSDT",
  symbol: "BTC/USDT",
  base: "BTC",
  quote: "USDT",
  type: "spot",
  precision: { price: 0.1, amount: 0.001 },
  limits: { amount: { min: 0.002 }, cost: { min: 5 } },
};
/** A hundredth of a bitcoin each, and traded by the whole. */
const LINEAR: CcxtMarket = {
  ...SPOT,
  id: "BTCUSDTM",
  symbol: "BTC/USDT:USDT",
  type: "swap",
  linear: true,
  contractSize: 0.01,
  precision: { price: 0.1, amount: 1 },
  limits: { amount: { min: 3 } },
};

const read = (...markets: CcxtMarket[]) =>
  marketsOf({ precisionMode: 4, markets: Object.fromEntries(markets.map((each) => [each.symbol, each])) }, {}, [
    "spot",
    "swap",
    "future",
  ]);

function linear() {
  const [market] = read(LINEAR);
  if (!market) throw new Error("the market is left out");
  return market;
}

describe("a market of the library", () => {
  test("has its own amounts where it is a spot market", () => {
    expect(read(SPOT)).toMatchObject([{ stepSize: "0.001", minAmount: "0.002", contractSize: "1" }]);
  });

  test("has step and least amount in base units where the exchange counts in contracts", () => {
    expect(read(LINEAR)).toMatchObject([{ stepSize: "0.01", minAmount: "0.03", contractSize: "0.01" }]);
  });

  test.each([
    ["inverse", { linear: false, contractSize: 100 }],
    ["neither linear nor inverse", { contractSize: 1 }],
    ["of no size", { linear: true }],
    ["of size zero", { linear: true, contractSize: 0 }],
  ])("is left out where its contracts are %s", (_, terms) => {
    const { linear: _linear, contractSize: _size, ...rest } = LINEAR;
    expect(read(SPOT, { ...rest, ...terms }).map(({ type }) => type)).toEqual(["spot"]);
  });
});

describe("on a market of contracts", () => {
  test("levels, whole and as changes, are in base units", () => {
    const heard: number[][] = [];
    const sink = {
      book: (_id, { bids, asks }) => heard.push([...Array.from(bids), ...Array.from(asks)]),
      change: (_id, { bids, asks }) => heard.push([...Array.from(bids), ...Array.from(asks)]),
    } as Pick<MarketSink, "book" | "change"> as MarketSink;
    const watched = new WatchedMarket(linear(), sink, 0);
    const book = { bids: [[100, 5]], asks: [[101, 7]] } as unknown as CcxtBook;
    watched.bookHeard(book, undefined, 0);
    const changes = { bids: new Float64Array([100, 9]), asks: new Float64Array([]) };
    const tap = { isWhole: () => false, take: () => changes } as unknown as Parameters<WatchedMarket["bookHeard"]>[1];
    watched.bookHeard(book, tap, 1);
    expect(heard).toEqual([
      [100, 0.05, 101, 0.07],
      [100, 0.09],
    ]);
    expect(inBaseUnits(new Float64Array([100, 0]), linear())).toEqual(new Float64Array([100, 0]));
  });

  test("trades, fills and orders are in base units", () => {
    const trade = { id: "1", symbol: LINEAR.symbol, price: "100", amount: "5", side: "buy" };
    const symbols = { bySymbol: () => linear() };
    expect(tradeOf(trade, linear(), 0).quantity).toBeCloseTo(0.05, 12);
    expect(fillOf(trade, symbols, { nowMs: 0 }).amount).toBe("0.05");
    expect(reportOf({ symbol: LINEAR.symbol, amount: "50", filled: "12" }, symbols, { nowMs: 0 })).toMatchObject({
      amount: "0.5",
      filled: "0.12",
    });
  });
});
