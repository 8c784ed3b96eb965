import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { MarketDeps } from "../deps.ts";
import { tradedListings } from "../show-market.ts";

export const showInformation = endpoint({
  id: "market.showInformation",
  method: ["GET", "POST"],
  path: "/system/information",
  auth: "user",
  summary: "What the subscription may use",
  description: "Exchanges that are connected and open to the caller, and the service codes of what they trade.",
  input: {},
  output: json(
    Type.Object({
      time: Type.Integer({ description: "Milliseconds since 1970" }),
      supported: Type.Object({ exchanges: Type.Array(Type.String()), symbols: Type.Array(Type.String()) }),
    }),
  ),
  errors: [],
  examples: [{ name: "of the caller" }],

  run({ market, clock }: MarketDeps & ClockDeps, { actor }) {
    const open = actor.rights?.exchanges;
    const exchanges = market
      .exchanges()
      .map(({ code }) => code)
      .filter((code) => open === undefined || open.includes(code));
    const isOpen = new Set(exchanges);
    const symbols = tradedListings(market)
      .filter(({ exchange }) => isOpen.has(exchange))
      .map(({ code }) => code);
    return { time: Math.floor(toMillis(clock.now())), supported: { exchanges, symbols } };
  },
});
