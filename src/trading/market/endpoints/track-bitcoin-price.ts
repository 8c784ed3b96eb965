import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { MarketDeps, RefresherDeps } from "../deps.ts";
import { quoteTuple } from "../records.ts";
import { PUBLIC_REFRESH_MS } from "../refresher.ts";
import { decimalsOf } from "../market-decimals.ts";
import type { MarketView } from "../view.ts";

type Quotes = Record<string, number[]>;

export const trackBitcoinPrice = endpoint({
  id: "market.trackBitcoinPrice",
  method: ["GET", "POST"],
  path: "/public/bitcoin-price-tracker",
  auth: "public",
  summary: "Bitcoin on all markets",
  description:
    "Best bid and ask of everything that bitcoin is bought with, where the book is live, as price, quantity and " +
    "milliseconds. Made once an interval for all who ask for it; without a key, the interval is a second.",
  input: {
    params: Type.Object({
      interval: Type.Integer({
        enum: [1000, 900, 750, 500, 400, 250, 100, 50, 25],
        default: 1000,
        description: "Milliseconds between two refreshes",
      }),
      symbol_filter: Type.Optional(Type.String({ maxLength: 64, description: "Part of a service code" })),
    }),
  },
  output: json(
    Type.Object({
      lastupdated: Type.Integer({ description: "Milliseconds since 1970" }),
      bids: Type.Record(Type.String(), quoteTuple),
      asks: Type.Record(Type.String(), quoteTuple),
    }),
  ),
  errors: [],
  examples: [
    { name: "all markets" },
    { name: "of one exchange", query: { symbol_filter: "simalpha", interval: "25" } },
  ],

  run({ market, refresher, clock }: MarketDeps & RefresherDeps & ClockDeps, { input: { params }, actor }) {
    const nowMs = Math.floor(toMillis(clock.now()));
    const interval = actor ? params.interval : Math.max(params.interval, PUBLIC_REFRESH_MS);
    const all = refresher.get(`bitcoin:${interval}`, interval, nowMs, () => quotesOf(market, nowMs));
    const filter = params.symbol_filter?.trim().toLowerCase() ?? "";
    if (filter === "") return all;
    const only = (quotes: Quotes): Quotes =>
      Object.fromEntries(Object.entries(quotes).filter(([code]) => code.includes(filter)));
    return { ...all, bids: only(all.bids), asks: only(all.asks) };
  },
});

function quotesOf(market: MarketView, nowMs: number): { lastupdated: number; bids: Quotes; asks: Quotes } {
  const bids: Quotes = {};
  const asks: Quotes = {};
  for (const listing of market.listings()) {
    if (listing.market.base !== "BTC") continue;
    const top = market.top(listing);
    if (top.state !== "live") continue;
    const { price, quantity } = decimalsOf(listing.market);
    if (top.bidPrice > 0) bids[listing.code] = [price(top.bidPrice), quantity(top.bidQuantity), Math.floor(top.bidMs)];
    if (top.askPrice > 0) asks[listing.code] = [price(top.askPrice), quantity(top.askQuantity), Math.floor(top.askMs)];
  }
  return { lastupdated: nowMs, bids, asks };
}
