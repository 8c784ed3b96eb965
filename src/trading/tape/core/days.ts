/** Days of the tape are days in UTC, named as ISO 8601 writes them. */
import { DAY_MS } from "../../../kit/time/spans.ts";

/** The day that a moment is in: `2026-01-31`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The first millisecond of a day; undefined for text that is not a day, such as `2026-02-30`. */
export function dayStart(day: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) || dayOf(ms) !== day ? undefined : ms;
}

/** The days that `[fromMs, toMs)` touches, in order. */
export function daysBetween(fromMs: number, toMs: number): string[] {
  const days: string[] = [];
  for (let ms = Math.floor(fromMs / DAY_MS) * DAY_MS; ms < toMs; ms += DAY_MS) days.push(dayOf(ms));
  return days;
}
