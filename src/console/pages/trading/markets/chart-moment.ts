/** The moment around which a chart shows candles: now, or one that the address names. */
import { INTERVAL_MS, type Interval } from "./candles.ts";

/** Candles of a chart. */
export const CANDLES = 300;
/** Of them, those behind the moment. */
const BEHIND = 100;
const SECOND_MS = 1_000;

/** Seconds since 1970 of a text, undefined for every other text: then the chart is of now. */
export function momentIn(text: string): number | undefined {
  return /^[0-9]{1,11}$/.test(text) ? Number(text) : undefined;
}

/** Where the last candle of the chart is, seconds since 1970; undefined for now. Not after `nowMs`. */
export function endOfChart(moment: number | undefined, interval: Interval, nowMs: number): number | undefined {
  if (moment === undefined) return undefined;
  const end = moment + (BEHIND * INTERVAL_MS[interval]) / SECOND_MS;
  return Math.min(end, Math.floor(nowMs / SECOND_MS));
}
