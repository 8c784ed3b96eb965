import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { OrderDeps } from "../../engine/index.ts";
import { exchangeErrors, type ConnectedExchangeDeps, type ExchangeKeyDeps } from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import { rowsOf } from "../../page.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { pageOf, paging } from "../../shapes.ts";
import { showOrders } from "../asked-orders.ts";
import { checkKeyAndMarket } from "../check-order.ts";
import { endedOrders } from "../ended-orders.ts";
import { orderErrors } from "../errors.ts";
import { apikey, marketCode, since } from "../parameters.ts";
import { missingPart, order } from "../records.ts";

export const listClosedOrders = endpoint({
  id: "orders.listClosedOrders",
  method: ["GET", "POST"],
  path: "/exchange-query/list-closed-orders",
  auth: "user",
  permission: "strategies",
  summary: "List orders that have come to their end",
  description:
    "Newest first; of all keys, or of one. All orders of the platform are listed, however old. Each exchange is asked now for " +
    "orders that were placed elsewhere with the same key (`is_foreign`): the newest of the market `code`, or of the markets " +
    "in which the platform has placed orders with the key. `missing` names what may not be whole, such as a key whose " +
    "exchange did not answer, or lists the orders of the last days only.",
  input: {
    params: Type.Object({
      apikey: Type.Optional(apikey),
      code: Type.Optional(marketCode),
      since: Type.Optional(since),
      ...paging,
    }),
  },
  output: json(Type.Object({ ...pageOf("orders", order).properties, missing: Type.Array(missingPart) })),
  errors: [exchangeErrors.keyNotFound, orderErrors.unknownMarket],
  limits: { cost: 5 },
  examples: [{ name: "the newest ten" }, { name: "too many at once", query: { limit: "1001" }, status: 422 }],

  async run(
    deps: ExchangeKeyDeps & MarketDeps & ConnectedExchangeDeps & OrderDeps & ClockDeps,
    { input: { params }, actor },
  ) {
    await checkKeyAndMarket(deps, actor, params);
    const { apikey: key, code, since: sinceMs } = params;
    const { page, total, missing } = await endedOrders(deps, actor, { apikey: key, code, sinceMs }, rowsOf(params));
    const orders = await showOrders(deps, page);
    return { orders, page: params.pagenumber, showing: orders.length, total, missing: [...missing] };
  },
});
