/** Ticks, steps and least sizes of a market, exactly. */
import { ceilDivide, FINE_ONE, floorDivide, formatFine, parseFine } from "../../../kit/money/fine.ts";
import type { Market } from "../../exchanges/index.ts";

/** All in units of 1e-18, so that ticks finer than 1e-8 are whole (`kit/money/fine.ts`). */
export interface MarketGrid {
  readonly tick: bigint;
  readonly step: bigint;
  /** Smallest amount of an order in whole steps: at least 1. */
  readonly minSteps: bigint;
  /** Smallest value of an order in quote units of 1e-18; 0 where there is none. */
  readonly minNotional: bigint;
}

/** Market orders are filled at a price that is not known yet, so their value must be above the minimum by 5 %. */
const RESERVE_PERCENT = 105n;

/** The grid of a market; undefined where its decimal texts are not those of a grid, so nothing is traded there. */
export function marketGrid(
  market: Pick<Market, "tickSize" | "stepSize" | "minAmount" | "minNotional">,
): MarketGrid | undefined {
  const [tick, step] = [parseFine(market.tickSize), parseFine(market.stepSize)];
  const [minAmount, minNotional] = [parseFine(market.minAmount, "up"), parseFine(market.minNotional, "up")];
  if (tick === undefined || step === undefined || minAmount === undefined || minNotional === undefined)
    return undefined;
  if (tick <= 0n || step <= 0n) return undefined;
  const minSteps = ceilDivide(minAmount, step);
  return { tick, step, minSteps: minSteps > 0n ? minSteps : 1n, minNotional: minNotional > 0n ? minNotional : 0n };
}

/** A price in whole ticks, rounded in the user's favour: down for a buy, up for a sell. */
export function ticksFor(grid: MarketGrid, price: bigint, side: "buy" | "sell"): bigint {
  return side === "buy" ? floorDivide(price, grid.tick) : ceilDivide(price, grid.tick);
}

/** A quantity in whole steps, rounded down. */
export function stepsIn(grid: MarketGrid, quantity: bigint): bigint {
  return floorDivide(quantity, grid.step);
}

/** The decimal text of a number of ticks, as the exchange is sent it. */
export function priceText(grid: MarketGrid, ticks: bigint): string {
  return formatFine(ticks * grid.tick);
}

/** The decimal text of a number of steps, as the exchange is sent it. */
export function amountText(grid: MarketGrid, steps: bigint): string {
  return formatFine(steps * grid.step);
}

/**
 * Whether the rest of an order may be cancelled: neither what it has traded nor what is left is too small to trade
 * (contract 6.2). One without a trade always may.
 *
 * @param price units of 1e-18
 */
export function mayCancelRest(
  grid: MarketGrid,
  { amount, filled }: { readonly amount: bigint; readonly filled: bigint },
  price: bigint,
): boolean {
  return filled <= 0n || [filled, amount - filled].every((part) => isTradable(grid, stepsIn(grid, part), price, false));
}

/**
 * Whether an order of this many steps is large enough.
 *
 * @param price units of 1e-18
 * @param isMarketOrder its price is a guess, so a reserve is kept
 */
export function isTradable(grid: MarketGrid, steps: bigint, price: bigint, isMarketOrder: boolean): boolean {
  if (steps < grid.minSteps) return false;
  const value = steps * grid.step * price;
  const least = grid.minNotional * FINE_ONE;
  return isMarketOrder ? value * 100n >= least * RESERVE_PERCENT : value >= least;
}
