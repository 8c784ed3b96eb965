import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { exchangeErrors, type ExchangeKeyDeps } from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { checkKeyAndMarket } from "../check-order.ts";
import { orderErrors } from "../errors.ts";
import { pageOf, paging } from "../../shapes.ts";
import { apikey, marketCode, since } from "../parameters.ts";
import { order } from "../records.ts";

export const listClosedOrders = endpoint({
  id: "orders.listClosedOrders",
  method: ["GET", "POST"],
  path: "/exchange-query/list-closed-orders",
  auth: "user",
  permission: "strategies",
  summary: "List orders that have come to their end",
  description: `Newest first; of all keys, or of one. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      apikey: Type.Optional(apikey),
      code: Type.Optional(marketCode),
      since: Type.Optional(since),
      ...paging,
    }),
  },
  output: json(pageOf("orders", order)),
  errors: [exchangeErrors.keyNotFound, orderErrors.unknownMarket, pendingErrors.engine],
  examples: [
    { name: "the newest ten", status: 501 },
    { name: "too many at once", query: { limit: "1001" }, status: 422 },
  ],

  async run(deps: ExchangeKeyDeps & MarketDeps, { input: { params }, actor }) {
    await checkKeyAndMarket(deps, actor, params);
    throw pendingErrors.engine({ operation: "exchange-query/list-closed-orders" });
  },
});
