/** A player's playtime by hour of the week. */
import { HOUR_MS } from "../../../../kit/time/spans.ts";

export interface SessionSpan {
  /** ISO 8601. */
  readonly Start: string;
  /** Up to now while the session lasts. */
  readonly Seconds: number;
}

/** Seconds by day of the week (Monday first) and hour of the day. */
export type WeekHours = readonly (readonly number[])[];

const [DAYS, HOURS] = [7, 24];

/**
 * The seconds of all sessions, by the local hour in which they were played.
 *
 * @param placeOf day of the week (0 for Monday) and hour of a moment, local
 */
export function weekHours(
  sessions: readonly SessionSpan[],
  placeOf: (ms: number) => readonly [day: number, hour: number] = localPlace,
): WeekHours {
  const week = Array.from({ length: DAYS }, () => Array.from({ length: HOURS }, () => 0));
  for (const { Start, Seconds } of sessions) {
    const from = Date.parse(Start);
    const to = from + Seconds * 1_000;
    for (let at = from; at < to;) {
      // Quarters of an hour: some places are that much off full hours.
      const next = Math.min((Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS, to);
      const [day, hour] = placeOf(at);
      const hours = week[day];
      if (hours) hours[hour] = (hours[hour] ?? 0) + (next - at) / 1_000;
      at = next;
    }
  }
  return week;
}

const QUARTER_MS = HOUR_MS / 4;

function localPlace(ms: number): readonly [number, number] {
  const date = new Date(ms);
  return [(date.getDay() + DAYS - 1) % DAYS, date.getHours()];
}

/** How dark a cell is: 0 for nothing, and 1 to 5 by its part of the most. */
export function shadeOf(seconds: number, most: number): number {
  return seconds <= 0 ? 0 : Math.max(1, Math.ceil((seconds / most) * 5));
}
