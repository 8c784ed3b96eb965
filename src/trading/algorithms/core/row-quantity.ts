/** How much a row's next order is for: whole steps, rounded down, and no rest that is too small to trade (contract 4.5). */
import { floorDivide } from "../../../kit/money/fine.ts";
import { isTradable, stepsIn } from "./market-grid.ts";
import type { RowSettings } from "./profile-rows.ts";

/** How far a row is, base units of 1e-18. */
export interface RowProgress {
  /** Filled in this run. */
  readonly done: bigint;
  /** Rests at the exchange, or may: reserved until it is known. */
  readonly open: bigint;
  /** Slices that have fired. */
  readonly slices: number;
}

export type Quantity =
  | { readonly kind: "order"; readonly steps: bigint }
  /** Nothing now: all that is left rests at the exchange, or the one before is not filled yet. */
  | { readonly kind: "wait" }
  /** The row has come to its end; `dust` is what can no longer be traded, base units of 1e-18. */
  | { readonly kind: "ended"; readonly dust: bigint }
  /** The slice's own quantity is below the market's minimum at this price. */
  | { readonly kind: "refused"; readonly why: "below_minimum" };

/**
 * The next child of a row. A remainder that could not be traded any more is added to it. It is never raised to reach a
 * minimum.
 *
 * @param price what the value is judged by, units of 1e-18
 */
export function nextQuantity(row: RowSettings, progress: RowProgress, price: bigint): Quantity {
  const { grid, parent, child, wire } = row;
  const canTrade = (steps: bigint): boolean => isTradable(grid, steps, price, isSentAtMarket(wire));
  // Another stop beside one that waits would sell, or buy, the same quantity again.
  const isOneByOne = row.orderType === "iceberg" || wire.type === "stop" || wire.type === "stop_limit";
  if (isOneByOne && progress.open > 0n) return { kind: "wait" };
  if (parent === undefined) {
    const steps = child === undefined ? 0n : stepsIn(grid, child);
    return canTrade(steps) ? { kind: "order", steps } : { kind: "refused", why: "below_minimum" };
  }
  const left = parent - progress.done - progress.open;
  const leftSteps = left > 0n ? stepsIn(grid, left) : 0n;
  if (!canTrade(leftSteps)) {
    if (progress.open > 0n) return { kind: "wait" };
    return { kind: "ended", dust: left > 0n ? left : 0n };
  }
  const planned = wantedSteps(row, parent, left, progress.slices);
  // A plan in time that is ahead of itself would come to slices that are too small.
  const wanted = canTrade(planned) || child === undefined ? planned : stepsIn(grid, child);
  const steps = wanted < leftSteps ? wanted : leftSteps;
  if (steps < leftSteps && !canTrade(leftSteps - steps)) return { kind: "order", steps: leftSteps };
  return canTrade(steps) ? { kind: "order", steps } : { kind: "refused", why: "below_minimum" };
}

/**
 * The quantity of a row that is sent with the orders of another: what that one sends comes to, and no more than is left of
 * its own total. A remainder is not added: it would be more than the other one sends.
 *
 * @param wanted base units of 1e-18
 */
export function followingQuantity(
  { grid, parent, wire }: RowSettings,
  wanted: bigint,
  { done, open }: Pick<RowProgress, "done" | "open">,
  price: bigint,
): Quantity {
  const left = parent === undefined ? wanted : parent - done - open;
  if (left <= 0n) return open > 0n ? { kind: "wait" } : { kind: "ended", dust: 0n };
  const steps = stepsIn(grid, wanted < left ? wanted : left);
  if (isTradable(grid, steps, price, isSentAtMarket(wire))) return { kind: "order", steps };
  return left < wanted && open === 0n ? { kind: "ended", dust: left } : { kind: "refused", why: "below_minimum" };
}

/**
 * The quantity of a row that only reduces, at most what there is to reduce; undefined where that is nothing, or too small for
 * the market.
 *
 * @param reducible base units of 1e-18
 */
export function reducingSteps(
  { grid, wire }: RowSettings,
  steps: bigint,
  reducible: bigint,
  price: bigint,
): bigint | undefined {
  const most = stepsIn(grid, reducible);
  const reduced = steps < most ? steps : most;
  return isTradable(grid, reduced, price, isSentAtMarket(wire)) ? reduced : undefined;
}

/** How many slices a row takes where each fills; undefined where its total is not bounded. */
export function slicesTotal({
  parent,
  child,
  grid,
}: Pick<RowSettings, "parent" | "child" | "grid">): number | undefined {
  if (parent === undefined) return undefined;
  const perSlice = child === undefined ? 0n : stepsIn(grid, child);
  if (perSlice <= 0n) return 1;
  return Number(-floorDivide(-stepsIn(grid, parent), perSlice));
}

function isSentAtMarket({ type }: RowSettings["wire"]): boolean {
  return type === "market" || type === "stop";
}

function wantedSteps(
  { grid, orderType, child, parent }: RowSettings,
  total: bigint,
  left: bigint,
  slices: number,
): bigint {
  if (orderType !== "twap") return child === undefined ? stepsIn(grid, total) : stepsIn(grid, child);
  const all = slicesTotal({ grid, parent, child }) ?? 1;
  return stepsIn(grid, left) / BigInt(Math.max(1, all - slices));
}
