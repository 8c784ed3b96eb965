/** What a request did to a run, as answers show it. */
import type { Static } from "typebox";
import type { runAck } from "./records.ts";
import type { ConfirmedStop } from "./confirm-stops.ts";
import type { RunAnswer } from "./run-store.ts";

export function showRunAnswer(run: RunAnswer, message: string): Static<typeof runAck> {
  return {
    status: true,
    id: String(run.id),
    run_id: run.runId === null ? null : String(run.runId),
    state: run.state,
    already: run.already,
    open_orders: run.orders.length,
    orders: run.orders.map(({ id, clientOrderId, code, exchangeOrderId }) => ({
      id: String(id),
      client_order_id: clientOrderId,
      code,
      exchange_order_id: exchangeOrderId,
    })),
    message,
  };
}

/** What became of a strategy that was to stop. */
export function stopMessage({ already, state, orders, unconfirmed }: ConfirmedStop): string {
  if (unconfirmed > 0)
    return (
      `The stop is stored, but a process has not confirmed it: ${unconfirmed} orders that were allowed before may still leave. ` +
      "Stop it again to see whether it has"
    );
  if (already)
    return state === "stopping" ? "The strategy is stopping already" : "The strategy does not run: nothing to do";
  if (state !== "force_stopped")
    return "The strategy stops: it sends no order any more, and every open order is cancelled";
  return orders.length === 0
    ? "The strategy is stopped"
    : `The strategy is stopped. Cancel its ${orders.length} open orders (exchange-query/order-cancel, or risk/halt with cancel), or start it again`;
}
