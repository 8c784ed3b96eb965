import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { exchangeErrors, type ExchangeKeyDeps } from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { missingParameter } from "../../refuse-parameters.ts";
import { checkKeyAndMarket } from "../check-order.ts";
import { orderErrors } from "../errors.ts";
import { apikey, marketCode, queryType, since } from "../parameters.ts";
import { exchangeQuery } from "../records.ts";

/** What a question needs beside the key. */
const NEEDED: Readonly<Record<string, "order_id" | "currency" | undefined>> = {
  order_check: "order_id",
  order_cancel: "order_id",
  deposit_address: "currency",
};

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
  errors: [exchangeErrors.keyNotFound, orderErrors.unknownMarket, pendingErrors.engine],
  examples: [
    { name: "balances", body: { apikey: "1000002", exchange_query: "balance" }, status: 501 },
    { name: "no question", body: { apikey: "1000002" }, status: 422 },
  ],

  async run(deps: ExchangeKeyDeps & MarketDeps, { input: { params }, actor }) {
    const needed = NEEDED[params.exchange_query];
    if (needed !== undefined && params[needed] === undefined) throw missingParameter(needed);
    await checkKeyAndMarket(deps, actor, params);
    throw pendingErrors.engine({ operation: "exchange-query/create-query" });
  },
});
