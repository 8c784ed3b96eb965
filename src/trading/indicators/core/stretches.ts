/** Where candles follow one another without a gap. */
import { cutCandles, type Candles } from "./candles.ts";

/** A time of which it is not known what was traded. */
export interface MissingTime {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The indexes at which something begins again: the first candle, and each that is the first to end after a gap has. A
 * value computed from candles on both sides of a gap would be wrong.
 *
 * @param gaps sorted
 */
export function stretchStarts({ ms }: Pick<Candles, "ms">, gaps: readonly MissingTime[], lengthMs: number): number[] {
  const starts = [0];
  let at = 0;
  for (const { toMs } of gaps) {
    while (at < ms.length && (ms[at] ?? 0) + lengthMs <= toMs) at++;
    if (at > 0 && at < ms.length && starts.at(-1) !== at) starts.push(at);
  }
  return starts;
}

/** The stretches themselves, each with the index at which it begins. */
export function stretchesOf(candles: Candles, starts: readonly number[]): { start: number; candles: Candles }[] {
  return starts.map((start, place) => ({
    start,
    candles: cutCandles(candles, start, starts[place + 1] ?? candles.ms.length),
  }));
}
