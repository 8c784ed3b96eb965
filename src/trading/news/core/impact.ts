/**
 * The change of a pair's price after an article: from recorded best prices alone, so that a later computation finds
 * the same, to the digit.
 */
import { formatAmount, parseAmount } from "../../../kit/money/amount.ts";
import { HOUR_MS, HOUR_SECONDS } from "../../../kit/time/spans.ts";

/** After how many seconds prices are compared. */
export const HORIZONS = [120, 300, 600, 900, 1200, 1800, HOUR_SECONDS] as const;
export type Horizon = (typeof HORIZONS)[number];

/** Beside values. */
export const COMPILED = "compiled";
/** Why a pair has no values: at one of the two moments no market of it was recorded and in step. */
export const NO_PRICE = "no recorded price";

/** As it is stored and shown, in this order. */
export interface PairImpact {
  readonly status: string;
  readonly pair: string;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
  readonly usual: string | null;
  readonly z: number | null;
}

/** Rows of best prices of one market, oldest first; a price of 0 says that from then on none is known. */
export interface RecordedTops {
  readonly count: number;
  readonly ms: ArrayLike<number>;
  readonly bid: ArrayLike<number>;
  readonly ask: ArrayLike<number>;
}

/** One market of the pair, and how much is traded there: its weight. */
export interface RecordedMarketTops {
  readonly tops: RecordedTops;
  /** Volume of the day before, in base units. */
  readonly volume: number;
}

/** Decimals with 8 places. */
export interface PriceChange {
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

/** A price like this would be shown with an exponent. */
const MAX_PRICE = 1e15;

/**
 * The change of a pair's price between two moments: the mid of best bid and ask, weighted by volume over the markets that
 * were in step at both. Undefined where none was: nothing is interpolated.
 *
 * @param carryMs how long a recorded row holds
 */
export function priceChange(
  markets: readonly RecordedMarketTops[],
  fromMs: number,
  toMs: number,
  carryMs: number,
): PriceChange | undefined {
  const both = markets.flatMap(({ tops, volume }) => {
    const [before, after] = [midAt(tops, fromMs, carryMs), midAt(tops, toMs, carryMs)];
    return before === undefined || after === undefined ? [] : [{ before, after, volume }];
  });
  if (both.length === 0) return undefined;
  const hasVolume = both.some(({ volume }) => volume > 0);
  let [weights, before, after] = [0, 0, 0];
  for (const each of both) {
    const weight = hasVolume ? each.volume : 1;
    weights += weight;
    before += weight * each.before;
    after += weight * each.after;
  }
  const [first, last] = [units(before / weights), units(after / weights)];
  return { before: formatAmount(first), after: formatAmount(last), difference: formatAmount(last - first) };
}

/** The mid at a moment: of the last row before it that still holds, with a bid below its ask. */
function midAt({ count, ms, bid, ask }: RecordedTops, atMs: number, carryMs: number): number | undefined {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ms[middle] ?? 0) < atMs) low = middle + 1;
    else high = middle;
  }
  const row = low - 1;
  const [bidPrice, askPrice] = [bid[row] ?? 0, ask[row] ?? 0];
  if (row < 0 || (ms[row] ?? 0) < atMs - carryMs) return undefined;
  const isInStep = bidPrice > 0 && askPrice > bidPrice && askPrice < MAX_PRICE;
  return isInStep ? (bidPrice + askPrice) / 2 : undefined;
}

function units(price: number): bigint {
  return parseAmount(price.toFixed(8));
}

/** Closing prices of minutes, oldest first. */
export interface MinuteCloses {
  readonly count: number;
  readonly ms: ArrayLike<number>;
  readonly close: ArrayLike<number>;
}

/** Every so often in the hour a move is taken. */
const SAMPLE_MS = HOUR_MS / 6;
/** A minute in which nothing was traded has the price of the last one, for this long. */
const QUIET_MS = HOUR_MS / 6;
/** Fewer moves do not show what is usual. */
const MIN_SAMPLES = 10;

/**
 * How far a price usually moves in a time, up or down: the median over the moves that began in the same hour of the days
 * before. Undefined where too few are known.
 *
 * @param days the closes of each of these days, from `startsMs` on
 * @param startsMs the beginning of the hour on each of these days
 */
export function usualMove(
  days: readonly MinuteCloses[],
  startsMs: readonly number[],
  horizon: number,
): number | undefined {
  const moves: number[] = [];
  for (const [day, closes] of days.entries()) {
    const startMs = startsMs[day] ?? 0;
    for (let at = startMs; at < startMs + HOUR_MS; at += SAMPLE_MS) {
      const [before, after] = [closeAt(closes, at), closeAt(closes, at + horizon * 1_000)];
      if (before !== undefined && after !== undefined) moves.push(Math.abs(after - before));
    }
  }
  if (moves.length < MIN_SAMPLES) return undefined;
  const sorted = moves.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The last close of a minute that was over by then. */
function closeAt({ count, ms, close }: MinuteCloses, atMs: number): number | undefined {
  for (let row = count - 1; row >= 0; row--) {
    const overMs = (ms[row] ?? 0) + HOUR_MS / 60;
    if (overMs <= atMs) return overMs >= atMs - QUIET_MS ? close[row] : undefined;
  }
  return undefined;
}

/** How unusual a change was: how many usual moves it is, with its sign, to two decimals. */
export function zValue(difference: string, usual: number | undefined): number | undefined {
  if (usual === undefined || usual <= 0) return undefined;
  // A median absolute move of a normal distribution is 0.6745 of its standard deviation.
  return Math.round((Number(difference) / (usual / 0.6745)) * 100) / 100;
}
