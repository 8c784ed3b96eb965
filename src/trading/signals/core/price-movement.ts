/** How the price moved while an iteration was open, in few enough points to show. */
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { fineOfNumber, formatFine, parseFine } from "../../../kit/money/fine.ts";
import { profitPercent } from "./results.ts";
import type { Direction } from "./trigger.ts";

/** Intervals of candles, shortest first, with their minutes. */
const INTERVALS = [
  ["1m", 1],
  ["3m", 3],
  ["5m", 5],
  ["15m", 15],
  ["30m", 30],
  ["1h", 60],
  ["2h", 120],
  ["4h", 240],
] as const;

export type MovementInterval = (typeof INTERVALS)[number][0];

export const MOST_POINTS = 1_000;

interface Candles {
  readonly ms: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  readonly close: ArrayLike<number>;
  readonly gaps: readonly { readonly fromMs: number; readonly toMs: number }[];
}

export interface MovedIteration {
  readonly direction: Direction;
  /** Decimal; null where it is not known, and then no profit is either. */
  readonly openPrice: string | null;
  /** A share of each side in units of 1e-8. */
  readonly feeRate: number;
}

export interface Movement {
  /** Milliseconds, price, and percent that a closing at it would have brought. */
  readonly points: [number, number, number][];
  readonly high: Moment | null;
  readonly low: Moment | null;
  readonly gaps: [number, number][];
}

interface Moment {
  readonly ms: number;
  readonly price: number;
}

export interface MovementSpan {
  readonly interval: MovementInterval;
  readonly fromMs: number;
  /** The candles begin before this. Those of a closed iteration end by its closing: what came after it is not part of it. */
  readonly toMs: number;
}

/**
 * The shortest interval that shows an iteration, or what there is of it by now, in at most `MOST_POINTS` points. Longer ones
 * are shown from their end.
 */
export function spanOfMovement(openedMs: number, closedMs: number | null, nowMs: number): MovementSpan {
  const endMs = closedMs ?? nowMs;
  const fitting = INTERVALS.find(([, minutes]) => endMs - openedMs <= (MOST_POINTS - 2) * minutes * MINUTE_MS);
  const [interval, minutes] = fitting ?? ["4h", 240];
  const lengthMs = minutes * MINUTE_MS;
  const fromMs = fitting ? openedMs : endMs - (MOST_POINTS - 2) * lengthMs;
  const toMs = closedMs === null ? endMs + 1 : Math.floor(endMs / lengthMs) * lengthMs;
  return { interval, fromMs, toMs: Math.max(fromMs, toMs) };
}

/** @param candles of the market while it was open */
export function priceMovement(iteration: MovedIteration, candles: Candles): Movement {
  const openPrice = iteration.openPrice === null ? undefined : parseFine(iteration.openPrice);
  const points: [number, number, number][] = [];
  let [high, low]: [Moment | null, Moment | null] = [null, null];
  for (let row = 0; row < candles.ms.length; row++) {
    const [ms = 0, top = 0, bottom = 0, price = 0] = [
      candles.ms[row],
      candles.high[row],
      candles.low[row],
      candles.close[row],
    ];
    points.push([ms, price, openPrice === undefined ? 0 : profitAt(iteration, openPrice, price)]);
    if (high === null || top > high.price) high = { ms, price: top };
    if (low === null || bottom < low.price) low = { ms, price: bottom };
  }
  return {
    points,
    high,
    low,
    gaps: candles.gaps.map(({ fromMs: from, toMs: to }) => [Math.floor(from), Math.ceil(to)]),
  };
}

function profitAt({ direction, feeRate }: MovedIteration, openPrice: bigint, price: number): number {
  const closePrice = fineOfNumber(price) ?? openPrice;
  return Number(formatFine(profitPercent({ direction, openPrice, closePrice, feeRate: BigInt(feeRate) })));
}
