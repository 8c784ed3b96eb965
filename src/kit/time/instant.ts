/**
 * Points in time, to the microsecond: what PostgreSQL's `timestamptz` holds, so that nothing is lost on the way
 * there and back.
 */
import type { Brand } from "../ids/brand.ts";
import { withoutTrailing } from "../text/without-trailing.ts";

/** Microseconds since 1970-01-01T00:00:00Z. Exact as a number until the year 2255. */
export type Instant = Brand<number, "Instant">;

/** The instant that lies `ms` milliseconds after the epoch. */
export function fromMillis(ms: number): Instant {
  return Math.round(ms * 1000) as Instant;
}

/** Whole milliseconds since the epoch, rounded down. */
export function toMillis(instant: Instant): number {
  return Math.floor(instant / 1000);
}

/** Whole seconds since the epoch, rounded down: as answers and tokens show times. */
export function toSeconds(instant: Instant): number {
  return Math.floor(instant / 1_000_000);
}

/** The day in UTC that an instant is in: `2026-02-03`. */
export function utcDay(instant: Instant): string {
  return new Date(toMillis(instant)).toISOString().slice(0, 10);
}

/** The instant that lies `seconds` seconds after the epoch. */
export function fromSeconds(seconds: number): Instant {
  return Math.round(seconds * 1_000_000) as Instant;
}

/** The instant `ms` milliseconds later (earlier when negative). */
export function plusMillis(instant: Instant, ms: number): Instant {
  return (instant + Math.round(ms * 1000)) as Instant;
}

/**
 * Writes an instant as RFC 3339 in UTC with as many of six fractional digits as it needs.
 *
 * @example
 * formatInstant(1760029537793149 as Instant); // "2025-10-09T17:05:37.793149Z"
 */
export function formatInstant(instant: Instant): string {
  const micros = ((instant % 1_000_000) + 1_000_000) % 1_000_000;
  const seconds = new Date((instant - micros) / 1000).toISOString().slice(0, 19);
  if (micros === 0) return `${seconds}Z`;
  return `${seconds}.${withoutTrailing(String(micros).padStart(6, "0"), "0")}Z`;
}

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,100}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/**
 * Reads an RFC 3339 date-time. Digits past the microsecond are cut off; a fraction has at most 100.
 * Answers undefined for everything else: local times, impossible dates such as 30 February, leap seconds, and years
 * before 100.
 */
export function parseInstant(text: string): Instant | undefined {
  const match = RFC3339.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = "", sign, offsetHour = "0", offsetMinute = "0"] = match;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const date = new Date(at);
  // Date.UTC reads years 0 to 99 as 1900 to 1999 and rolls 30 February over into March.
  const exact =
    date.getUTCFullYear() === Number(year) &&
    date.getUTCMonth() === Number(month) - 1 &&
    date.getUTCDate() === Number(day) &&
    date.getUTCHours() === Number(hour) &&
    date.getUTCMinutes() === Number(minute) &&
    date.getUTCSeconds() === Number(second);
  if (!exact || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  const offsetMs = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000 * (sign === "-" ? -1 : 1);
  const micros = Number(fraction.padEnd(6, "0").slice(0, 6));
  return ((at - offsetMs) * 1000 + micros) as Instant;
}
