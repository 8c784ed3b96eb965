/** Candles of a random walk, the same for the same seed. */
import type { Candles } from "../../src/trading/indicators/core/candles.ts";

export interface RandomCandles {
  readonly seed: number;
  readonly length: number;
  /** Share of candles in which nothing moves. Default 0.1. */
  readonly still?: number;
  /** Where prices begin. Default 100. */
  readonly price?: number;
  /** How far a candle goes at most, as a share of the price. Default 0.02. */
  readonly wild?: number;
  /** Smallest step of prices; with it they are multiples of it, and often equal. Default none. */
  readonly tick?: number;
  readonly intervalMs?: number;
}

export function randomCandles(options: RandomCandles): Candles {
  const { seed, length, still = 0.1, price = 100, wild = 0.02, tick = 0, intervalMs = 3_600_000 } = options;
  const random = numbers(seed);
  const round = (value: number): number => (tick > 0 ? Math.max(1, Math.round(value / tick)) * tick : value);
  const candles: Candles = {
    ms: Float64Array.from({ length }, (_, index) => 1_700_000_000_000 + index * intervalMs),
    open: new Float64Array(length),
    high: new Float64Array(length),
    low: new Float64Array(length),
    close: new Float64Array(length),
    volume: new Float64Array(length),
  };
  let last = round(price);
  for (let index = 0; index < length; index++) {
    const isStill = random() < still;
    const step = isStill ? 0 : wild * last;
    const open = isStill ? last : round(last + (random() - 0.5) * 0.2 * step);
    const close = isStill ? last : round(open + (random() - 0.5) * step + (price - open) * 0.001);
    candles.open[index] = open;
    candles.close[index] = close;
    candles.high[index] = isStill ? last : round(Math.max(open, close) + random() * 0.5 * step);
    candles.low[index] = isStill ? last : round(Math.min(open, close) - random() * 0.5 * step);
    candles.volume[index] = random() < 0.05 ? 0 : random() ** 3 * 1000;
    last = close;
  }
  return candles;
}

/** Numbers from 0 to 1 (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
