import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { OrderDeps } from "../../engine/index.ts";
import { exchangeErrors, type ConnectedExchangeDeps, type ExchangeKeyDeps } from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import { pageOfAll } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import { showOrders } from "../asked-orders.ts";
import { checkKeyAndMarket } from "../check-order.ts";
import { orderErrors } from "../errors.ts";
import { openOrders } from "../open-orders.ts";
import { apikey, marketCode } from "../parameters.ts";
import { missingPart, order } from "../records.ts";

export const listOpenOrders = endpoint({
  id: "orders.listOpenOrders",
  method: ["GET", "POST"],
  path: "/exchange-query/list-open-orders",
  auth: "user",
  permission: "strategies",
  summary: "List open orders",
  description:
    "Newest first; of all keys, or of one. Each exchange is asked now. Orders of the platform are as it knows them, and " +
    "those that wait for their time are among them (`state` `created`). Orders that were placed elsewhere with the same key " +
    "have `is_foreign`. `missing` names each key whose exchange did not answer, or could not list all: " +
    "orders of the platform are listed of it, and of the others at most some.",
  input: { params: Type.Object({ apikey: Type.Optional(apikey), code: Type.Optional(marketCode), ...paging }) },
  output: json(Type.Object({ ...pageOf("orders", order).properties, missing: Type.Array(missingPart) })),
  errors: [exchangeErrors.keyNotFound, orderErrors.unknownMarket],
  limits: { cost: 5 },
  examples: [{ name: "the newest ten" }, { name: "too many at once", query: { limit: "1001" }, status: 422 }],

  async run(deps: ExchangeKeyDeps & MarketDeps & ConnectedExchangeDeps & OrderDeps, { input: { params }, actor }) {
    await checkKeyAndMarket(deps, actor, params);
    const { found, missing } = await openOrders(deps, actor, params);
    const orders = await showOrders(deps, pageOfAll(found, params));
    return { orders, page: params.pagenumber, showing: orders.length, total: found.length, missing: [...missing] };
  },
});
