import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { MarketDeps, RefresherDeps } from "../deps.ts";
import { PUBLIC_REFRESH_MS } from "../refresher.ts";
import { tradedListings } from "../show-market.ts";

const uniqueSymbol = Type.Object({
  id: Type.String({ description: "Pair id" }),
  symbol: Type.String({ description: "BASE/QUOTE" }),
  base: Type.String(),
  quote: Type.String(),
  exchanges: Type.Array(Type.String(), { description: "Codes of exchanges" }),
  count: Type.Integer({ description: "How many they are" }),
});

export const listUniqueSymbols = endpoint({
  id: "market.listUniqueSymbols",
  method: ["GET", "POST"],
  path: "/system/unique-symbols",
  auth: "public",
  summary: "Symbols over all exchanges",
  description: "Each pair id once, with the exchanges that trade it: those that most trade first.",
  input: {},
  output: json(Type.Array(uniqueSymbol)),
  errors: [],
  examples: [{ name: "all of them" }],

  run({ market, refresher, clock }: MarketDeps & RefresherDeps & ClockDeps) {
    return refresher.get("unique", PUBLIC_REFRESH_MS, toMillis(clock.now()), () => {
      const unique = new Map<
        string,
        { id: string; symbol: string; base: string; quote: string; exchanges: string[] }
      >();
      for (const { exchange, market: traded } of tradedListings(market)) {
        const { id, symbol, base, quote } = traded;
        const known = unique.get(id);
        if (known) known.exchanges.push(exchange);
        else unique.set(id, { id, symbol, base, quote, exchanges: [exchange] });
      }
      return [...unique.values()]
        .map((each) => ({ ...each, count: each.exchanges.length }))
        .toSorted((one, other) => other.count - one.count || (one.id < other.id ? -1 : 1));
    });
  },
});
