import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { apikey, marketCode, queryType, since } from "../parameters.ts";
import { exchangeQuery } from "../records.ts";

export const createQuery = endpoint({
  id: "orders.createQuery",
  method: ["GET", "POST"],
  path: "/exchange-query/create-query",
  auth: "change",
  permission: "strategies",
  summary: "Ask an exchange something",
  description:
    "Short questions are answered at once (`completed`), others can be looked up in " +
    `exchange-query/list-exchange-queries. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      apikey,
      exchange_query: queryType,
      code: Type.Optional(marketCode),
      order_id: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description: "For questions about one order: the id at the exchange",
        }),
      ),
      currency: Type.Optional(
        Type.String({ minLength: 1, maxLength: 16, pattern: "^[A-Za-z0-9]+$", description: "For deposit_address" }),
      ),
      since: Type.Optional(since),
    }),
  },
  output: json(exchangeQuery),
  errors: [pendingErrors.engine],
  examples: [
    { name: "balances", body: { apikey: "1000001", exchange_query: "balance" }, status: 501 },
    { name: "no question", body: { apikey: "1000001" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "exchange-query/create-query" });
  },
});
