/** A simulated venue without traders, for cases in which only the test trades. */
import { parseAmount } from "../../../src/kit/money/amount.ts";
import type { Market, Side } from "../../../src/trading/exchanges/port.ts";
import { openVenue, type Venue } from "../../../src/trading/simulation/venue.ts";

const MARKETS: readonly Market[] = [quietMarket("btcusdt", "BTC", "USDT"), quietMarket("ethusdt", "ETH", "USDT")];

/** The contract's settings for it. */
export const QUIET = { marketId: "btcusdt", otherMarketId: "ethusdt", price: "1000", amount: "0.5" } as const;

export function quietVenue(startMs: number): Venue {
  const venue = openVenue({
    code: "simquiet",
    name: "Quiet (simulated)",
    seed: 1,
    startMs,
    markets: MARKETS.map((market) => ({
      market,
      priceAt: () => 1000,
      stepsPerSecond: 0,
      levelAmount: 1,
      halfSpread: 0.001,
      takers: 0,
    })),
  });
  for (const account of ["other-buyer", "other-seller"]) {
    for (const currency of ["BTC", "ETH", "USDT"]) {
      venue.apply({ kind: "deposit", account, currency, amount: parseAmount("1000000000") });
    }
  }
  return venue;
}

/** Another account's limit order. */
export function othersPlace(
  venue: Venue,
  order: { readonly side: Side; readonly price: string; readonly amount: string },
): void {
  const [first] = venue.apply({
    kind: "place",
    account: order.side === "buy" ? "other-buyer" : "other-seller",
    marketId: QUIET.marketId,
    clientOrderId: "",
    side: order.side,
    type: "limit",
    amount: parseAmount(order.amount),
    price: parseAmount(order.price),
    timeInForce: "GTC",
    postOnly: false,
    atMs: venue.nowMs,
  });
  if (first?.kind !== "order") throw new Error("the others' order was refused");
}

function quietMarket(id: string, base: string, quote: string): Market {
  return {
    id,
    symbol: `${base}/${quote}`,
    base,
    quote,
    type: "spot",
    isActive: true,
    tickSize: "0.01",
    stepSize: "0.001",
    minAmount: "0.001",
    minNotional: "5",
    makerFee: 0.001,
    takerFee: 0.002,
    contractSize: "1",
  };
}
