/** Orders and fills in the words of Binance's REST interface. */
import { formatAmount } from "../../../src/kit/money/amount.ts";
import type { EngineOrder } from "../../../src/trading/simulation/core/commands.ts";
import type { AccountFill } from "./venue.ts";

export function statusOf({ state, filled }: EngineOrder): string {
  if (state === "open") return filled > 0n ? "PARTIALLY_FILLED" : "NEW";
  return state.toUpperCase();
}

export function typeOf({ type, postOnly }: Pick<EngineOrder, "type" | "postOnly">): string {
  if (type === "stop") return "STOP_LOSS";
  if (type === "stop_limit") return "STOP_LOSS_LIMIT";
  if (type === "market") return "MARKET";
  return postOnly ? "LIMIT_MAKER" : "LIMIT";
}

/** As in the answers of order, openOrders and allOrders. */
export function orderView(order: EngineOrder): object {
  return {
    ...coreOf(order),
    clientOrderId: order.clientOrderId,
    icebergQty: "0.00000000",
    time: order.createdMs,
    updateTime: order.updatedMs,
    isWorking: !order.isWaiting,
    workingTime: order.isWaiting ? -1 : order.createdMs,
    origQuoteOrderQty: "0.00000000",
  };
}

/** The answer to a new order, in one of its three lengths. */
export function newOrderView(order: EngineOrder, fills: readonly AccountFill[], responseType: string): object {
  const { orderId, clientOrderId } = order;
  const symbol = order.marketId.toUpperCase();
  const ack = { symbol, orderId, orderListId: -1, clientOrderId, transactTime: order.updatedMs };
  if (responseType === "ACK") return ack;
  const result = { ...ack, ...coreOf(order), workingTime: order.isWaiting ? -1 : order.createdMs };
  if (responseType === "RESULT") return result;
  return {
    ...result,
    fills: fills.map(({ price, quantity, fee, tradeId }) => ({
      price: formatAmount(price),
      qty: formatAmount(quantity),
      commission: formatAmount(fee.amount),
      commissionAsset: fee.currency,
      tradeId,
    })),
  };
}

/** The answer to a cancel: the order keeps its own id under another name. */
export function canceledView(order: EngineOrder, cancelId: string): object {
  return {
    ...coreOf(order),
    origClientOrderId: order.clientOrderId,
    clientOrderId: cancelId,
    transactTime: order.updatedMs,
  };
}

/** As in the answer of myTrades. */
export function fillView({ tradeId, order, price, quantity, fee, isMaker, atMs }: AccountFill): object {
  return {
    symbol: order.marketId.toUpperCase(),
    id: tradeId,
    orderId: order.orderId,
    orderListId: -1,
    price: formatAmount(price),
    qty: formatAmount(quantity),
    quoteQty: formatAmount((price * quantity) / 100_000_000n),
    commission: formatAmount(fee.amount),
    commissionAsset: fee.currency,
    time: atMs,
    isBuyer: order.side === "buy",
    isMaker,
    isBestMatch: true,
  };
}

function coreOf(order: EngineOrder): object {
  return {
    symbol: order.marketId.toUpperCase(),
    orderId: order.orderId,
    orderListId: -1,
    price: formatAmount(order.price),
    origQty: formatAmount(order.amount),
    executedQty: formatAmount(order.filled),
    cummulativeQuoteQty: formatAmount(order.cost),
    status: statusOf(order),
    timeInForce: order.timeInForce,
    type: typeOf(order),
    side: order.side.toUpperCase(),
    ...(order.stopPrice > 0n ? { stopPrice: formatAmount(order.stopPrice) } : { stopPrice: "0.00000000" }),
    selfTradePreventionMode: "NONE",
  };
}
