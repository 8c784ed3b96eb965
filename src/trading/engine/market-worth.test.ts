/** How an order looks on its market: its value, its book, and the second price that the collar compares it with. */
import { describe, expect, test } from "vitest";
import { emptyMarket } from "../../../test/support/empty-market.ts";
import { parseFine } from "../../kit/money/fine.ts";
import type { ExchangeKind } from "../exchanges/index.ts";
import type { ExchangeView, Listing, Top } from "../market/index.ts";
import { MarketWorth, type PricedOrder } from "./market-worth.ts";

const fine = (text: string) => parseFine(text);
const NOW = 1_000_000;

interface Quoted {
  readonly exchange: string;
  readonly bid: number;
  readonly ask: number;
  readonly kind?: ExchangeKind;
  readonly quote?: string;
  readonly state?: Top["state"];
}

function worthOf(...quoted: readonly Quoted[]): MarketWorth {
  const listings = quoted.map(({ exchange, quote = "USDT" }, index): Listing => {
    const market = { id: `btc${quote.toLowerCase()}`, base: "BTC", quote, type: "spot" } as Listing["market"];
    return { index, code: `${exchange}-${market.id}`, exchange, market, firstSeenMs: 0, lastSeenMs: 0 };
  });
  const kinds = new Map(quoted.map(({ exchange, kind = "live" }) => [exchange, kind]));
  return new MarketWorth(
    emptyMarket({
      listings: () => listings,
      listing: (code) => listings.find((each) => each.code === code),
      exchange: (code) => ({ code, kind: kinds.get(code) }) as ExchangeView,
      top: ({ index }) => {
        const { bid = 0, ask = 0, state = "live" } = quoted[index] ?? {};
        return { state, bidPrice: bid, askPrice: ask, heardMs: NOW - 40 } as Top;
      },
      usdRate: (currency) => ({ BTC: 50_000, USDT: 1, EUR: 1.1 })[currency],
    }),
  );
}

const OURS = { exchange: "binance", bid: 49_990, ask: 50_010 };
const ORDER: PricedOrder = {
  exchange: "binance",
  marketId: "btcusdt",
  side: "buy",
  type: "limit",
  amount: "0.5",
  price: "40000",
  stopPrice: null,
};
const at = { nowMs: NOW, clockDriftMs: 7 };

test("an order is worth its price in dollars, and knows its book", () => {
  expect(worthOf(OURS).order(ORDER, at)).toEqual({
    notional: fine("20000"),
    baseValue: fine("50000"),
    price: fine("40000"),
    isWaiting: false,
    secondPrice: fine("50000"),
    bestBid: fine("49990"),
    bestAsk: fine("50010"),
    bookAgeMs: 40,
    clockDriftMs: 7,
  });
  expect(worthOf({ ...OURS, quote: "EUR" }).order({ ...ORDER, marketId: "btceur" }, at).notional).toBe(fine("22000"));
});

test.each<[string, Partial<PricedOrder>, string | undefined, boolean]>([
  ["a market order that buys", { type: "market", price: null }, "50010", false],
  ["a market order that sells", { type: "market", price: null, side: "sell" }, "49990", false],
  ["a stop", { type: "stop", price: null, stopPrice: "45000" }, "45000", true],
  ["a stop with a limit", { type: "stop_limit", price: "44000", stopPrice: "45000" }, "44000", true],
])("%s is at its price", (_, changes, price, isWaiting) => {
  const order = worthOf(OURS).order({ ...ORDER, ...changes }, at);
  expect([order.price, order.isWaiting]).toEqual([fine(price ?? ""), isWaiting]);
});

describe("where nothing is known", () => {
  test.each<[string, MarketWorth]>([
    ["of the market", worthOf()],
    ["but an old book", worthOf({ ...OURS, state: "stale" })],
  ])("%s, a market order has no price and its book is too old for every limit", (_, worth) => {
    expect(worth.order({ ...ORDER, type: "market", price: null }, at)).toMatchObject({
      notional: undefined,
      price: undefined,
      secondPrice: undefined,
      bestBid: 0n,
      bestAsk: 0n,
      bookAgeMs: Infinity,
    });
  });
});

describe("the second price", () => {
  const second = (...others: readonly Quoted[]) => worthOf(OURS, ...others).order(ORDER, at).secondPrice;

  test("is the median of the middles of other exchanges", () => {
    const kraken = { exchange: "kraken", bid: 51_000, ask: 51_002 };
    const okx = { exchange: "okx", bid: 52_000, ask: 52_002 };
    expect(second(kraken)).toBe(fine("51001"));
    expect(second(kraken, okx, { exchange: "bybit", bid: 1, ask: 1.01 })).toBe(fine("51001"));
  });

  test.each<[string, Quoted]>([
    ["whose book is not in step", { exchange: "kraken", bid: 1, ask: 1.01, state: "stale" }],
    ["whose prices are far apart", { exchange: "kraken", bid: 1, ask: 2 }],
    ["that is simulated", { exchange: "simalpha", bid: 1, ask: 1.01, kind: "simulated" }],
    ["on paper", { exchange: "kraken_paper", bid: 1, ask: 1.01, kind: "paper" }],
    ["in another currency", { exchange: "kraken", bid: 1, ask: 1.01, quote: "EUR" }],
  ])("is not that of an exchange %s", (_, other) => {
    expect(second(other)).toBe(fine("50000"));
  });

  test("of an order on paper is not that of the exchange whose prices it has", () => {
    const paper = { ...OURS, exchange: "binance_paper", kind: "paper" } as const;
    const worth = worthOf(paper, { ...OURS, bid: 1, ask: 1.01 });
    expect(worth.order({ ...ORDER, exchange: "binance_paper" }, at).secondPrice).toBe(fine("50000"));
  });

  test("of a simulated market is that of another simulated one", () => {
    const [alpha, beta] = ["simalpha", "simbeta"].map((exchange) => ({
      ...OURS,
      exchange,
      kind: "simulated" as const,
    }));
    const worth = worthOf({ ...OURS, ...alpha }, { ...OURS, ...beta, bid: 60_000, ask: 60_002 }, OURS);
    expect(worth.order({ ...ORDER, exchange: "simalpha" }, at).secondPrice).toBe(fine("60001"));
  });
});
