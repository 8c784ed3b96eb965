/** Minutes of a spread, as the history shows them. */
import type { FetchSpreadDataResult, SpreadCandle } from "../../../../../clients/typescript/src/trading.ts";

export interface SpreadMinute {
  /** Its first millisecond. */
  readonly ms: number;
  /** Ask of the first market less bid of the second. */
  readonly price: SpreadCandle;
  /** Ask divided by bid. */
  readonly ratio: SpreadCandle;
}

export interface SpreadMinutes {
  /** Oldest first. */
  readonly minutes: readonly SpreadMinute[];
  /** Minutes of the day, up to now, that are not known. */
  readonly missing: number;
}

const MINUTE_MS = 60_000;

export function minutesOf({ data, gaps }: FetchSpreadDataResult): SpreadMinutes {
  const minutes = data.map(({ price, ratio }) => ({ ms: Number(price.time), price, ratio }));
  const missing = gaps.reduce((sum, { from, to }) => sum + Math.round((to - from) / MINUTE_MS), 0);
  return { minutes, missing };
}

/** The same, with a time without values after each minute that the next one does not follow: a line breaks there. */
export function withBreaks(
  minutes: readonly SpreadMinute[],
): readonly (Pick<SpreadMinute, "ms"> & Partial<SpreadMinute>)[] {
  return minutes.flatMap((minute, at) => {
    const before = minutes[at - 1];
    const isBroken = before !== undefined && minute.ms - before.ms > MINUTE_MS;
    return isBroken ? [{ ms: before.ms + MINUTE_MS }, minute] : [minute];
  });
}
