import { DAY_MS } from "../../../kit/time/spans.ts";

/** A day in UTC: from its first millisecond to that of the next. */
export interface DaySpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The years of which every time can be told exactly, and read back from the database. */
const YEARS = { from: 1700, to: 2251 };

/**
 * The day that a text names as year, month and day; the month may have one digit. Undefined for one that no calendar has, and for
 * one before the year 1700 or after 2251.
 */
export function daySpan(text: string): DaySpan | undefined {
  const [, year, month, day] = /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$/.exec(text) ?? [];
  if (year === undefined || Number(year) < YEARS.from || Number(year) > YEARS.to) return undefined;
  const fromMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(fromMs);
  const isReal = date.getUTCFullYear() === Number(year) && date.getUTCMonth() === Number(month) - 1;
  return isReal && date.getUTCDate() === Number(day) ? { fromMs, toMs: fromMs + DAY_MS } : undefined;
}
