/** Orders as webhooks receive them. */
import { FINE_ONE, formatFine, parseFine } from "../../../kit/money/fine.ts";
import type { KeptFill, OrderTerms } from "../store.ts";
import { journalFigures } from "./journal-figures.ts";
import type { JournalOrder } from "./journal-order.ts";

/** The fields of a reported order that never change. */
export type ToldTerms = Pick<
  OrderTerms,
  "id" | "batchId" | "keyId" | "strategyId" | "exchange" | "marketId" | "side" | "type" | "price" | "stopPrice"
>;

/** Numbers are decimals, as exact as the exchange tells them. */
export function toldOrder(
  terms: ToldTerms,
  { order, cost, why }: { readonly order: Omit<JournalOrder, "fills">; readonly cost: string; readonly why: string },
): object {
  const left = order.amount - order.filled;
  const worth = parseFine(cost, "down") ?? 0n;
  return {
    order_id: String(terms.id),
    id: order.exchangeOrderId,
    client_order_id: order.clientOrderId,
    request_id: terms.batchId === null ? null : String(terms.batchId),
    strategy_id: terms.strategyId === null ? null : String(terms.strategyId),
    apikey: String(terms.keyId),
    exchange: terms.exchange,
    code: `${terms.exchange}-${terms.marketId}`,
    type: terms.type,
    side: terms.side,
    price: terms.price,
    stop_price: terms.stopPrice,
    average: order.filled > 0n && worth > 0n ? formatFine((worth * FINE_ONE) / order.filled) : null,
    amount: formatFine(order.amount),
    filled: formatFine(order.filled),
    remaining: formatFine(left > 0n ? left : 0n),
    cost: formatFine(worth),
    state: order.state,
    status: journalFigures(order).c_order_status,
    reason: why === "" ? null : why,
  };
}

export function toldFill({ tradeId, price, amount, fee, isMaker, atMs }: KeptFill): object {
  return {
    id: tradeId,
    price,
    amount,
    fee: fee && { currency: fee.currency, cost: fee.amount },
    taker_or_maker: isMaker ? "maker" : "taker",
    time: Math.floor(atMs),
  };
}
