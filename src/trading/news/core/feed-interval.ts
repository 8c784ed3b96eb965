/** How often a feed is asked: more often while it changes, less often while it does not. */
import { HOUR_SECONDS } from "../../../kit/time/spans.ts";

/** A quiet feed is asked at most this many times less often than its source says. */
const MAX_STRETCH = 8;

/**
 * The seconds until a feed is asked again.
 *
 * @param current the interval so far
 * @param least as the source of the operator says
 * @param hasNews whether this look found something new
 */
export function nextInterval(current: number, least: number, hasNews: boolean): number {
  const most = Math.max(least, Math.min(HOUR_SECONDS, least * MAX_STRETCH));
  const wanted = hasNews ? current / 2 : current * 1.25;
  return Math.round(Math.min(most, Math.max(least, wanted)));
}
