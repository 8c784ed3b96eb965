import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ConnectedExchangeDeps } from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import { PREDEFINED_QUERIES, QUERY_TYPES } from "../core/predefined-queries.ts";
import { queryType } from "../parameters.ts";

export const listExchangeRequests = endpoint({
  id: "orders.listExchangeRequests",
  method: ["GET", "POST"],
  path: "/exchange-query/list-exchange-requests",
  auth: "user",
  permission: "strategies",
  summary: "List what exchanges can be asked",
  description:
    "Each `id` is an `exchange_query` of exchange-query/create-query. One without `exchanges` is answered by none that the " +
    "platform is connected to.",
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        id: queryType,
        name: Type.String(),
        description: Type.String(),
        parameters: Type.Array(Type.Object({ name: Type.String(), required: Type.Boolean() })),
        exchanges: Type.Array(Type.String(), { description: "Codes of the exchanges that answer it" }),
      }),
    ),
  ),
  errors: [],
  examples: [{ name: "all" }],

  run({ market, connectedExchange }: MarketDeps & ConnectedExchangeDeps) {
    const connected = market.exchanges().flatMap(({ code }) => connectedExchange(code) ?? []);
    return QUERY_TYPES.map((id) => {
      const { name, description, parameters, isAnswered } = PREDEFINED_QUERIES[id];
      return {
        id,
        name,
        description,
        parameters: [
          { name: "apikey", required: true },
          ...Object.entries(parameters).map(([parameter, need]) => ({
            name: parameter,
            required: need === "required",
          })),
        ],
        exchanges: connected.filter(({ has }) => isAnswered(has)).map(({ code }) => code),
      };
    });
  },
});
