import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { MarketDeps, RefresherDeps } from "../deps.ts";
import { marketErrors } from "../errors.ts";
import { decimalsOf } from "../market-decimals.ts";
import { topOfBook } from "../records.ts";
import { PUBLIC_REFRESH_MS } from "../refresher.ts";
import type { Listing, Top } from "../view.ts";

const MAX_CODES = 10;

export const fetchSymbolPrice = endpoint({
  id: "market.fetchSymbolPrice",
  method: ["GET", "POST"],
  path: "/public/fetch-symbol-price",
  auth: "public",
  summary: "Best prices of markets",
  description:
    "Best bid and ask of up to ten markets, with the age of what is known: prices that are not `live` are the last ones " +
    "that were. A side without any offer has price and quantity 0. With a key, prices are those of the moment; without " +
    "one, at most a second old.",
  input: {
    params: Type.Object({
      code: Type.String({
        minLength: 1,
        maxLength: 700,
        pattern: "[^,\\s]",
        description: "Up to ten service codes, separated by commas",
      }),
    }),
  },
  output: json(
    Type.Intersect([
      Type.Object({ notes: Type.String() }),
      Type.Record(Type.String(), Type.Union([topOfBook, Type.String()])),
    ]),
  ),
  errors: [marketErrors.unknownCode, marketErrors.tooMany],
  examples: [
    { name: "two markets", query: { code: "simalpha-btcusdt,simbeta-btcusdt" } },
    { name: "a market that is not there", body: { code: "simalpha-nothing" }, status: 404 },
    { name: "too many", body: { code: Array.from({ length: 11 }, (_, at) => `a-${at}`).join(",") }, status: 422 },
    { name: "no code between the commas", body: { code: " ,," }, status: 422 },
    { name: "without what it needs", body: {}, status: 422 },
  ],

  run({ market, refresher, clock }: MarketDeps & RefresherDeps & ClockDeps, { input: { params }, actor }) {
    const codes = [...new Set(params.code.split(",").map((each) => each.trim().toLowerCase()))].filter(Boolean);
    if (codes.length > MAX_CODES) throw marketErrors.tooMany({ parameter: "code", maximum: MAX_CODES });
    const nowMs = Math.floor(toMillis(clock.now()));
    const refreshMs = actor ? 0 : PUBLIC_REFRESH_MS;
    const prices: Record<string, Static<typeof topOfBook>> = {};
    for (const code of codes) {
      const listing = market.listing(code);
      if (!listing) throw marketErrors.unknownCode({ code });
      prices[code] = refresher.get(`price:${code}`, refreshMs, nowMs, () =>
        showTop(listing, market.top(listing), nowMs),
      );
    }
    return {
      ...prices,
      notes: actor ? "Prices of this moment" : `Refreshed every ${PUBLIC_REFRESH_MS} ms without a key`,
    };
  },
});

function showTop({ market }: Listing, top: Top, nowMs: number): Static<typeof topOfBook> {
  const { price, quantity } = decimalsOf(market);
  return {
    bids: { price: price(top.bidPrice), qty: quantity(top.bidQuantity), time: Math.floor(top.bidMs) },
    asks: { price: price(top.askPrice), qty: quantity(top.askQuantity), time: Math.floor(top.askMs) },
    age_ms: top.heardMs === 0 ? 0 : Math.max(0, nowMs - Math.floor(top.heardMs)),
    state: top.state,
  };
}
