/** The price of a row's order: reference and offset, or the exact price, in whole ticks (contract 4.2). */
import { fineOfNumber } from "../../../kit/money/fine.ts";
import { ticksFor, type MarketGrid } from "./market-grid.ts";
import type { RowSettings } from "./profile-rows.ts";

export type Side = "buy" | "sell";

/** Levels of a book, best first: price, quantity, price, quantity. */
export interface BookLevels {
  readonly bids: ArrayLike<number>;
  readonly asks: ArrayLike<number>;
}

/** The base of a price. The caller has made sure that the books are in step and fresh. */
export interface PriceSources {
  /** Book of the row's own market, as deep as the row needs. */
  readonly own: BookLevels;
  /** Book of the market that the reference is read from; the same object where it is the own one. */
  readonly reference: BookLevels;
  /**
   * The value of one quote unit of the reference market in quote units of the own market; 1 where they are the same.
   */
  readonly referenceRate: number;
}

/** Why an order cannot be priced. */
export type PriceProblem = "level_missing" | "rate_unknown" | "price_not_positive";

export interface RowPrice {
  /** Limit price in ticks; undefined for what is sent without one. */
  readonly limitTicks: bigint | undefined;
  /** Trigger of a stop in ticks: the reference plus the offset; of a trailing stop its first one. */
  readonly triggerTicks: bigint | undefined;
  /** The reference of the decision, units of 1e-18: `c_price_entry`, and what tolerances compare with. */
  readonly reference: bigint;
  /** The price for the value of the order, units of 1e-18: its limit, else its trigger, else the reference. */
  readonly valuedAt: bigint;
}

export type PricedRow =
  | { readonly kind: "priced"; readonly price: RowPrice }
  | { readonly kind: "refused"; readonly why: PriceProblem };

/**
 * Prices a row. Limits and triggers are rounded in the user's favour: down for a buy, up for a sell. A plus in the offset
 * makes the price higher for both sides, which is worse for a buyer.
 *
 * A stop's trigger is the reference plus the offset, and its limit the exact price. A trailing stop's first trigger lies the
 * offset away from the reference: above it for a buy, below it for a sell.
 */
export function priceRow(row: RowSettings, side: Side, sources: PriceSources): PricedRow {
  const reference = referencePrice(row, side, sources);
  if (typeof reference !== "bigint") return { kind: "refused", why: reference };
  const { wire, grid, offset } = row;
  const isStop = wire.type === "stop" || wire.type === "stop_limit";
  const distance = wire.isTrailing && side === "sell" ? -offset : offset;
  const target = reference + distance;
  const triggerTicks = isStop ? ticksFor(grid, target, side) : undefined;
  const limit = limitPrice(row, target);
  const limitTicks = limit === undefined ? undefined : ticksFor(grid, limit, side);
  if (isNotPositive(triggerTicks) || isNotPositive(limitTicks)) return { kind: "refused", why: "price_not_positive" };
  const valued = limitTicks ?? triggerTicks;
  const valuedAt = valued === undefined ? reference : valued * grid.tick;
  return { kind: "priced", price: { limitTicks, triggerTicks, reference, valuedAt } };
}

/**
 * The reference price in quote units of the row's market, units of 1e-18, before the offset. It is read from the level that
 * the row names; the middle of the two sides at that level for `mid`.
 */
function referencePrice(row: RowSettings, side: Side, sources: PriceSources): bigint | PriceProblem {
  const { reference, referenceRate } = sources;
  const at = (row.referenceLevel - 1) * 2;
  const [bid, ask] = [levelPrice(reference.bids, at), levelPrice(reference.asks, at)];
  const price = chosen(row, side, bid, ask);
  if (price === undefined) return "level_missing";
  if (referenceRate === 1) return price;
  const converted = Number.isFinite(referenceRate) && referenceRate > 0 ? fineOfNumber(referenceRate) : undefined;
  return converted === undefined ? "rate_unknown" : (price * converted) / 10n ** 18n;
}

/**
 * The effect on an order of a reference that moved since the decision. `retry` of a row that takes, `reprice` of one
 * that rests: it is cancelled and priced again.
 *
 * @param decided reference at the decision, units of 1e-18
 */
