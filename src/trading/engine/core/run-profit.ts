/** The profit of a run so far: what was bought and sold of the same currency, less fees. Units of 1e-18. */
import { FINE_ONE } from "../../../kit/money/fine.ts";
import type { RowSums } from "./run-orders.ts";

export interface RowResult {
  readonly base: string;
  /** The value of one quote unit of its market in the currency of the result. */
  readonly rate: bigint;
  readonly sums: RowSums;
  /** Its fees in other currencies, in the currency of the result. */
  readonly otherFees: bigint;
}

/** Only what was bought and sold again, or sold and bought back, is realized: at the average prices of the run. */
export function profitOf(rows: readonly RowResult[]): { readonly realized: bigint; readonly fees: bigint } {
  const byBase = new Map<string, { bought: bigint; boughtCost: bigint; sold: bigint; soldCost: bigint }>();
  let fees = 0n;
  for (const { base, rate, sums, otherFees } of rows) {
    const total = byBase.get(base) ?? { bought: 0n, boughtCost: 0n, sold: 0n, soldCost: 0n };
    total.bought += sums.bought;
    total.sold += sums.sold;
    total.boughtCost += (sums.boughtCost * rate) / FINE_ONE;
    total.soldCost += (sums.soldCost * rate) / FINE_ONE;
    fees += (sums.fee * rate) / FINE_ONE + otherFees;
    byBase.set(base, total);
  }
  let realized = -fees;
  for (const { bought, boughtCost, sold, soldCost } of byBase.values()) {
    const both = bought < sold ? bought : sold;
    if (both > 0n) realized += (soldCost * both) / sold - (boughtCost * both) / bought;
  }
  return { realized, fees };
}
