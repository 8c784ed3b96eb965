import type { Caller } from "../caller.ts";
import type { KeptOrder, OrderDeps } from "../engine/index.ts";
import type { ExchangeKeyDeps } from "../exchanges/index.ts";
import type { MarketDeps } from "../market/index.ts";
import { checkKeyAndMarket } from "./check-order.ts";
import { orderErrors } from "./errors.ts";
import { showOrder, SHOWN_TRADES } from "./show-order.ts";

/**
 * An order that was placed with a key of the caller.
 *
 * @throws exchangeApiKeys.keyNotFound, orders.unknownMarket, orders.unknownOrder
 */
export async function readOrder(
  deps: ExchangeKeyDeps & MarketDeps & OrderDeps,
  actor: Caller,
  params: { readonly apikey: string; readonly id: string; readonly code?: string | undefined },
): Promise<KeptOrder> {
  await checkKeyAndMarket(deps, actor, params);
  const marketId = params.code?.slice(params.code.indexOf("-") + 1);
  const found = await deps.orders.findOrder(Number(params.apikey), params.id, marketId);
  if (!found) throw orderErrors.unknownOrder({ id: params.id });
  return found;
}

/** With its trades. */
export async function showWithTrades({ orders, market }: OrderDeps & MarketDeps, kept: KeptOrder) {
  const fills = await orders.listFills(kept.terms.id, SHOWN_TRADES);
  return showOrder(kept, fills, market.listing(`${kept.terms.exchange}-${kept.terms.marketId}`));
}