export function toleranceVerdict(row: RowSettings, decided: bigint, current: bigint): "inside" | "skip" | "reprice" {
  const move = current - decided;
  const isBelow = row.toleranceMinimum !== undefined && move < row.toleranceMinimum;
  const isAbove = row.toleranceMaximum !== undefined && move > row.toleranceMaximum;
  if (!isBelow && !isAbove) return "inside";
  return row.wire.takes ? "skip" : "reprice";
}

/**
 * A maker's price one tick away from filling at once: one tick behind the best of the other side. Asked for before it is
 * sent, and again with the newest book after the exchange has refused it because it would take.
 *
 * @param bestOther best ask for a buy, best bid for a sell; undefined for an empty side
 */
export function makerTicks(grid: MarketGrid, side: Side, limitTicks: bigint, bestOther: number | undefined): bigint {
  const other = bestOther === undefined ? undefined : fineOfNumber(bestOther);
  if (other === undefined) return limitTicks;
  // Rounded to the side of the rest, so that an odd price of the other side is never touched.
  const touch = ticksFor(grid, other, side === "buy" ? "sell" : "buy");
  const behind = side === "buy" ? touch - 1n : touch + 1n;
  if (side === "buy") return behind < limitTicks ? behind : limitTicks;
  return behind > limitTicks ? behind : limitTicks;
}

/**
 * The trigger of a trailing stop after the price has moved: it follows in one direction only, down for a buy and up for a
 * sell, at the distance of the row.
 *
 * @returns ticks; never worse for the user than before
 */
export function trailedTicks(row: RowSettings, side: Side, triggerTicks: bigint, current: bigint): bigint {
  const target = ticksFor(row.grid, side === "buy" ? current + row.offset : current - row.offset, side);
  if (side === "buy") return target < triggerTicks ? target : triggerTicks;
  return target > triggerTicks ? target : triggerTicks;
}

/** Whether the price has reached a trigger: at or above it for a buy, at or below it for a sell. */
export function isTriggered(grid: MarketGrid, side: Side, triggerTicks: bigint, current: bigint): boolean {
  const trigger = triggerTicks * grid.tick;
  return side === "buy" ? current >= trigger : current <= trigger;
}

/**
 * Whether a child may take its quantity from the other side of the book: at most the row's share of the quantity
 * there, down to its limit price. An order that takes nothing passes.
 *
 * @param amount base units of 1e-18
 * @param limit units of 1e-18; undefined for a market order, which counts all levels that are known
 */
export function liquidityAllows(
  row: RowSettings,
  side: Side,
  amount: bigint,
  limit: bigint | undefined,
  own: BookLevels,
): boolean {
  if (row.liquidityShare === 0 || row.wire.postOnly) return true;
  const levels = side === "buy" ? own.asks : own.bids;
  let standing = 0n;
  for (let at = 0; at + 1 < levels.length; at += 2) {
    const price = fineOfNumber(levels[at] ?? 0) ?? 0n;
    if (limit !== undefined && (side === "buy" ? price > limit : price < limit)) break;
    standing += fineOfNumber(levels[at + 1] ?? 0) ?? 0n;
  }
  if (standing === 0n) return limit !== undefined;
  return amount * 100n <= standing * BigInt(row.liquidityShare);
}

function limitPrice({ wire, exact }: RowSettings, target: bigint): bigint | undefined {
  if (wire.type === "market" || wire.type === "stop") return undefined;
  return wire.type === "stop_limit" ? exact : (exact ?? target);
}

function chosen(row: RowSettings, side: Side, bid: bigint | undefined, ask: bigint | undefined): bigint | undefined {
  switch (row.referenceSide) {
    case "bids":
      return bid;
    case "asks":
      return ask;
    case "same":
      return side === "buy" ? bid : ask;
    case "opposite":
      return side === "buy" ? ask : bid;
    case "mid":
      return bid === undefined || ask === undefined ? undefined : (bid + ask) / 2n;
  }
}

function levelPrice(levels: ArrayLike<number>, at: number): bigint | undefined {
  const price = levels[at];
  return price !== undefined && price > 0 ? fineOfNumber(price) : undefined;
}

function isNotPositive(ticks: bigint | undefined): boolean {
  return ticks !== undefined && ticks <= 0n;
}
