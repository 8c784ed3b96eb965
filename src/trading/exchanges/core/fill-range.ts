/**
 * Which trades of an account are wanted: the oldest `limit` (1 to 1000) from `sinceMs` on, without it the newest; none
 * later than `untilMs`. Milliseconds since 1970, by the exchange's clock.
 */
export interface FillRange {
  readonly sinceMs?: number;
  readonly untilMs?: number;
  readonly limit: number;
}
