/**
 * The server's clock, as answers tell it. The clock of this device may be hours off; then ages, and what is left of a
 * session, are still counted right.
 */
import { signal } from "@preact/signals";

/** What the server's clock is ahead of this device's, in milliseconds. 0 where they agree. */
export const clockOffsetMs = signal(0);

/** `Date` has whole seconds, and an answer takes its time: less is not known. */
const KNOWN_MS = 5_000;
/** `Date` leaves out what has passed of its second: half of it, on average. */
const HALF_SECOND_MS = 500;

/** The time on the server, in milliseconds since 1970. */
export function serverNowMs(): number {
  return Date.now() + clockOffsetMs.value;
}

/** Learns from the `Date` of an answer that did not come from a cache. */
export function noteServerDate(date: string | null, askedMs: number, answeredMs: number): void {
  const offsetMs = offsetOf(date, askedMs, answeredMs);
  if (offsetMs === undefined || Math.abs(offsetMs - clockOffsetMs.value) <= KNOWN_MS) return;
  clockOffsetMs.value = offsetMs;
}

/**
 * What the server's clock is ahead, in milliseconds; 0 for less than can be known, undefined where the answer does not
 * tell it.
 *
 * @param date an HTTP date
 * @param askedMs when the question was sent, by the clock of this device
 * @param answeredMs when its answer came
 */
export function offsetOf(date: string | null, askedMs: number, answeredMs: number): number | undefined {
  const serverMs = Date.parse(date ?? "") + HALF_SECOND_MS;
  const tookMs = answeredMs - askedMs;
  // A clock that was set, or a device that slept, between question and answer.
  if (Number.isNaN(serverMs) || tookMs < 0 || tookMs > KNOWN_MS) return undefined;
  const offsetMs = Math.round(serverMs - askedMs - tookMs / 2);
  return Math.abs(offsetMs) <= KNOWN_MS ? 0 : offsetMs;
}
