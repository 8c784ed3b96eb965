/** Sends a new order, after looking whether the exchange could take it. */
import { isMultiple } from "../core/steps.ts";
import { ExchangeFailure } from "../core/failure.ts";
import type { FailureReason } from "../core/failure.ts";
import type { Capabilities, Market, NewOrder, OrderReport } from "../port.ts";
import { clientOrderIdRules, sentId } from "./client-order-ids.ts";
import type { CcxtExchange, CcxtOrder } from "./library.ts";
import { isHalfTold, reportOf } from "./orders.ts";
import type { PrivateInstance } from "./private-instances.ts";

const CLIENT_ORDER_ID = /^[A-Za-z0-9]{1,32}$/;

/**
 * Refuses what the exchange would refuse, and what the library would change on the way: it rounds prices and amounts.
 *
 * @throws ExchangeFailure rejected
 */
export function checkOrder(
  order: NewOrder,
  market: Market,
  { code, has }: { readonly code: string; readonly has: Capabilities },
): void {
  const rules = clientOrderIdRules(code);
  if (!rules) throw refusal("unsupported", "Orders cannot be found by our id at this exchange, so none are sent to it");
  if (!CLIENT_ORDER_ID.test(order.clientOrderId) || rules.pattern?.test(order.clientOrderId) === false) {
    throw refusal("other", "The client order id is not one that the exchange takes");
  }
  if (!has.orderTypes.includes(order.type)) throw refusal("unsupported", `Orders of type ${order.type} are not taken`);
  if (order.postOnly === true && !has.postOnly) throw refusal("unsupported", "Orders that never take are not taken");
  const { timeInForce = "GTC" } = order;
  if (isLimitOf(order) && !has.timeInForce.includes(timeInForce)) {
    throw refusal("unsupported", `Orders that are ${timeInForce} are not taken`);
  }
  if (market.contractSize !== "1") throw refusal("unsupported", "Orders in contracts are not supported");
  if (!isMultiple(order.amount, market.stepSize) || Number(order.amount) <= 0) {
    throw refusal("filter", `The amount ${order.amount} is not a multiple of ${market.stepSize}`);
  }
  const needed = { limit: ["price"], market: [], stop: ["stopPrice"], stop_limit: ["price", "stopPrice"] } as const;
  for (const name of needed[order.type]) {
    const price = order[name];
    if (price === undefined) throw refusal("filter", `The order needs a ${name}`);
    if (!isMultiple(price, market.tickSize) || Number(price) <= 0) {
      throw refusal("filter", `The price ${price} is not a multiple of ${market.tickSize}`);
    }
  }
}

/** Sends it, once. */
export async function placeOrder(
  { exchange, direct }: Pick<PrivateInstance, "exchange" | "direct">,
  order: NewOrder,
  market: Market,
  nowMs: number,
): Promise<OrderReport> {
  const placed = await (direct?.place(order, market.symbol) ?? createOrder(exchange, order, market));
  // The library takes half an answer for a whole one. The sender of the order must look for it.
  if (typeof placed.id !== "string" || placed.id === "" || isHalfTold(placed)) {
    throw new ExchangeFailure("unknown", "other", "The exchange's answer to an order was not understood");
  }
  const report = reportOf(placed, { bySymbol: () => market }, { ...order, nowMs });
  return {
    ...report,
    side: order.side,
    type: order.type,
    amount: report.amount === "0" ? order.amount : report.amount,
    price: report.price === "0" ? (order.price ?? "0") : report.price,
  };
}

function createOrder(exchange: CcxtExchange, order: NewOrder, market: Market): Promise<CcxtOrder> {
  const isLimit = isLimitOf(order);
  return exchange.createOrder(
    market.symbol,
    isLimit ? "limit" : "market",
    order.side,
    order.amount,
    isLimit ? order.price : undefined,
    {
      clientOrderId: sentId(exchange.id, order.clientOrderId),
      ...(order.stopPrice !== undefined && order.type.startsWith("stop") && { triggerPrice: order.stopPrice }),
      ...(isLimit &&
        order.timeInForce !== undefined &&
        order.timeInForce !== "GTC" && {
          timeInForce: order.timeInForce,
        }),
      ...(order.postOnly === true && { postOnly: true }),
      ...(order.reduceOnly === true && { reduceOnly: true }),
      ...(order.accountType === "margin" && { marginMode: "cross" }),
    },
  );
}

function isLimitOf({ type }: NewOrder): boolean {
  return type === "limit" || type === "stop_limit";
}

function refusal(reason: FailureReason, message: string): ExchangeFailure {
  return new ExchangeFailure("rejected", reason, message);
}
