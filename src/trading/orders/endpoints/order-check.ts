import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { exchangeErrors, type ExchangeKeyDeps } from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import type { KeptOrder, OrderDeps } from "../../engine/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { readOrder, showWithTrades } from "../read-order.ts";
import { orderErrors } from "../errors.ts";
import { apikey, marketCode, orderId } from "../parameters.ts";
import { checkedOrder } from "../records.ts";

export const orderCheck = endpoint({
  id: "orders.orderCheck",
  method: ["GET", "POST"],
  path: "/exchange-query/order-check",
  auth: "user",
  permission: "strategies",
  summary: "Look up an order",
  description:
    "Asks the exchange for the present state of an order. Where it does not answer within 3 seconds, `source` is `cache`. " +
    "`id` is the exchange's id, the client order id, or the id in the answer of exchange-query/order-create.",
  input: { params: Type.Object({ apikey, id: orderId, code: Type.Optional(marketCode) }) },
  output: json(checkedOrder),
  errors: [exchangeErrors.keyNotFound, orderErrors.unknownMarket, orderErrors.unknownOrder],
  examples: [
    { name: "no such order", body: { apikey: "1000002", id: "O1", code: "simalpha-btcusdt" }, status: 404 },
    { name: "no order", body: { apikey: "1000002" }, status: 422 },
  ],

  async run(deps: ExchangeKeyDeps & MarketDeps & OrderDeps & ClockDeps, { input: { params }, actor }) {
    const found = await readOrder(deps, actor, params);
    const askedMs = toMillis(deps.clock.now());
    const isChecked = ({ checkedMs }: KeptOrder): boolean => checkedMs !== null && checkedMs >= askedMs;
    let now = found;
    if (found.claimedFence !== null) {
      await deps.orders.askCheck(found.terms.id, askedMs);
      deps.orderNews.asked();
      [now = found] = await deps.orderNews.wait([found.terms.id], (orders) => orders.every(isChecked));
    }
    return {
      ...(await showWithTrades(deps, now)),
      checked_at: isChecked(now) ? (now.checkedMs ?? askedMs) : now.updatedMs,
      source: isChecked(now) ? ("exchange" as const) : ("cache" as const),
    };
  },
});
