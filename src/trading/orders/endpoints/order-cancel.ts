import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { exchangeErrors, type ExchangeKeyDeps } from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { OrderDeps } from "../../engine/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { cancelKept, isCancelProved, readCancellable, showWithTrades } from "../read-order.ts";
import { orderErrors } from "../errors.ts";
import { apikey, marketCode, orderId } from "../parameters.ts";
import { order as orderRecord } from "../records.ts";

export const orderCancel = endpoint({
  id: "orders.orderCancel",
  method: ["GET", "POST"],
  path: "/exchange-query/order-cancel",
  auth: "change",
  permission: "strategies",
  summary: "Cancel an order",
  description:
    "Where the exchange has not confirmed yet, `cancel_confirmed` is false and the order may still be " +
    "filled: ask exchange-query/order-check. An order that was not sent yet is not sent. `id` is the exchange's id, the " +
    "client order id, or the id in the answer of exchange-query/order-create. A sub-account cancels its own orders, and those " +
    "of its own exchange keys.",
  input: { params: Type.Object({ apikey, id: orderId, code: Type.Optional(marketCode) }) },
  output: json(
    Type.Object({
      status: Type.Literal(true),
      id: Type.String(),
      order: orderRecord,
      cancel_confirmed: Type.Boolean(),
    }),
  ),
  errors: [exchangeErrors.keyNotFound, orderErrors.unknownMarket, orderErrors.unknownOrder, orderErrors.notAllowed],
  examples: [
    { name: "no such order", body: { apikey: "1000002", id: "O1", code: "simalpha-btcusdt" }, status: 404 },
    { name: "no order", body: { apikey: "1000002" }, status: 422 },
  ],

  async run(deps: ExchangeKeyDeps & MarketDeps & OrderDeps & ClockDeps, { input: { params }, actor }) {
    const now = await cancelKept(deps, await readCancellable(deps, actor, params), actor.uid);
    return {
      status: true as const,
      id: String(now.terms.id),
      order: await showWithTrades(deps, now),
      cancel_confirmed: isCancelProved(now),
    };
  },
});
