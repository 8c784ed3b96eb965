import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { MarketDeps, RefresherDeps } from "../deps.ts";
import { PUBLIC_REFRESH_MS } from "../refresher.ts";
import { ratingOf, statusOf, tradedListings } from "../show-market.ts";

export const indexExchanges = endpoint({
  id: "market.indexExchanges",
  method: ["GET", "POST"],
  path: "/exchangeindex/exchanges",
  auth: "public",
  summary: "The index of exchanges",
  description: "Every exchange that is connected. What they list and drop is announced at exchangeindex/announcements.",
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        rating: Type.String({ description: "A to D, as public/exchange-information tells" }),
        symbols: Type.Integer(),
        status: Type.String(),
        last_checked: Type.Integer({ description: "Milliseconds since 1970" }),
        announcements_monitored: Type.Boolean(),
      }),
    ),
  ),
  errors: [],
  examples: [{ name: "all of them" }],

  run({ market, refresher, clock }: MarketDeps & RefresherDeps & ClockDeps) {
    return refresher.get("index", PUBLIC_REFRESH_MS, toMillis(clock.now()), () => {
      const listings = tradedListings(market);
      return market.exchanges().map((exchange) => ({
        code: exchange.code,
        name: exchange.name,
        rating: ratingOf(market, exchange, listings),
        symbols: listings.filter((each) => each.exchange === exchange.code).length,
        status: statusOf(exchange),
        last_checked: Math.floor(exchange.lastCheckedMs),
        announcements_monitored: true,
      }));
    });
  },
});
