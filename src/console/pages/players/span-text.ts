/** Playtimes as text. */
import { HOUR_MS } from "../../../kit/time/spans.ts";

const [HOUR_SECONDS, MINUTE_SECONDS] = [HOUR_MS / 1_000, 60];

/** Such as `45 s`, `12 min` or `31 h 5 min`, rounded down. */
export function playtimeText(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return `${Math.floor(seconds)} s`;
  const [hours, minutes] = [Math.floor(seconds / HOUR_SECONDS), Math.floor((seconds % HOUR_SECONDS) / MINUTE_SECONDS)];
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}
