import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { exchangeErrors, type ExchangeKeyDeps } from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { OrderDeps } from "../../engine/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { checkKept, readOrder, showWithTrades } from "../read-order.ts";
import { orderErrors } from "../errors.ts";
import { apikey, marketCode, orderId } from "../parameters.ts";
import { checkedOrder } from "../records.ts";

const SHOWN_TRANSITIONS = 100;

export const orderCheck = endpoint({
  id: "orders.orderCheck",
  method: ["GET", "POST"],
  path: "/exchange-query/order-check",
  auth: "user",
  permission: "strategies",
  summary: "Look up an order",
  description:
    "Asks the exchange for the present state of an order. Where it does not answer within 3 seconds, `source` is `cache`. " +
    "`transitions` tells what has happened to it so far, also for an order of a strategy. " +
    "`id` is the exchange's id, the client order id, or the id in the answer of exchange-query/order-create.",
  input: { params: Type.Object({ apikey, id: orderId, code: Type.Optional(marketCode) }) },
  output: json(checkedOrder),
  errors: [exchangeErrors.keyNotFound, orderErrors.unknownMarket, orderErrors.unknownOrder],
  examples: [
    { name: "no such order", body: { apikey: "1000002", id: "O1", code: "simalpha-btcusdt" }, status: 404 },
    { name: "no order", body: { apikey: "1000002" }, status: 422 },
  ],

  async run(deps: ExchangeKeyDeps & MarketDeps & OrderDeps & ClockDeps, { input: { params }, actor }) {
    const { now, checkedMs } = await checkKept(deps, await readOrder(deps, actor, params));
    return {
      ...(await showWithTrades(deps, now)),
      checked_at: checkedMs ?? now.updatedMs,
      source: checkedMs === undefined ? ("cache" as const) : ("exchange" as const),
      transitions: (await deps.orders.listTransitions(now.terms.id, SHOWN_TRANSITIONS)).map(
        ({ from, to, event, why, atMs }) => ({ from, to, event, reason: why === "" ? null : why, time: atMs }),
      ),
    };
  },
});
