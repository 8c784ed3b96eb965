/** A priced order of a row, and the order that is sent to the exchange for it. */
import { fineOfNumber, fineProduct } from "../../../kit/money/fine.ts";
import type { NewOrder } from "../../exchanges/index.ts";
import { amountText, priceText } from "./market-grid.ts";
import type { RowSettings } from "./profile-rows.ts";
import { liquidityAllows, makerTicks, priceRow, type PriceProblem, type PriceSources, type Side } from "./row-price.ts";
import { followingQuantity, nextQuantity, reducingSteps, type RowProgress } from "./row-quantity.ts";

export interface ChildOrder {
  readonly row: RowSettings;
  readonly side: Side;
  /** Whole steps and ticks of the row's grid. */
  readonly amountSteps: bigint;
  readonly limitTicks: bigint | undefined;
  readonly triggerTicks: bigint | undefined;
  /** Reference at the decision and value per base unit, units of 1e-18. */
  readonly reference: bigint;
  readonly valuedAt: bigint;
}

export type RowDecision =
  | { readonly kind: "order"; readonly child: ChildOrder }
  | { readonly kind: "wait" }
  | { readonly kind: "ended"; readonly dust: bigint }
  /** It only reduces, and there is nothing to reduce. */
  | { readonly kind: "idle" }
  | { readonly kind: "refused"; readonly why: PriceProblem | "below_minimum" | "liquidity" };

/**
 * What a row would send now: price, quantity and share of the liquidity. It does not look at money or limits.
 *
 * @param progress `follows` is the quantity of a row that is sent with another; undefined for the row's own. `reducible` is
 *   the most that a row may trade that only reduces; undefined for other rows
 */
export function planRow(
  row: RowSettings,
  side: Side,
  progress: RowProgress & { readonly follows?: bigint | undefined; readonly reducible?: bigint | undefined },
  sources: PriceSources,
): RowDecision {
  const priced = priceRow(row, side, sources);
  if (priced.kind === "refused") return priced;
  const { price } = priced;
  const { follows, reducible } = progress;
  const quantity =
    follows === undefined
      ? nextQuantity(row, progress, price.valuedAt)
      : followingQuantity(row, follows, progress, price.valuedAt);
  if (quantity.kind !== "order") return quantity;
  const steps =
    reducible === undefined ? quantity.steps : reducingSteps(row, quantity.steps, reducible, price.valuedAt);
  if (steps === undefined) return { kind: "idle" };
  const limitTicks = restingTicks(row, side, price.limitTicks, sources);
  if (limitTicks !== undefined && limitTicks <= 0n) return { kind: "refused", why: "price_not_positive" };
  const limit = limitTicks === undefined ? undefined : limitTicks * row.grid.tick;
  const waits = price.triggerTicks !== undefined;
  if (!waits && !liquidityAllows(row, side, steps * row.grid.step, limit, sources.own)) {
    return { kind: "refused", why: "liquidity" };
  }
  const { triggerTicks, reference, valuedAt } = price;
  return {
    kind: "order",
    child: { row, side, amountSteps: steps, limitTicks, triggerTicks, reference, valuedAt },
  };
}

/**
 * The order as the exchange is sent it. Texts are exact: whole ticks and steps. A trailing stop is held by the engine, which
 * sends a market order when it is triggered; so is a stop where `holdsStops` is false.
 *
 * @param clientOrderId from `engine/core/client-ids.ts`
 */
export function newOrder(child: ChildOrder, clientOrderId: string, holdsStops: boolean): NewOrder {
  const { row, side, amountSteps, limitTicks, triggerTicks } = child;
  const { grid, wire } = row;
  const isHeldHere = wire.isTrailing || (triggerTicks !== undefined && !holdsStops);
  const plain = wire.type === "stop" ? "market" : wire.type === "stop_limit" ? "limit" : wire.type;
  const type = isHeldHere ? plain : wire.type;
  const hasLimit = (type === "limit" || type === "stop_limit") && limitTicks !== undefined;
  return {
    marketId: row.code.slice(row.code.indexOf("-") + 1),
    clientOrderId,
    side,
    type,
    amount: amountText(grid, amountSteps),
    ...(hasLimit && { price: priceText(grid, limitTicks) }),
    ...(!isHeldHere && triggerTicks !== undefined && { stopPrice: priceText(grid, triggerTicks) }),
    ...(type === "limit" && { timeInForce: wire.timeInForce }),
    ...(wire.postOnly && { postOnly: true }),
    ...(row.accountType !== "spot" && { accountType: row.accountType }),
    ...(row.reduceOnly && row.accountType !== "spot" && { reduceOnly: true }),
  };
}

/**
 * The most that an order needs of the currency that pays for it: quote units for a buy, base units for a sell; 1e-18.
 *
 * @param takerFee fraction of the value; some exchanges take it from the quote currency on top
 */
export function neededFor({ row, side, amountSteps, valuedAt }: ChildOrder, takerFee: number): bigint {
  const amount = amountSteps * row.grid.step;
  if (side === "sell") return amount;
  const price = fineProduct(amount, valuedAt, "up");
  const value = price + fineProduct(price, fineOfNumber(Math.max(0, takerFee)) ?? 0n, "up");
  // The price of a market order is not known yet.
  const isMarket = row.wire.type === "market" || row.wire.type === "stop";
  return isMarket ? (value * 105n) / 100n : value;
}

function restingTicks(
  row: RowSettings,
  side: Side,
  limitTicks: bigint | undefined,
  { own }: PriceSources,
): bigint | undefined {
  if (limitTicks === undefined || !row.wire.postOnly) return limitTicks;
  return makerTicks(row.grid, side, limitTicks, side === "buy" ? own.asks[0] : own.bids[0]);
}
