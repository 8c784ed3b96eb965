/** What is left of a row and cannot be traded any more, because its market takes no order that small. */
import { fineOfNumber } from "../../kit/money/fine.ts";
import { isTradable, marketGrid, stepsIn } from "../algorithms/index.ts";
import type { Listing, MarketView } from "../market/index.ts";

/**
 * All of the rest, or nothing. A market's least value is judged by the best price that the row would meet now; where no price
 * is known, only its least amount counts.
 *
 * @param rest base units of 1e-18
 */
export function dustOf(
  rest: bigint,
  side: "buy" | "sell",
  listing: Listing | undefined,
  market: Pick<MarketView, "top">,
): bigint {
  const grid = listing && marketGrid(listing.market);
  if (!grid || rest === 0n) return 0n;
  const steps = stepsIn(grid, rest);
  const { askPrice, bidPrice } = market.top(listing);
  const price = fineOfNumber(side === "buy" ? askPrice : bidPrice) ?? 0n;
  const isLargeEnough = price > 0n ? isTradable(grid, steps, price, false) : steps >= grid.minSteps;
  return isLargeEnough ? 0n : rest;
}
