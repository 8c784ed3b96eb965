import type { Caller } from "../caller.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { isFinal, type ListedOrder, type OrderDeps } from "../engine/index.ts";
import { readVisibleKey, type ExchangeKeyDeps } from "../exchanges/index.ts";
import type { MarketDeps } from "../market/index.ts";
import type { ClockDeps } from "../platform-deps.ts";
import { marketIdOf } from "./asked-orders.ts";
import { checkCancelRights, checkKeyAndMarket } from "./check-order.ts";
import { orderErrors } from "./errors.ts";
import { showOrder, SHOWN_TRADES } from "./show-order.ts";

interface NamedOrder {
  readonly apikey: string;
  readonly id: string;
  readonly code?: string | undefined;
}

/**
 * An order that the platform placed with a key of the caller; undefined for another.
 *
 * @throws exchangeApiKeys.keyNotFound, orders.unknownMarket
 */
export async function findOrder(
  deps: ExchangeKeyDeps & MarketDeps & OrderDeps,
  actor: Caller,
  params: NamedOrder,
): Promise<ListedOrder | undefined> {
  await checkKeyAndMarket(deps, actor, params);
  return deps.orders.findOrder(Number(params.apikey), params.id, marketIdOf(params.code));
}

/**
 * An order that was placed with a key of the caller.
 *
 * @throws exchangeApiKeys.keyNotFound, orders.unknownMarket, orders.unknownOrder
 */
async function readOrder(
  deps: ExchangeKeyDeps & MarketDeps & OrderDeps,
  actor: Caller,
  params: NamedOrder,
): Promise<ListedOrder> {
  const found = await findOrder(deps, actor, params);
  if (!found) throw orderErrors.unknownOrder({ id: params.id });
  return found;
}

/**
 * The same, where the caller may cancel it.
 *
 * @throws as `readOrder`; orders.notAllowed
 */
export async function readCancellable(
  deps: ExchangeKeyDeps & MarketDeps & OrderDeps,
  actor: Caller,
  params: NamedOrder,
): Promise<ListedOrder> {
  const found = await readOrder(deps, actor, params);
  checkCancelRights(actor, found, await readVisibleKey(deps.exchangeKeys, actor, params.apikey));
  return found;
}

/** With its trades. */
export async function showWithTrades({ orders, market }: OrderDeps & MarketDeps, kept: ListedOrder) {
  const fills = await orders.listFillsOf([kept.terms.id], SHOWN_TRADES.order);
  return showOrder(kept, fills, market.listing(`${kept.terms.exchange}-${kept.terms.marketId}`));
}

/** Whether there is nothing left to cancel: it is at its end, or its exchange denies it. */
function isOver({ order }: ListedOrder): boolean {
  return isFinal(order.state) || order.state === "missing";
}

/** Whether a cancel has been proved. */
export function isCancelProved({ order }: ListedOrder): boolean {
  return order.state === "canceled" || order.state === "not_sent";
}

/** Asks the sender to cancel, and waits a moment for the proof. An order that is over stays as it is. */
export async function cancelKept(
  { orders, orderNews, clock }: OrderDeps & ClockDeps,
  kept: ListedOrder,
  uid: number,
): Promise<ListedOrder> {
  const { id } = kept.terms;
  if (!isOver(kept)) {
    await orders.askCancel(kept.terms, { uid, nowMs: toMillis(clock.now()) });
    orderNews.asked();
  }
  const [now = kept] = await orderNews.wait([id], (found) => found.every(isOver));
  return now;
}

/** Asks the sender to look at the exchange, and waits a moment for it. An order that was not sent is not asked for. */
export async function checkKept(
  { orders, orderNews, clock }: OrderDeps & ClockDeps,
  kept: ListedOrder,
): Promise<{ readonly now: ListedOrder; readonly checkedMs: number | undefined }> {
  if (kept.claimedFence === null) return { now: kept, checkedMs: undefined };
  const askedMs = toMillis(clock.now());
  const isChecked = ({ checkedMs }: ListedOrder): boolean => checkedMs !== null && checkedMs >= askedMs;
  await orders.askCheck(kept.terms.id, askedMs);
  orderNews.asked();
  const [now = kept] = await orderNews.wait([kept.terms.id], (found) => found.every(isChecked));
  return { now, checkedMs: isChecked(now) ? (now.checkedMs ?? askedMs) : undefined };
}
