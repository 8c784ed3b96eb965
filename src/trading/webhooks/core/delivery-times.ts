/** When a delivery that failed is attempted again, and how long a webhook that keeps failing is left alone. */
import { doubledMs } from "../../../kit/time/back-off.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../kit/time/spans.ts";

/** Attempts in all, over some 14 hours. */
export const MOST_TRIES = 12;

/** Deliveries that may wait for one webhook. More disable it. */
export const MOST_WAITING = 10_000;

/** From this many failures in a row on, a webhook rests. */
const RESTS_FROM = 3;

/** After the attempt of this number, from 1: half a minute, then twice as long each time, at most 6 hours. */
export function postponedMs(tries: number): number {
  return doubledMs(tries, { firstMs: 30 * SECOND_MS, maxMs: 6 * HOUR_MS });
}

/**
 * Whatever waits for the webhook. A receiver that is down, and answers each attempt with ten seconds of silence,
 * delays the deliveries of others for a moment every quarter of an hour at most.
 */
export function restMs(failures: number): number {
  if (failures < RESTS_FROM) return 0;
  return doubledMs(failures - RESTS_FROM + 1, { firstMs: 10 * SECOND_MS, maxMs: 15 * MINUTE_MS });
}
