import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { serviceCode } from "../../shapes.ts";
import type { Side } from "../../exchanges/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { MarketDeps, RefresherDeps } from "../deps.ts";
import { marketErrors } from "../errors.ts";
import { decimalsOf } from "../market-decimals.ts";
import { tradeTuple } from "../records.ts";
import { PUBLIC_REFRESH_MS } from "../refresher.ts";
import { tradedListings } from "../show-market.ts";
import type { Listing, MarketView } from "../view.ts";

const MOST_ACTIVE = 10;

export const fetchSymbolTrades = endpoint({
  id: "market.fetchSymbolTrades",
  method: ["GET", "POST"],
  path: "/public/fetch-symbol-trades",
  auth: "public",
  summary: "Latest trades of a market",
  description:
    "Up to a hundred trades, newest first, each as price, quantity, milliseconds and id: under `asks` those that took an " +
    "ask, under `bids` those that took a bid. Without a symbol, the ten markets whose prices change most. Without a key, " +
    "at most a second old. `broken` is there where the stream of the exchange's trades broke among them.",
  input: {
    params: Type.Object({
      symbol: Type.Optional(serviceCode),
      side: Type.Enum(["both", "asks", "bids"], { default: "both" }),
    }),
  },
  output: json(
    Type.Record(
      Type.String(),
      Type.Object({
        bids: Type.Optional(Type.Array(tradeTuple)),
        asks: Type.Optional(Type.Array(tradeTuple)),
        broken: Type.Optional(
          Type.Integer({
            description:
              "Trades may be missing from that moment on, until those that came after it. Of several such moments, the " +
              "first; milliseconds since 1970",
          }),
        ),
      }),
    ),
  ),
  errors: [marketErrors.unknownCode],
  examples: [
    { name: "of one market", query: { symbol: "simalpha-btcusdt", side: "asks" } },
    { name: "of the most active ones" },
    { name: "a market that is not there", query: { symbol: "simalpha-nothing" }, status: 404 },
  ],

  run({ market, refresher, clock }: MarketDeps & RefresherDeps & ClockDeps, { input: { params }, actor }) {
    const { symbol, side } = params;
    const only = symbol === undefined ? undefined : market.listing(symbol);
    if (symbol !== undefined && !only) throw marketErrors.unknownCode({ code: symbol });
    const make = () => {
      const listings = only ? [only] : mostActive(market);
      return Object.fromEntries(listings.map((each) => [each.code, showTrades(market, each, side)]));
    };
    const nowMs = toMillis(clock.now());
    return refresher.get(`trades:${symbol ?? ""}:${side}`, actor ? 0 : PUBLIC_REFRESH_MS, nowMs, make);
  },
});

function mostActive(market: MarketView): Listing[] {
  return tradedListings(market)
    .map((listing) => ({ listing, changes: market.top(listing).changes }))
    .filter(({ changes }) => changes > 0)
    .toSorted((one, other) => other.changes - one.changes)
    .slice(0, MOST_ACTIVE)
    .map(({ listing }) => listing);
}

function showTrades(view: MarketView, listing: Listing, side: "both" | "asks" | "bids") {
  const shown = decimalsOf(listing.market);
  const newestFirst = view.trades(listing).toReversed();
  const [first] = view.tradeBreaks(listing);
  const of = (takerSide: Side) =>
    newestFirst
      .filter((trade) => trade.takerSide === takerSide)
      .map(({ price, quantity, atMs, id }) => [shown.price(price), shown.quantity(quantity), Math.floor(atMs), id]);
  return {
    ...(side === "asks" ? {} : { bids: of("sell") }),
    ...(side === "bids" ? {} : { asks: of("buy") }),
    ...(first ? { broken: Math.floor(first.sinceMs) } : {}),
  };
}
