/** How long something lasts, as people say it. */
import { HOUR_MS } from "../../kit/time/spans.ts";

const [SECOND_MS, MINUTE_MS] = [1_000, 60_000];

/** Such as `40 s`, `3 min` or `2 h`, rounded up. */
export function spanText(ms: number): string {
  if (ms < 2 * MINUTE_MS) return `${Math.ceil(ms / SECOND_MS)} s`;
  return ms < 2 * HOUR_MS ? `${Math.ceil(ms / MINUTE_MS)} min` : `${Math.ceil(ms / HOUR_MS)} h`;
}
