/** The engine's reports, in the words of the port. */
import { formatAmount } from "../../../kit/money/amount.ts";
import type { EngineEvent, EngineOrder, RejectReason } from "../../simulation/index.ts";
import { ExchangeFailure, type FailureReason } from "../core/failure.ts";
import type { Fee, Fill, OrderReport } from "../port.ts";

type EngineTrade = Extract<EngineEvent, { kind: "trade" }>;

export function orderReport(order: EngineOrder, fees: readonly Fee[]): OrderReport {
  return {
    marketId: order.marketId,
    exchangeOrderId: String(order.orderId),
    clientOrderId: order.clientOrderId,
    side: order.side,
    type: order.type,
    state: order.state,
    price: formatAmount(order.price),
    amount: formatAmount(order.amount),
    filled: formatAmount(order.filled),
    cost: formatAmount(order.cost),
    fees,
    createdMs: order.createdMs,
    updatedMs: order.updatedMs,
  };
}

/** One side of a trade. */
export function fillReport(trade: EngineTrade, isMaker: boolean): Fill {
  const order = isMaker ? trade.maker : trade.taker;
  const fee = isMaker ? trade.makerFee : trade.takerFee;
  return {
    id: String(trade.tradeId),
    exchangeOrderId: String(order.orderId),
    clientOrderId: order.clientOrderId,
    marketId: trade.marketId,
    side: order.side,
    price: formatAmount(trade.price),
    amount: formatAmount(trade.quantity),
    fee: { currency: fee.currency, amount: formatAmount(fee.amount) },
    isMaker,
    atMs: trade.atMs,
  };
}

const REFUSALS: Readonly<Record<RejectReason, readonly [reason: FailureReason, message: string]>> = {
  unknownMarket: ["unknownMarket", "unknown market"],
  unknownOrder: ["unknownOrder", "unknown open order"],
  duplicateClientOrderId: ["duplicate", "an open order has this client order id already"],
  priceFilter: ["filter", "the price is not on a tick"],
  lotSize: ["filter", "the amount is too small or not on a step"],
  minNotional: ["filter", "the order is worth too little"],
  insufficientFunds: ["insufficientFunds", "the balance is too low"],
  wouldTake: ["wouldTake", "a post-only order would trade at once"],
  wouldTriggerAtOnce: ["other", "the stop price is reached already"],
  noLiquidity: ["other", "nobody offers anything"],
  badCommand: ["other", "the order does not hold together"],
};

/** A refusal of the engine as a failure. */
export function refusal(reason: RejectReason): ExchangeFailure {
  const [why, message] = REFUSALS[reason];
  return new ExchangeFailure("rejected", why, message);
}
