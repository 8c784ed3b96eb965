/** An order of the journal as requests see it. */
import type { Static } from "typebox";
import { FINE_ONE, formatPadded, parseFine } from "../../kit/money/fine.ts";
import { journalFigures, type KeptFill, type ListedOrder } from "../engine/index.ts";
import type { ExchangeKey, Fee, OrderReport } from "../exchanges/index.ts";
import type { Listing } from "../market/index.ts";
import type { order as orderRecord } from "./records.ts";

type ShownOrder = Static<typeof orderRecord>;

/** Trades that are shown with one order, and with all orders of one answer. */
export const SHOWN_TRADES = { order: 1_000, answer: 5_000 } as const;

/** @param fills its trades, or as many as are to be shown */
export function showOrder(kept: ListedOrder, fills: readonly KeptFill[], listing: Listing | undefined): ShownOrder {
  const { terms, order, cost, why } = kept;
  const { c_order_status: status } = journalFigures(order);
  const left = order.amount - order.filled;
  const isCut = fills.reduce((sum, { amount }) => sum + fine(amount), 0n) < order.booked;
  const isOver = status !== "open" && status !== "unknown";
  return {
    id: order.exchangeOrderId,
    client_order_id: order.clientOrderId,
    apikey: String(terms.keyId),
    exchange: terms.exchange,
    code: `${terms.exchange}-${terms.marketId}`,
    symbol: listing?.market.symbol ?? terms.marketId.toUpperCase(),
    type: terms.type === "limit" || terms.type === "stop_limit" ? "limit" : "market",
    side: terms.side,
    time_in_force: timeInForceOf(terms),
    post_only: terms.postOnly,
    reduce_only: false,
    price: terms.price === null ? null : formatPadded(fine(terms.price)),
    average: order.filled > 0n && fine(cost) > 0n ? formatPadded((fine(cost) * FINE_ONE) / order.filled) : null,
    amount: formatPadded(order.amount),
    filled: formatPadded(order.filled),
    remaining: formatPadded(left > 0n ? left : 0n),
    cost: formatPadded(fine(cost)),
    status: isOver ? status : "open",
    fee: isCut ? null : sumOf(fills.flatMap(({ fee }) => (fee ? [fee] : []))),
    trades: fills.map((fill) => ({
      id: fill.tradeId,
      price: formatPadded(fine(fill.price)),
      amount: formatPadded(fine(fill.amount)),
      fee: fill.fee && { currency: fill.fee.currency, cost: formatPadded(fine(fill.fee.amount)) },
      taker_or_maker: fill.isMaker ? ("maker" as const) : ("taker" as const),
      time: Math.floor(fill.atMs),
    })),
    trades_left_out: isCut,
    time_created: terms.createdMs,
    last_updated: kept.updatedMs,
    is_foreign: false,
    state: order.state,
    reason: why === "" ? null : why,
  };
}

/** As it was sent: what rests nowhere is IOC where nothing else was said, and what never takes is PO. */
function timeInForceOf({ postOnly, timeInForce, type }: ListedOrder["terms"]): string {
  if (postOnly) return "PO";
  return timeInForce ?? (type === "market" ? "IOC" : "GTC");
}

/** An order that was placed elsewhere, as its exchange lists it. Its trades are not asked for. */
export function showForeign(
  { id, exchange }: Pick<ExchangeKey, "id" | "exchange">,
  report: OrderReport,
  listing: Listing | undefined,
): ShownOrder {
  const [amount, filled] = [fine(report.amount), fine(report.filled)];
  const cost = fine(report.cost);
  return {
    id: report.exchangeOrderId,
    client_order_id: report.clientOrderId === "" ? null : report.clientOrderId,
    apikey: String(id),
    exchange,
    code: `${exchange}-${report.marketId}`,
    symbol: listing?.market.symbol ?? report.marketId.toUpperCase(),
    type: report.type === "limit" || report.type === "stop_limit" ? "limit" : "market",
    side: report.side,
    time_in_force: null,
    post_only: false,
    reduce_only: false,
    price: fine(report.price) > 0n ? formatPadded(fine(report.price)) : null,
    average: filled > 0n && cost > 0n ? formatPadded((cost * FINE_ONE) / filled) : null,
    amount: formatPadded(amount),
    filled: formatPadded(filled),
    remaining: formatPadded(amount > filled ? amount - filled : 0n),
    cost: formatPadded(cost),
    status: report.state === "filled" ? "closed" : report.state,
    fee: sumOf(report.fees),
    trades: [],
    trades_left_out: false,
    time_created: wholeMs(report.createdMs),
    last_updated: wholeMs(report.updatedMs ?? report.createdMs),
    is_foreign: true,
  };
}

function wholeMs(ms: number): number {
  return Math.max(0, Math.floor(ms));
}

/** All of them together; null without any, and where they were paid in several currencies: the trades tell. */
function sumOf(fees: readonly Fee[]): ShownOrder["fee"] {
  const [first] = fees;
  if (!first || fees.some(({ currency }) => currency !== first.currency)) return null;
  return { currency: first.currency, cost: formatPadded(fees.reduce((sum, { amount }) => sum + fine(amount), 0n)) };
}

/** A decimal of an exchange as records show it. */
export function shownAmount(decimal: string): string {
  return formatPadded(fine(decimal));
}

function fine(decimal: string): bigint {
  return parseFine(decimal, "down") ?? 0n;
}
