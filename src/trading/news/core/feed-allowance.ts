/** How much of a feed is taken: one that lists new articles without end must not fill the database, nor hold up others. */
import { fromMillis, toMillis, type Instant } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";

/** New and changed articles of a source in an hour of the clock. */
const MAX_AN_HOUR = 60;
/** In the hour of the first look, which finds everything that the feed lists. */
const MAX_AT_FIRST = 100;

/** The articles taken from a source. */
export interface TakenItems {
  /** The beginning of the hour that `taken` counts; undefined before anything was taken. */
  readonly takenHour: Instant | undefined;
  readonly taken: number;
}

/** The articles taken in the hour of `at`. */
export function takenBy({ takenHour, taken }: TakenItems, at: Instant): TakenItems & { readonly takenHour: Instant } {
  const hour = fromMillis(Math.floor(toMillis(at) / HOUR_MS) * HOUR_MS);
  return { takenHour: hour, taken: takenHour === hour ? taken : 0 };
}

/** How many articles may be taken at `at`. */
export function allowanceAt(state: TakenItems, at: Instant): number {
  const most = state.takenHour === undefined ? MAX_AT_FIRST : MAX_AN_HOUR;
  return Math.max(0, most - takenBy(state, at).taken);
}
