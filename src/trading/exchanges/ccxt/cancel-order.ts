/** Cancels an order, and finds out what became of it. */
import { ExchangeFailure } from "../core/failure.ts";
import type { OrderRef, OrderReport } from "../port.ts";
import type { MarketCatalog } from "./catalog.ts";
import { clientOrderIdRules, sentId } from "./client-order-ids.ts";
import type { ExchangeGate } from "./gate.ts";
import type { CcxtExchange, CcxtOrder } from "./library.ts";
import { reportOf } from "./orders.ts";

export interface CancelDeps {
  readonly code: string;
  readonly catalog: MarketCatalog;
  readonly gate: ExchangeGate;
  readonly find: () => Promise<OrderReport | undefined>;
  readonly send: (request: (exchange: CcxtExchange) => Promise<CcxtOrder>) => Promise<CcxtOrder>;
}

/** The order as it is afterwards. Cancelling an order that is already final is not a failure. */
export async function cancelOrder(order: OrderRef, deps: CancelDeps): Promise<OrderReport> {
  const { catalog, gate, find, send } = deps;
  const { symbol } = catalog.market(order.marketId);
  try {
    const target = await targetOf(order, deps);
    const canceled = await send((exchange) => exchange.cancelOrder(target.id, symbol, target.params));
    const known = { marketId: order.marketId, clientOrderId: order.clientOrderId, nowMs: gate.nowMs() };
    if (canceled.status === "canceled" && canceled.filled !== undefined && canceled.amount !== undefined) {
      return reportOf(canceled, catalog, known);
    }
    // Many exchanges only confirm that they received the cancel.
    return (await find()) ?? { ...reportOf(canceled, catalog, known), state: "canceled" };
  } catch (error) {
    if (!(error instanceof ExchangeFailure) || error.reason !== "unknownOrder") throw error;
    const found = await find();
    if (found && found.state !== "open") return found;
    throw error;
  }
}

async function targetOf(
  order: OrderRef,
  { code, find }: CancelDeps,
): Promise<{ readonly id: string | undefined; readonly params: Readonly<Record<string, string>> }> {
  if (clientOrderIdRules(code)?.cancels === true) {
    return { id: order.exchangeOrderId, params: { clientOrderId: sentId(code, order.clientOrderId) } };
  }
  const id = order.exchangeOrderId ?? (await find())?.exchangeOrderId;
  if (id === undefined) throw new ExchangeFailure("rejected", "unknownOrder", "There is no such order");
  return { id, params: {} };
}
