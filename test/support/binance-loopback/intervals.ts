/** Lengths of candles by the names that Binance gives them. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const INTERVALS: Readonly<Record<string, number>> = {
  "1m": MINUTE,
  "3m": 3 * MINUTE,
  "5m": 5 * MINUTE,
  "15m": 15 * MINUTE,
  "30m": 30 * MINUTE,
  "1h": HOUR,
  "2h": 2 * HOUR,
  "4h": 4 * HOUR,
  "6h": 6 * HOUR,
  "8h": 8 * HOUR,
  "12h": 12 * HOUR,
  "1d": 24 * HOUR,
};
