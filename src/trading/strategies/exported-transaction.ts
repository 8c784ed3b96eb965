/** Orders of strategies in the form of the transaction record, with what was charged for them. */
import type { Static } from "typebox";
import { formatFine, parseFine } from "../../kit/money/fine.ts";
import { journalFigures, type StrategyOrder } from "../engine/index.ts";
import { decimalText } from "./core/decimal-text.ts";
import type { transactionRecord } from "./transaction-record.ts";

type TransactionRecord = Static<typeof transactionRecord>;

export function exportTransaction(stored: StrategyOrder): TransactionRecord {
  const { kept, base, quote } = stored;
  const { terms, order, handedMs, updatedMs } = kept;
  const figures = journalFigures(order);
  const ended = figures.c_time_completed;
  return {
    ...figures,
    id: String(terms.id),
    time_created: String(Math.floor(terms.createdMs / 1000)),
    last_updated: String(updatedMs),
    c_order: `${textOf(stored.slice)}/${textOf(stored.row)}/${textOf(stored.attempt)}`,
    c_row: textOf(stored.row),
    c_symbol_code: `${terms.exchange}-${terms.marketId}`,
    c_exchange: terms.exchange,
    c_symbol: base === "" ? "" : `${base}/${quote}`,
    c_symbolid: terms.marketId,
    c_type: terms.type,
    c_type_orig: stored.typeOrig ?? terms.type,
    c_side: terms.side,
    c_amount: decimalText(terms.amount),
    c_price: priceText(terms.price),
    c_price_entry: priceText(stored.priceEntry),
    c_price_offset: priceText(stored.priceOffset),
    c_payload: JSON.stringify(payloadOf(stored)),
    c_time_requested: String(terms.createdMs),
    c_time_orderplaced: textOf(handedMs),
    c_time_journey: ended === "" ? "" : String(Math.max(0, Number(ended) - terms.createdMs)),
    c_order_id: order.exchangeOrderId,
    c_order_slice: textOf(stored.slice),
    c_order_filled: decimalText(figures.c_order_filled),
    c_order_remaining: decimalText(figures.c_order_remaining),
    c_com: decimalText(stored.commission),
    c_child_id: textOf(stored.slice),
    c_spread_entry: priceText(stored.spreadEntry),
    c_trace_order: stored.kind ?? "",
    c_conditions: stored.conditions,
    custom_id: String(terms.id),
    c_max_time: terms.expireAfterMs === 0 ? "" : String((handedMs ?? terms.sendAtMs) + terms.expireAfterMs),
  };
}

/** The order as the exchange reported it, in the form of its other answers. */
function payloadOf({ kept, fees }: StrategyOrder) {
  const { terms, order, cost } = kept;
  const worth = parseFine(cost, "down") ?? 0n;
  return {
    id: order.exchangeOrderId,
    client_order_id: order.clientOrderId,
    code: `${terms.exchange}-${terms.marketId}`,
    type: terms.type,
    side: terms.side,
    price: terms.price,
    amount: terms.amount,
    filled: formatFine(order.filled),
    cost,
    average: order.filled > 0n && worth > 0n ? formatFine((worth * 10n ** 18n) / order.filled) : null,
    state: order.state,
    fees,
  };
}

function textOf(number: number | null): string {
  return number === null ? "" : String(number);
}

/** Empty for none. */
function priceText(price: string | null): string {
  return price === null ? "" : decimalText(price);
}
