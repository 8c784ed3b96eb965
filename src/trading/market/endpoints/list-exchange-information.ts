import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { MarketDeps, RefresherDeps } from "../deps.ts";
import { PUBLIC_REFRESH_MS } from "../refresher.ts";
import { ratingOf, statusOf, tradedListings } from "../show-market.ts";

export const listExchangeInformation = endpoint({
  id: "market.listExchangeInformation",
  method: ["GET", "POST"],
  path: "/public/exchange-information",
  auth: "public",
  summary: "State and rating of exchanges",
  description:
    "The rating is a letter from A to D, from what was measured here since the start: half of it uptime, a fifth latency, " +
    "the rest liquidity (markets that are live, and their spreads); a hyphen before anything was measured.",
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        exchange: Type.String({ description: "Its name" }),
        code: Type.String(),
        status: Type.String({ description: "`running`, or what is wrong; says where an exchange is simulated" }),
        rating: Type.String(),
        uptime_percent: Type.Number(),
        latency_ms: Type.Union([Type.Number(), Type.Null()], { description: "Median round trip" }),
      }),
    ),
  ),
  errors: [],
  examples: [{ name: "all exchanges" }],

  run({ market, refresher, clock }: MarketDeps & RefresherDeps & ClockDeps) {
    return refresher.get("information", PUBLIC_REFRESH_MS, toMillis(clock.now()), () => {
      const listings = tradedListings(market);
      return market.exchanges().map((exchange) => ({
        exchange: exchange.name,
        code: exchange.code,
        status: statusOf(exchange),
        rating: ratingOf(market, exchange, listings),
        uptime_percent: Math.round(exchange.uptime * 100_000) / 1_000,
        latency_ms: exchange.latencyMs ?? null,
      }));
    });
  },
});
