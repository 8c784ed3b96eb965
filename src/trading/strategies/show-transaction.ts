/** Orders of strategies as `strategy/list-strategy-transactions` shows them: every member is text. */
import type { Static } from "typebox";
import { parseFine } from "../../kit/money/fine.ts";
import { SECOND_MS } from "../../kit/time/spans.ts";
import { journalFigures } from "../engine/index.ts";
import type { MarketView } from "../market/index.ts";
import { decimalText } from "./core/decimal-text.ts";
import type { transactionRecord } from "./transaction-record.ts";
import type { StoredTransaction } from "./run-store.ts";

/** @param market tells the names of the pair */
export function showTransaction(
  stored: StoredTransaction,
  market: Pick<MarketView, "listing">,
): Static<typeof transactionRecord> {
  const { amount, filled, ...rest } = stored;
  const [whole, done] = [fine(amount), fine(filled)];
  const figures = journalFigures({ ...rest, amount: whole, filled: done });
  const code = `${stored.exchange}-${stored.marketId}`;
  const listing = market.listing(code);
  const journeyMs = stored.endedMs === 0 ? "" : String(stored.endedMs - stored.createdMs);
  const placedMs = stored.handedMs === null ? "" : String(Math.round(stored.handedMs));
  return {
    id: String(stored.id),
    time_created: String(Math.floor(stored.createdMs / SECOND_MS)),
    last_updated: String(stored.updatedMs),
    ...figures,
    c_order_filled: decimalText(figures.c_order_filled),
    c_order_remaining: decimalText(figures.c_order_remaining),
    c_order: `${stored.slice}/${stored.row}/${stored.attempt}`,
    c_row: String(stored.row),
    c_symbol_code: code,
    c_exchange: stored.exchange,
    c_symbol: listing?.market.symbol ?? stored.marketId.toUpperCase(),
    c_symbolid: stored.marketId,
    c_type: stored.type,
    c_type_orig: stored.typeOrig,
    c_side: stored.side,
    c_amount: decimalText(amount),
    c_price: stored.price === null ? "" : decimalText(stored.price),
    c_price_entry: decimalText(stored.priceEntry),
    c_price_offset: decimalText(stored.priceOffset),
    c_payload: JSON.stringify(payloadOf(stored, figures.c_order_status)),
    c_time_requested: String(stored.createdMs),
    c_time_orderplaced: placedMs,
    c_time_journey: journeyMs,
    c_order_id: stored.exchangeOrderId,
    c_order_slice: String(stored.slice),
    c_com: decimalText(stored.commission),
    c_child_id: String(stored.slice),
    c_spread_entry: stored.spreadEntry === null ? "" : decimalText(stored.spreadEntry),
    c_trace_order: stored.kind,
    c_conditions: stored.conditions,
    custom_id: String(stored.id),
    c_max_time: stored.expireAfterMs === 0 ? "" : String((stored.handedMs ?? stored.sendAtMs) + stored.expireAfterMs),
  };
}

/** What the exchange has said of it so far, in the words of a unified order; empty before it has said anything. */
function payloadOf(stored: StoredTransaction, status: string): object {
  if (!stored.wasSeen) return stored.why === "" ? {} : { error: stored.why };
  return {
    id: stored.exchangeOrderId,
    clientOrderId: stored.clientOrderId,
    type: stored.type,
    side: stored.side,
    price: stored.price,
    amount: stored.amount,
    filled: stored.filled,
    cost: stored.cost,
    status,
  };
}

function fine(decimal: string): bigint {
  return parseFine(decimal, "down") ?? 0n;
}
