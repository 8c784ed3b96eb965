import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../deps.ts";

export const listExchanges = endpoint({
  id: "market.listExchanges",
  method: ["GET", "POST"],
  path: "/system/exchanges",
  auth: "public",
  summary: "Exchanges that are connected",
  description: "A simulated exchange, or one that trades on paper, says so in its name.",
  input: {},
  output: json(Type.Array(Type.Object({ code: Type.String(), name: Type.String() }))),
  errors: [],
  examples: [{ name: "all of them" }],

  run({ market }: MarketDeps) {
    return market.exchanges().map(({ code, name }) => ({ code, name }));
  },
});
