/** The results of a signal's iterations: computed from recorded prices alone, and exact. */
import { formatFine, floorDivide, FINE_ONE } from "../../../kit/money/fine.ts";
import { ONE } from "../../../kit/money/amount.ts";
import type { Direction } from "./trigger.ts";

/** Prices in units of 1e-18. */
export interface PricedIteration {
  readonly direction: Direction;
  readonly openPrice: bigint;
  readonly closePrice: bigint;
  /** The share of the value that each side costs, in units of 1e-8. */
  readonly feeRate: bigint;
}

const HUNDRED = 100n;
/** Results are shown and kept with 8 places. */
const TO_SHOWN = FINE_ONE / ONE;

/**
 * The result of an iteration in percent of its opening price, net of the fee of both sides, rounded down to 1e-8: 100
 * x (close - open - fee x (open + close)) / open, and with close and open exchanged for a short one.
 */
export function profitPercent({ direction, openPrice, closePrice, feeRate }: PricedIteration): bigint {
  const gross = direction === "long" ? closePrice - openPrice : openPrice - closePrice;
  const fees = feeRate * (openPrice + closePrice);
  return floorDivide((gross * ONE - fees) * HUNDRED * FINE_ONE, openPrice * ONE * TO_SHOWN) * TO_SHOWN;
}

/** The same as a decimal with at most 8 places. */
export function profitText(iteration: PricedIteration): string {
  return formatFine(profitPercent(iteration));
}

/** A closed iteration with its profit, percent. */
export interface ClosedIteration {
  readonly closedMs: number;
  readonly profit: number;
}

export interface TrackRecord {
  readonly trades: number;
  /** Percent of the trades. */
  readonly winRate: number;
  /** Percent: the sum, as one who puts the same amount into each. */
  readonly profit: number;
  /** The largest fall of the sum from a height that it had reached before, percent points. */
  readonly maximumDrawdown: number;
  /** Mean of the profits by their standard deviation; 0 for fewer than two, and where all are the same. */
  readonly sharpe: number;
  /** After each trade: seconds, and the sum. */
  readonly equity: readonly (readonly [number, number])[];
}

/** The result of putting the same amount into each. @param closed oldest first */
export function trackRecord(closed: readonly ClosedIteration[]): TrackRecord {
  let [sum, height, fall, wins] = [0, 0, 0, 0];
  const equity = closed.map(({ closedMs, profit }) => {
    sum += profit;
    height = Math.max(height, sum);
    fall = Math.max(fall, height - sum);
    if (profit > 0) wins++;
    return [Math.floor(closedMs / 1_000), rounded(sum)] as const;
  });
  return {
    trades: closed.length,
    winRate: closed.length === 0 ? 0 : rounded((wins / closed.length) * 100),
    profit: rounded(sum),
    maximumDrawdown: rounded(fall),
    sharpe: sharpeOf(closed.map(({ profit }) => profit)),
    equity,
  };
}

function sharpeOf(profits: readonly number[]): number {
  if (profits.length < 2) return 0;
  const mean = profits.reduce((sum, profit) => sum + profit, 0) / profits.length;
  const squares = profits.reduce((sum, profit) => sum + (profit - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (profits.length - 1));
  return deviation < 1e-12 ? 0 : rounded(mean / deviation);
}

/** To 8 places, as amounts are shown. */
function rounded(value: number): number {
  return Math.round(value * 1e8) / 1e8;
}
