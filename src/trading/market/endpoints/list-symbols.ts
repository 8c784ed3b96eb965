import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../deps.ts";
import { marketErrors } from "../errors.ts";
import { symbolRecord } from "../records.ts";
import { showSymbol, tradedListings } from "../show-market.ts";

export const listSymbols = endpoint({
  id: "market.listSymbols",
  method: ["GET", "POST"],
  path: "/system/symbols",
  auth: "public",
  summary: "Symbols by exchange",
  input: {
    params: Type.Object({
      exchange: Type.Optional(Type.String({ maxLength: 40, description: "Only of this exchange" })),
    }),
  },
  output: json(Type.Record(Type.String(), Type.Array(symbolRecord))),
  errors: [marketErrors.unknownExchange],
  examples: [
    { name: "of one exchange", query: { exchange: "simalpha" } },
    { name: "of all" },
    { name: "of an exchange that is not connected", query: { exchange: "nowhere" }, status: 404 },
  ],

  run({ market }: MarketDeps, { input: { params } }) {
    const only = params.exchange?.trim().toLowerCase() ?? "";
    if (only !== "" && !market.exchange(only)) throw marketErrors.unknownExchange({ exchange: params.exchange ?? "" });
    const exchanges = market.exchanges().filter(({ code }) => only === "" || code === only);
    const shown = Object.fromEntries(exchanges.map(({ code }) => [code, [] as ReturnType<typeof showSymbol>[]]));
    for (const listing of tradedListings(market)) shown[listing.exchange]?.push(showSymbol(listing));
    return shown;
  },
});
