/** The newest orders of a strategy, of a request to exchange-query/order-create, or one order, as they are pushed. */
import type { KeptFill, ListedOrder } from "../engine/index.ts";
import type { MarketView } from "../market/index.ts";
import { showOrder } from "./show-order.ts";

/** The newest of a strategy. */
export const FOLLOWED_ORDERS = 50;

/** As JSON: what `transactions/<id>` tells. */
export function ordersText(
  { orders, fills }: { readonly orders: readonly ListedOrder[]; readonly fills: readonly KeptFill[] },
  market: Pick<MarketView, "listing">,
): string {
  const byOrder = new Map<number, KeptFill[]>();
  for (const fill of fills) {
    const own = byOrder.get(fill.orderId);
    if (own) own.push(fill);
    else byOrder.set(fill.orderId, [fill]);
  }
  const shown = orders.map((kept) => {
    const listing = market.listing(`${kept.terms.exchange}-${kept.terms.marketId}`);
    return { order_id: String(kept.terms.id), ...showOrder(kept, byOrder.get(kept.terms.id) ?? [], listing) };
  });
  return JSON.stringify({ orders: shown });
}
