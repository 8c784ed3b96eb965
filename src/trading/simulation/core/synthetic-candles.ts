/** Candles of a time without trades, along the same path that the venue's traders follow. */
import { HOUR_MS, DAY_MS } from "../../../kit/time/spans.ts";
import type { Candle } from "../../exchanges/index.ts";
import { seededNumbers, mixSeeds } from "./seeded-numbers.ts";
import type { PriceAt } from "./synthetic-market.ts";

/** Lengths of candles in milliseconds, by name. They start at whole multiples since 1970 in UTC. */
export const CANDLE_INTERVALS: Readonly<Record<string, number>> = {
  "1m": 60_000,
  "3m": 180_000,
  "5m": 300_000,
  "15m": 900_000,
  "30m": 1_800_000,
  "1h": HOUR_MS,
  "2h": 7_200_000,
  "4h": 14_400_000,
  "6h": 21_600_000,
  "12h": 43_200_000,
  "1d": DAY_MS,
};

/** Prices that are looked at within one candle, beside its first and last. */
const LOOKS = 7;

/**
 * The candle from `startMs` to `endMs` of a market: opens where the one before closes.
 *
 * @param perMinute about how much is traded in a minute, in base units.
 */
export function syntheticCandle(
  seed: number,
  priceAt: PriceAt,
  span: { readonly startMs: number; readonly endMs: number },
  perMinute: number,
): Candle {
  const { startMs, endMs } = span;
  const random = seededNumbers(mixSeeds(seed, Math.floor(startMs / 60_000)));
  const open = priceAt(startMs);
  const close = priceAt(endMs);
  let high = Math.max(open, close);
  let low = Math.min(open, close);
  for (let look = 1; look <= LOOKS; look++) {
    const price = priceAt(startMs + ((endMs - startMs) * (look - 0.5 + random.next())) / (LOOKS + 1));
    high = Math.max(high, price);
    low = Math.min(low, price);
  }
  // More is traded where the price moves.
  const range = (high - low) / open;
  const minutes = (endMs - startMs) / 60_000;
  const liveliness = 0.5 + random.next() + (200 * range) / Math.sqrt(Math.max(1, minutes));
  return { startMs, open, high, low, close, volume: perMinute * minutes * liveliness };
}
