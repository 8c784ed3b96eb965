import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { exchangeErrors, type ExchangeKeyDeps } from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { checkKeyAndMarket } from "../check-order.ts";
import { orderErrors } from "../errors.ts";
import { pageOf, paging } from "../../shapes.ts";
import { apikey, marketCode } from "../parameters.ts";
import { order } from "../records.ts";

export const listOpenOrders = endpoint({
  id: "orders.listOpenOrders",
  method: ["GET", "POST"],
  path: "/exchange-query/list-open-orders",
  auth: "user",
  permission: "strategies",
  summary: "List open orders",
  description: `Newest first; of all keys, or of one. ${PENDING_NOTE}`,
  input: { params: Type.Object({ apikey: Type.Optional(apikey), code: Type.Optional(marketCode), ...paging }) },
  output: json(pageOf("orders", order)),
  errors: [exchangeErrors.keyNotFound, orderErrors.unknownMarket, pendingErrors.engine],
  examples: [
    { name: "the newest ten", status: 501 },
    { name: "too many at once", query: { limit: "1001" }, status: 422 },
  ],

  async run(deps: ExchangeKeyDeps & MarketDeps, { input: { params }, actor }) {
    await checkKeyAndMarket(deps, actor, params);
    throw pendingErrors.engine({ operation: "exchange-query/list-open-orders" });
  },
});
